"""The benchmarks run; what they measure is for people to read, not for a test to judge."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

ENTRIES = len(list((ROOT / "errors").glob("*/*.yml")))


@pytest.mark.parametrize("name", ["build", "check"])
def test_benchmark_prints_a_line_for_each_size(name: str) -> None:
    command = [sys.executable, "-m", f"benchmarks.{name}", str(ENTRIES)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert len(lines) == 2
    assert re.fullmatch(rf" *{ENTRIES}( +[\d.,]+)+", lines[1])


def run(*arguments: str) -> str:
    command = [sys.executable, "-m", *arguments]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_recall_counts_right_answers_and_false_alarms(tmp_path: Path) -> None:
    line = "RuntimeError: No HIP GPUs are available"
    cases = [
        {"id": "no-hip-gpus-available", "text": line, "kind": "log"},
        {"id": "nan-loss", "also": ["no-hip-gpus-available"], "text": line, "kind": "log"},
        {"id": "nan-loss", "text": "all is well", "kind": "log"},
        {"id": None, "text": line, "kind": "negative"},
        {"id": None, "text": "all is well", "kind": "negative"},
    ]
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(map(json.dumps, cases)))
    assert run("benchmarks.recall", str(path)).splitlines() == [
        "log: first 2/3 (66.7 %), in three 2/3 (66.7 %), wrong only 0/3 (0.0 %)",
        "negative: false alarms 1/2 (50.0 %)",
    ]


def test_start_is_compared_with_an_empty_process() -> None:
    assert re.search(r"^ratio +[\d.]+$", run("benchmarks.scan", "--start"), re.MULTILINE)


def test_survey_finds_the_bad_nodes_of_a_generated_month() -> None:
    lines = run("benchmarks.survey", "--logs", "600", "--mean-size", "4000", "--jobs", "1")
    assert re.search(r"^survey +[\d,]+ logs/s", lines, re.MULTILINE)
    assert "bad nodes found: nid0001, nid0010, nid0016; right" in lines
    assert "rows that differ from a diagnosis: 0 of 600" in lines
