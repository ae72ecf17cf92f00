"""``trainwreck explain``, run as a process where that matters."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.code_tables import TABLE, write_table
from tests.support.entries import ENTRY, make_catalog
from trainwreck import SITE
from trainwreck.cli.main import main


def explain(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "trainwreck", "explain", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-9",), "9 SIGKILL: Killed (Signals that end a process)"),
        (("xid", "79"), "GPU has fallen off the bus (Xid errors of NVIDIA GPUs)"),
        (("137", "ENOSPC"), "28 ENOSPC: No space left on device (Linux errors (errno))"),
    ],
)
def test_code_is_explained_by_the_program(arguments: tuple[str, ...], said: str) -> None:
    done = explain(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


def test_unknown_code_ends_with_1_and_names_the_nearest() -> None:
    done = explain("SIGKIL", "--format", "json")
    assert (done.returncode, done.stdout) == (1, "[]\n")
    assert done.stderr.startswith('"SIGKIL" is not a known code; did you mean SIGKILL')


def test_known_codes_are_explained_beside_an_unknown_one() -> None:
    done = CliRunner().invoke(main, ["explain", "ENOSPC", "99999"])
    assert done.exit_code == 1
    assert "28 ENOSPC" in done.stdout
    assert '"99999" is not a known code\n' in done.stderr


def test_json_has_every_field(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    write_table(tmp_path, TABLE)
    done = CliRunner().invoke(
        main, ["explain", "wheel", "7", "WHEEL_FLAT", "--format", "json", "--catalog", str(root)]
    )
    source = {"title": "The wheel's manual", "url": "https://example.org/wheel", "version": "1.0"}
    assert json.loads(done.stdout) == [
        {
            "query": "wheel 7",
            "table": "wheel",
            "code": "7",
            "name": "WHEEL_OFF",
            "text": "the wheel came off",
            "meaning": "The wheel came off, because a nut was loose.",
            "action": "fix-first",
            "entries": ["wheel"],
            "source": source,
            "url": f"{SITE}codes/wheel/#7",
        },
        {
            "query": "WHEEL_FLAT",
            "table": "wheel",
            "code": "8",
            "name": "WHEEL_FLAT",
            "text": None,
            "meaning": None,
            "action": None,
            "entries": [],
            "source": source,
            "url": f"{SITE}codes/wheel/#8",
        },
    ]


def test_ambiguous_code_lists_every_reading_in_text() -> None:
    done = CliRunner().invoke(main, ["explain", "12"])
    assert done.exit_code == 0
    assert "12 can be" in done.stdout
    assert "Less likely:" in done.stdout


def test_check_of_a_table_ignores_the_entries(tmp_path: Path) -> None:
    make_catalog(tmp_path, {"numerics/wheel": ENTRY.replace("severity: high", "severity: hihg")})
    table = write_table(tmp_path, TABLE)
    done = CliRunner().invoke(main, ["check", str(table)])
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "1 file checked, 0 problems\n"


def test_catalog_without_tables_explains_nothing(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    done = CliRunner().invoke(main, ["explain", "137", "--catalog", str(root)])
    assert done.exit_code == 1
