"""A snippet runs in a scratch folder, within a time limit, cut off from the network."""

import socket
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.paths import ROOT
from trainwreck.catalog.store import load_snapshot
from trainwreck.cli.main import main
from trainwreck.execution import sandbox

DOCTEST = """\
>>> import sys, subprocess
>>> _ = subprocess.run(["echo", "from a child"])
>>> print("one", "two")
one ...
>>> [][3]
Traceback (most recent call last):
...
IndexError: list index out of range
"""


def test_script_runs_in_a_scratch_home() -> None:
    outcome = sandbox.run("bash", 'test "$PWD" = "$HOME" && ls -A && touch it && ls')
    assert (outcome.status, outcome.output) == (0, "it\n")


def test_strict_script_ends_at_the_first_failure() -> None:
    script = "false\necho reached"
    assert sandbox.run("bash", script).status == 1
    assert sandbox.run("bash", script, strict=False).output == "reached\n"


def test_doctest_prints_what_a_terminal_would_show() -> None:
    outcome = sandbox.run("python", DOCTEST)
    assert (outcome.status, outcome.difference) == (0, "")
    assert outcome.output.startswith("from a child\none two\nTraceback (most recent call last):\n")
    assert outcome.output.endswith("IndexError: list index out of range\n")


@pytest.mark.parametrize("code", [">>> 1 + 1\n3\n", ">>> 1 / 0\n1\n"])
def test_doctest_that_does_not_hold_says_how_it_differs(code: str) -> None:
    outcome = sandbox.run("python", code)
    assert outcome.status == 1
    assert code.splitlines()[0].removeprefix(">>> ") in outcome.difference


def test_workers_find_the_names_of_a_doctest() -> None:
    code = (
        ">>> import pickle\n>>> class A: pass\n>>> type(pickle.loads(pickle.dumps(A()))) is A\nTrue"
    )
    assert sandbox.run("python", code).difference == ""


def test_what_does_not_end_is_killed_with_its_children() -> None:
    outcome = sandbox.run("bash", "sleep 60 & echo started; wait", limit=1)
    assert outcome.timed_out
    assert outcome.output == "started\n"


def test_only_loopback_is_reached() -> None:
    loopback = "import socket\nserver = socket.create_server(('127.0.0.1', 0))\n"
    loopback += "socket.create_connection(server.getsockname())"
    assert sandbox.run("python", loopback).status == 0
    needs_isolation()
    outside = "import socket\nsocket.create_connection(('192.0.2.1', 80), 5)"
    assert "Network is unreachable" in sandbox.run("python", outside).output


def needs_isolation() -> None:
    if not sandbox.is_confined():
        pytest.skip("this system allows no namespaces")


def test_files_of_others_cannot_be_changed() -> None:
    needs_isolation()
    place = Path(__file__).with_name("planted")
    outcome = sandbox.run("bash", f"echo x > {place} || touch ~/mine /tmp/$$ && rm /tmp/$$ && ls")
    assert not place.exists()
    assert "Read-only file system" in outcome.output
    assert outcome.output.endswith("\nmine\n")


def test_socket_of_the_machine_is_not_reached() -> None:
    needs_isolation()
    assert sandbox.run("bash", "find /run -type s").output == ""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("\0trainwreck-test")
        server.listen()
        code = "import socket\nsocket.socket(socket.AF_UNIX).connect('\\0trainwreck-test')"
        assert "Connection refused" in sandbox.run("python", code).output


def test_process_that_leaves_its_session_ends_with_the_snippet(tmp_path: Path) -> None:
    needs_isolation()
    mark = tmp_path / "alive"
    code = f"setsid sh -c 'touch {mark}; while sleep 0.1; do touch {mark}; done' & sleep 0.5"
    assert sandbox.run("bash", code).status == 0
    assert mark.exists()
    mark.unlink()
    time.sleep(0.5)
    assert not mark.exists()


def test_output_need_not_be_text() -> None:
    assert sandbox.run("bash", r"printf '\377ok'").output == "\N{REPLACEMENT CHARACTER}ok"


@pytest.mark.parametrize(
    ("command", "warning"),
    [((), "WITHOUT isolation"), (("unshare", "--net"), "can change your files")],
)
def test_missing_isolation_is_said_loudly(
    command: tuple[str, ...], warning: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "isolation", lambda: command)
    exempt = next(
        entry.id
        for entry in load_snapshot(ROOT / "errors")
        if entry.reproduction and entry.reproduction.exempt
    )
    done = CliRunner().invoke(main, ["reproduce", exempt])
    assert warning in done.output
