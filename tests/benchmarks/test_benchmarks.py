"""The benchmarks run; what they measure is for people to read, not for a test to judge."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import generated
from tests.support.paths import ROOT
from trainwreck.checks.checker import check_catalog


def run(module: str, *arguments: str, **constants: int) -> str:
    """Run a benchmark, with other values for some of its constants, and return what it prints."""
    code = f"import {module} as benchmark; vars(benchmark).update({constants}); benchmark.main()"
    program = ["-c", code] if constants else ["-m", module]
    command = [sys.executable, *program, *arguments]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


# Catalogs of more entries than there are, which come as copies, have a test of their own.
@pytest.mark.parametrize(
    ("name", "sizes", "constants"),
    [("build", (2, 3), {}), ("check", (3, 40), {}), ("startup", (1, 2), {"RUNS": 1})],
    ids=["build", "check", "startup"],
)
def test_benchmark_prints_a_line_for_each_size(
    name: str, sizes: tuple[int, ...], constants: dict[str, int]
) -> None:
    _, *lines = run(f"benchmarks.{name}", *map(str, sizes), **constants).splitlines()
    for line, size in zip(lines, sizes, strict=True):
        assert re.fullmatch(rf" *{size}( +[\d.,]+)+", line)


def test_catalogs_of_copies_have_no_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Of some entries, since three copies of all would take long to check.
    few = generated.write_catalog(tmp_path / "few", 120)
    monkeypatch.setattr(generated, "REAL", few)
    entries = generated.write_catalog(tmp_path / "copies", 2 * 120 + 1)
    assert check_catalog(entries, use_cache=False).problems == ()


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


def test_recall_names_a_file_that_is_not_there() -> None:
    command = [sys.executable, "-m", "benchmarks.recall", "nowhere.jsonl"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "nowhere.jsonl: no such file" in done.stderr


def test_reading_is_timed_with_and_without_numbers() -> None:
    lines = run("benchmarks.series", "--speed", "5", RUNS=1).splitlines()
    assert all(re.search(r"ratio \d\.\d\d$", line) for line in lines)
    assert lines[-1].startswith("command: ")


def test_start_is_compared_with_an_empty_process() -> None:
    assert re.search(r"^ratio +[\d.]+$", run("benchmarks.scan", "--start", STARTS=2), re.MULTILINE)


def test_survey_finds_the_bad_nodes_of_a_generated_month() -> None:
    lines = run("benchmarks.survey", "--logs", "800", "--mean-size", "2000", "--jobs", "1")
    assert re.search(r"^survey +[\d,]+ logs/s", lines, re.MULTILINE)
    assert "bad nodes found: nid0001, nid0010, nid0016; right" in lines
    assert "rows that differ from a diagnosis: 0 of 800" in lines


def test_survey_that_is_killed_halfway_continues_with_the_same_result() -> None:
    lines = run("benchmarks.resume", "--logs", "1200", "--mean-size", "600", "--jobs", "1")
    assert re.search(r"^killed with \S+ of 1,200 logs finished$", lines, re.MULTILINE)
    assert lines.endswith("table and report: the same\n")
