"""The package as one file, for machines without pip and without a network."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from macros.publishing.single_file import single_file
from tests.support.paths import ROOT
from tests.support.sharing import made_once

LOG = "[rank3]: RuntimeError: No HIP GPUs are available\n"
WITHOUT_NETWORK = """\
import runpy, sys
def refuse(event, arguments):
    if event.startswith("socket."):
        raise SystemExit(f"{event} was called")
getattr(sys, "addaudithook", id)(refuse)  # since Python 3.8
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""Runs a file, and ends it if it opens a socket."""


@pytest.fixture(scope="module")
def pyz(shared_folder: Path) -> Path:
    """Build the file."""

    def make(path: Path) -> None:
        command = [sys.executable, "-m", "macros.commands.single_file", str(path)]
        subprocess.run(command, cwd=ROOT, check=True)

    return made_once(shared_folder / "pyz" / "trainwreck.pyz", make)


def run(
    pyz: Path, *arguments: str, said: str = "", python: str = sys.executable
) -> subprocess.CompletedProcess[str]:
    """Run the file with a Python that knows no other package, and has no home and no network."""
    return subprocess.run(
        [python, "-I", "-S", "-c", WITHOUT_NETWORK, str(pyz), *arguments],
        cwd=pyz.parent,
        env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"},
        input=said,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def pythons() -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield each Python 3 of this machine with its version."""
    folders = [*os.environ["PATH"].split(os.pathsep), *map(str, _of_pyenv())]
    found = {sys.executable} | {
        path
        for folder in folders
        for minor in range(20)
        if (path := shutil.which(f"python3.{minor}", path=folder))
    }
    ask = "import sys; print(*sys.version_info[:2])"
    for python in sorted(found):
        done = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=False)
        if done.returncode == 0:  # a shim of pyenv may stand for no Python
            major, minor = map(int, done.stdout.split())
            yield python, (major, minor)


def _of_pyenv() -> Iterator[Path]:
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from root.glob("versions/*/bin")


def test_log_is_diagnosed_by_every_python_that_is_new_enough(pyz: Path) -> None:
    for python, version in pythons():
        done = run(pyz, "diagnose", "--format", "json", said=LOG, python=python)
        if version < (3, 11):
            assert done.returncode == 1
            assert done.stderr.startswith("trainwreck needs Python 3.11 or newer; this is 3.")
        else:
            assert done.stderr == "", python
            (found,) = json.loads(done.stdout)
            assert [match["id"] for match in found["matches"]] == ["no-hip-gpus-available"]


def test_large_log_is_diagnosed_without_hyperscan(pyz: Path, tmp_path: Path) -> None:
    log = tmp_path / "train.log"
    log.write_text("step 1 loss 0.3\n" * 100_000 + LOG)
    done = run(pyz, "diagnose", "--format", "json", str(log))
    assert json.loads(done.stdout)[0]["matches"][0]["lines"][0]["number"] == 100_001


def test_catalog_can_be_searched_and_read(pyz: Path) -> None:
    assert "disk-quota-exceeded" in run(pyz, "search", "disk quota exceeded").stdout
    assert run(pyz, "show", "nan-loss").stdout.startswith("# ")
    assert "Disk quota exceeded" in run(pyz, "explain", "errno", "122").stdout


def test_help_says_what_is_not_available(pyz: Path) -> None:
    done = run(pyz, "--help")
    assert done.returncode == 0
    said = " ".join(done.stdout.split())
    for command in ("check", "new", "schema", "serve-mcp", "survey"):
        assert f"{command} Not available here: needs the package" in said


@pytest.mark.parametrize("command", ["check", "new", "survey"])
def test_command_that_needs_more_says_so(pyz: Path, command: str) -> None:
    done = run(pyz, command, "--output", "out", "logs")
    assert done.returncode == 2
    assert "install" in done.stderr
    assert "Traceback" not in done.stderr


def test_file_can_be_run_as_a_program(pyz: Path) -> None:
    assert os.access(pyz, os.X_OK)
    assert pyz.read_bytes().startswith(b"#!/usr/bin/env python3\n")


def test_file_is_the_same_each_time(pyz: Path) -> None:
    assert single_file(ROOT) == pyz.read_bytes()


def test_nothing_in_the_file_is_compiled_code(pyz: Path) -> None:
    with zipfile.ZipFile(pyz) as archive:
        names = archive.namelist()
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc"))]
    assert {"LICENSE", "LICENSE-CONTENT.md", "click/__init__.py"} <= set(names)


def test_catalog_with_problems_is_reported(tmp_path: Path) -> None:
    (tmp_path / "errors").mkdir()
    command = [sys.executable, "-m", "macros.commands.single_file", "out.pyz"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("nothing was written: the catalog has problems:")
    assert not (tmp_path / "out.pyz").exists()
