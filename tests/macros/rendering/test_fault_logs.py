"""The guide to what failures look like: generated from the logs of the fault-injection runs."""

import json
import re
from pathlib import Path

import pytest

from benchmarks.faults.launchers import run
from macros.catalog_data.frequencies import Frequency
from macros.rendering.fault_logs import (
    FAULTY,
    RANKS,
    FaultLog,
    fault_logs,
    kill_reports,
    shortened,
)
from macros.rendering.markdown import SiteMarkdown
from tests.support.paths import FAULT_LOGS, ROOT
from trainwreck.catalog.store import load_snapshot
from trainwreck.markdown.front_matter import front_matter

CATALOG = load_snapshot(ROOT / "errors")
GUIDE = ROOT / "docs/guides/failures-in-logs.md"


@pytest.fixture(scope="module")
def logs() -> tuple[FaultLog, ...]:
    return fault_logs(ROOT, CATALOG, {})


@pytest.fixture(scope="module")
def page(logs: tuple[FaultLog, ...]) -> str:
    return SiteMarkdown(CATALOG, "https://example.org", faults=lambda: logs).fault_logs()


def test_runs_are_those_of_the_benchmark() -> None:
    assert (RANKS, FAULTY) == (run.RANKS, run.FAULTY)


def test_every_fault_has_a_section_with_every_rank(logs: tuple[FaultLog, ...], page: str) -> None:
    assert {log.id for log in logs} == {
        path.stem for path in (FAULT_LOGS / "torchrun").glob("*.log")
    }
    for section in page.split("\n## ")[1:]:
        rows = re.findall(r"^\| \**(\d)\** \| ", section, re.MULTILINE)
        assert rows == [str(rank) for rank in range(RANKS)]


def test_lines_are_those_of_the_logs(logs: tuple[FaultLog, ...]) -> None:
    for log in logs:
        text = " ".join(
            (FAULT_LOGS / "torchrun" / f"{log.id}.log").read_text(encoding="utf-8").split()
        )
        for line in (line for lines in log.lines.values() for line in lines):
            for part in re.split(r" ?… ?", " ".join(line.split())):
                assert part in text, log.id


@pytest.mark.parametrize(
    ("fault", "rank", "line"),
    [
        ("KeyError", 2, r"KeyError: 'warmup_steps'"),
        ("SIGKILL", 2, r"exitcode : -9 \(pid: \d+\) \(SIGKILL\)"),
        ("SIGKILL", 0, r"exitcode : -15 \(pid: \d+\) \(SIGTERM\)"),
        ("hang", 1, r".*Timed out waiting 8000ms for \w+ operation to complete"),
        ("extra-collective", 2, r".*op\.preamble\.length <= op\.nbytes.*"),
    ],
)
def test_telling_lines_of_a_rank_are_shown(
    logs: tuple[FaultLog, ...], fault: str, rank: int, line: str
) -> None:
    (log,) = (one for one in logs if one.id == fault)
    assert any(re.fullmatch(line, shown) for shown in log.lines[rank]), log.lines[rank]


def test_verdict_and_entry_are_those_of_the_diagnosis(
    logs: tuple[FaultLog, ...], page: str
) -> None:
    (log,) = (one for one in logs if one.id == "SIGKILL")
    assert log.verdict.startswith("Rank 2 was ended by SIGKILL")
    assert log.entry == "process-killed-sigkill"
    assert "(/errors/process-killed-sigkill.md)" in page
    (log,) = (one for one in logs if one.id == "KeyError")
    assert log.entry is None


def test_rank_that_left_nothing_says_so(logs: tuple[FaultLog, ...], page: str) -> None:
    (log,) = (one for one in logs if one.id == "early-exit")
    assert log.lines[2] == ()
    section = page.split("\n## Early end without an error")[1]
    assert "| **2** | nothing |" in section.split("\n## ")[0]


def test_every_launcher_reports_a_killed_rank_in_one_line() -> None:
    reports = kill_reports(ROOT, CATALOG)
    lines = {report.launcher: report.line for report in reports}
    assert re.fullmatch(
        r"prterun noticed that process rank 2 with PID \d+ on node node01 exited on "
        r"signal 9 \(Killed\)\.",
        lines["mpirun of Open MPI 5"],
    )
    assert lines["srun"] == "srun: error: node01: task 2: Killed"
    assert lines["`deepspeed`"].endswith("[…] exits with return code = -9")
    table = SiteMarkdown(CATALOG, "https://example.org", kills=lambda: reports).kill_reports()
    assert table.count("was ended by SIGKILL") == len(reports) - 1
    assert "lost a Ray worker process" in table


def test_most_common_comes_first() -> None:
    often = {
        "module-not-found": Frequency(1, 50.0),
        "nccl-collective-timeout": Frequency(2, 20.0),
    }
    ordered = [log.id for log in fault_logs(ROOT, CATALOG, often)]
    listed = list(json.loads((ROOT / "benchmarks/faults/expected.json").read_text()))
    assert ordered[:2] == ["missing-module", "import"]
    assert ordered[2:5] == ["hang", "SIGSTOP", "other-shape"]
    assert ordered[5:] == [fault for fault in listed if fault in ordered[5:]]


@pytest.mark.parametrize(
    ("line", "short"),
    [
        ("[rank1]: RuntimeError: a\n", "RuntimeError: a"),
        (
            "E: [/__w/pytorch/third_party/gloo/tcp/pair.cc:553] closed",
            "E: […/tcp/pair.cc:553] closed",
        ),
        ("No such file: '/scratch/project/last.pt'", "No such file: '/scratch/project/last.pt'"),
        ("  exitcode  : -9 (pid: 5)  (SIGKILL)", "exitcode : -9 (pid: 5) (SIGKILL)"),
        ("word " * 60, " ".join(["word"] * 23) + " …"),
    ],
)
def test_lines_are_shortened(line: str, short: str) -> None:
    assert shortened(line) == short


def test_guide_serves_the_entries_that_it_links_to(page: str) -> None:
    linked = set(re.findall(r"\(/errors/([\w-]+)\.md\)", page))
    assert set(front_matter(GUIDE)["errors"]) == linked


def test_guide_is_linked_from_the_guide_to_debugging_and_the_navigation() -> None:
    debugging = Path(ROOT / "docs/guides/distributed-debugging.md").read_text(encoding="utf-8")
    assert "(failures-in-logs.md)" in debugging
    assert "guides/failures-in-logs.md" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
