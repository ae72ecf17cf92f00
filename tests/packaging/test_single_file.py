"""The package as one file, for machines without pip and without a network."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from macros.commands.single_file import single_file
from tests.support.paths import ROOT

LOG = "[rank3]: RuntimeError: No HIP GPUs are available\n"


@pytest.fixture(scope="module")
def pyz(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the file."""
    path = tmp_path_factory.mktemp("pyz") / "trainwreck.pyz"
    single_file(ROOT, path)
    return path


def run(pyz: Path, *arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run the file with a Python that knows no other package and has no home folder."""
    return subprocess.run(
        [sys.executable, "-I", "-S", str(pyz), *arguments],
        cwd=pyz.parent,
        env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"},
        input=said,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_log_is_diagnosed(pyz: Path) -> None:
    done = run(pyz, "diagnose", "--format", "json", said=LOG)
    assert done.stderr == ""
    (found,) = json.loads(done.stdout)
    assert [match["id"] for match in found["matches"]] == ["no-hip-gpus-available"]


def test_large_log_is_diagnosed_without_hyperscan(pyz: Path, tmp_path: Path) -> None:
    log = tmp_path / "train.log"
    log.write_text("step 1 loss 0.3\n" * 300_000 + LOG)
    done = run(pyz, "diagnose", "--format", "json", str(log))
    assert json.loads(done.stdout)[0]["matches"][0]["lines"][0]["number"] == 300_001


def test_catalog_can_be_searched_and_read(pyz: Path) -> None:
    assert "disk-quota-exceeded" in run(pyz, "search", "disk quota exceeded").stdout
    assert run(pyz, "show", "nan-loss").stdout.startswith("# ")


def test_help_says_what_is_not_available(pyz: Path) -> None:
    done = run(pyz, "--help")
    assert done.returncode == 0
    assert "Not available here: needs the package" in " ".join(done.stdout.split())


@pytest.mark.parametrize("command", ["check", "new", "survey"])
def test_command_that_needs_more_says_so(pyz: Path, command: str) -> None:
    done = run(pyz, command, "--output", "out", "logs")
    assert done.returncode == 2
    assert "install" in done.stderr
    assert "Traceback" not in done.stderr


def test_file_is_the_same_each_time(pyz: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.pyz"
    single_file(ROOT, again)
    assert again.read_bytes() == pyz.read_bytes()
