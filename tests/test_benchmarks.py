"""The benchmarks run; what they measure is for people to read, not for a test to judge."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ENTRIES = len(list((ROOT / "errors").glob("*/*.yml")))


@pytest.mark.parametrize("name", ["build", "check"])
def test_benchmark_prints_a_line_for_each_size(name: str) -> None:
    command = [sys.executable, "-m", f"benchmarks.{name}", str(ENTRIES)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert len(lines) == 2
    assert re.fullmatch(rf" *{ENTRIES}( +[\d.,]+)+", lines[1])
