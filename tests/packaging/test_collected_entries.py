"""Entries are collected as tests, each by itself."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.entries import ENTRY, changed, make_catalog
from tests.support.paths import ROOT


def test_entry_with_a_problem_fails_its_own_tests_only(tmp_path: Path) -> None:
    wheel = changed(("severity: high", "severity: hihg"))
    make_catalog(tmp_path, {"numerics/wheel": wheel, "numerics/nut": ENTRY.replace("wheel", "nut")})
    shutil.copy(ROOT / "conftest.py", tmp_path)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "errors"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    failed = {line.split(" ")[1] for line in done.stdout.splitlines() if line[:7] == "FAILED "}
    assert "errors/numerics/wheel.yml::wheel" in failed
    assert not [name for name in failed if "nut" in name and "wheel" not in name], done.stdout
