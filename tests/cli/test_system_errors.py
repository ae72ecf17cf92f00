"""What the system refuses ends in a message and a status of its own, never in a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.entries import ENTRY, TITLE, changed, make_catalog

TRAINWRECK = [sys.executable, "-m", "trainwreck"]
LINE = "RuntimeError: No HIP GPUs are available\n"


def run(
    *arguments: object, before: str = "", after: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a shell that redirects its streams."""
    shell = f'{before} exec "$@" {after}'
    command = ["bash", "-c", shell, "bash", *TRAINWRECK, *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, check=False, timeout=60)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "train.log"
    path.write_text(LINE)
    return path


@pytest.mark.parametrize(
    "arguments", [("diagnose", "train.log"), ("show", "nan-loss"), ("schema",), ("search", "cuda")]
)
def test_full_disk_is_named(arguments: tuple[str, ...], log: Path) -> None:
    done = run(*arguments, after=">/dev/full", cwd=log.parent)
    assert (done.returncode, done.stderr) == (
        4,
        b"Error: standard output: No space left on device\n",
    )


def test_closed_output_is_named(log: Path) -> None:
    done = run("diagnose", log, after=">&-")
    assert (done.returncode, done.stderr) == (4, b"Error: standard output: is closed\n")


@pytest.mark.parametrize("command", [("diagnose",), ("new", "--from-log", "-")])
def test_closed_input_is_named(command: tuple[str, ...], tmp_path: Path) -> None:
    make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    done = run(*command, after="<&-", cwd=tmp_path)
    assert done.returncode in (2, 3)
    assert b"standard input is closed" in done.stderr
    assert b"Traceback" not in done.stderr


def test_reader_that_leaves_is_told_nothing(log: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [*TRAINWRECK, "diagnose", str(log)]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, check=False, timeout=60)
    os.close(write)
    assert (done.returncode, done.stderr) == (4, b"")


def test_name_that_is_too_long_does_not_end_the_run(log: Path) -> None:
    done = run("diagnose", "a" * 300, log)
    assert done.returncode == 3
    assert b"File name too long" in done.stderr
    assert b"No HIP GPUs are available" in done.stdout


def test_empty_name_is_not_the_working_folder(log: Path) -> None:
    done = run("diagnose", "", cwd=log.parent)
    assert done.returncode == 2
    assert b"is empty; name a file" in done.stderr


@pytest.mark.parametrize("pattern", ["/x", "", "[", "**/*"])
def test_any_pattern_of_names_is_accepted(pattern: str, log: Path) -> None:
    done = run("diagnose", log.parent, "--glob", pattern)
    assert done.returncode == 3
    assert b"no file in it matches" in done.stderr


def test_any_limit_of_a_search_is_accepted() -> None:
    assert run("search", "--limit", "9" * 20, "cuda").returncode == 0


def test_schema_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    done = run("schema", "--output", tmp_path / "absent" / "schema.json")
    assert done.returncode == 4
    assert b"absent/schema.json: No such file or directory" in done.stderr


def test_schema_on_a_full_disk_is_named() -> None:
    done = run("schema", "--output", "/dev/full")
    assert (done.returncode, done.stderr) == (4, b"Error: /dev/full: No space left on device\n")


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_terminal_that_lacks_characters_gets_others(encoding: str) -> None:
    done = run("show", "module-not-found", before=f"PYTHONIOENCODING={encoding}")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "# ModuleNotFoundError: No module named '" in done.stdout.decode("latin-1")


def test_one_unusable_file_does_not_end_a_folder(log: Path) -> None:
    (log.parent / "a.log").symlink_to("nowhere")
    os.mkfifo(log.parent / "b.log")
    done = run("diagnose", log.parent)
    assert done.returncode == 3
    assert b"a.log: cannot be read: No such file or directory" in done.stderr
    assert b"No HIP GPUs are available" in done.stdout


def test_name_of_a_file_cannot_steer_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "\x1b[31mred.log"
    path.write_text(LINE)
    (tmp_path / "\x1b[2Jgone.log").symlink_to("nowhere")
    done = run("diagnose", tmp_path, tmp_path / "\x1b[31m")
    assert b"\x1b" not in done.stdout + done.stderr
    assert "\N{REPLACEMENT CHARACTER}[31mred.log".encode() in done.stdout


def test_name_that_is_not_utf_8_is_valid_json(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/bad\xff.log"
    Path(os.fsdecode(path)).write_text(LINE)
    for format_ in ("json", "text", "github"):
        command = [*TRAINWRECK, "diagnose", "--format", format_, path]
        done = subprocess.run(command, capture_output=True, check=False, timeout=60)
        assert done.returncode == 0
        assert "bad\N{REPLACEMENT CHARACTER}.log" in done.stdout.decode()


@pytest.mark.parametrize("folder", ["errors/numerics", "docs/clusters", "evidence"])
def test_check_reads_no_device_and_no_pipe(folder: str, tmp_path: Path) -> None:
    make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    (tmp_path / folder).mkdir(exist_ok=True)
    suffix = {"errors/numerics": "yml", "docs/clusters": "md", "evidence": "json"}[folder]
    (tmp_path / folder / f"zero.{suffix}").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / folder / f"pipe.{suffix}")
    done = run("check", cwd=tmp_path)
    assert done.returncode == 1
    for name in ("zero", "pipe"):
        assert f"{name}.{suffix}:1: ".encode() in done.stdout


def test_check_passes_by_a_link_to_itself(tmp_path: Path) -> None:
    make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    (tmp_path / "errors" / "loop").symlink_to("loop")
    done = run("check", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"")


def test_line_end_in_a_name_is_no_part_of_an_id(tmp_path: Path) -> None:
    make_catalog(tmp_path, {"numerics/wheel\n": ENTRY})
    done = run("check", cwd=tmp_path)
    assert done.returncode == 1
    assert b"is not an id" in done.stdout


def test_draft_does_not_follow_a_planted_link(tmp_path: Path) -> None:
    make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    target = tmp_path / "target"
    target.write_text("mine")
    for name in ("axle.yml", ".axle.yml.part"):
        (tmp_path / "errors" / "numerics" / name).symlink_to(target)
    run("new", "--yes", "--id", "axle", "--category", "numerics", "--title", "Axle", cwd=tmp_path)
    assert target.read_text() == "mine"


def test_texts_of_a_catalog_cannot_steer_the_terminal(tmp_path: Path) -> None:
    title = 'title: "Wheel \\x1b[2J\\x9b31m\\u202e is nan"'
    root = make_catalog(tmp_path, {"numerics/wheel": changed((TITLE, title))})
    (tmp_path / "train.log").write_text("Some \x1b[2JError: \x07wheel 3 broke\n")
    for arguments in (
        ("check",),
        ("show", "wheel", "--catalog", root),
        ("show", "\x1b[31mwheel", "--catalog", root),
        ("search", "wheel", "--catalog", root),
        ("new", "--yes", "--from-log", "train.log", "--\x1b[31m"),
        ("new", "--yes", "--from-log", "train.log"),
    ):
        done = run(*arguments, cwd=tmp_path)
        said = done.stdout.decode() + done.stderr.decode()
        assert said
        assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(said), arguments
