"""Entries are called similar only to failures that they are about, more or less."""

import re
from pathlib import Path

import pytest

from tests.support.paths import CLEAN_LOGS
from trainwreck.catalog.store import load_snapshot
from trainwreck.logs.error_lines import FAILURE
from trainwreck.logs.failure_reports import Failure, FailureKind
from trainwreck.logs.normalizer import lines
from trainwreck.matching.engine import Diagnoser

DIAGNOSER = Diagnoser(load_snapshot())
LOGS = sorted(CLEAN_LOGS.glob("*.log"))
# They report a real problem that did no harm, which an entry is about: corrected errors of memory,
# a port that could be bound over IPv4 only, a plugin of Slurm that is not installed.
HARMLESS_PROBLEMS = (
    "edac-corrected",
    "slurm-daemons",
    "slurm-daemons-verbose",
    "torchrun-two-agents",
)


def similar(text: str) -> list[str]:
    return [entry.id for entry in DIAGNOSER.diagnose([text.encode()]).similar]


@pytest.mark.parametrize(
    ("failure", "id_"),
    [
        ("lmdb.DbsFullError: MDB_DBS_FULL: Environment maxdbs limit reached", "lmdb-readers-full"),
        (
            "RuntimeError: TCPStore: timed out after 900 seconds while waiting for clients, 1 of 2"
            " clients joined",
            "tcpstore-rendezvous-timeout",
        ),
        (
            "ServiceError: HTTPSConnectionPool(host='x'): retries exceeded, connection refused",
            "service-unreachable",
        ),
    ],
    ids=["database", "rendezvous", "service"],
)
def test_unknown_failure_has_an_entry_on_much_the_same(failure: str, id_: str) -> None:
    assert similar(f"step 1\n{failure}\n")[0] == id_


@pytest.mark.parametrize(
    "failure",
    [
        "ValueError: axle 3 refused the wheel",
        "TypeError: unsupported operand type(s) for +: 'Wheel' and 'Axle'",
        "BufferError: Existing exports of data: object cannot be re-sized",
        "FloatingPointError: underflow encountered in multiply",
        "ZeroDivisionError: division by zero",
    ],
)
def test_unlike_failure_has_none(failure: str) -> None:
    diagnosis = DIAGNOSER.diagnose([failure.encode()])
    assert diagnosis.failures
    assert (diagnosis.matches, diagnosis.similar) == ((), ())


def test_log_without_failure_has_none() -> None:
    steps = "".join(f"step {step}\n" for step in range(5))
    assert similar(f"{steps}QPU out of memory. Tried to allocate 4.00 GiB\n") == []


def test_few_lines_without_failure_have_entries_on_much_the_same() -> None:
    assert similar("step 1\nQPU out of memory. Tried to allocate 4.00 GiB\n") == [
        "cuda-out-of-memory"
    ]
    assert similar("axle 3 cannot be fitted with a wheel of 4.00 inches\n") == []


def test_few_lines_that_speak_of_no_error_have_none() -> None:
    assert similar("QPU memory. Tried to allocate 4.00 GiB\n") == []


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_healthy_run_has_none(path: Path) -> None:
    assert DIAGNOSER.diagnose([path.read_bytes()]).similar == ()


@pytest.mark.parametrize(
    "path",
    [path for path in LOGS if path.stem not in HARMLESS_PROBLEMS],
    ids=lambda path: path.stem,
)
def test_line_of_a_healthy_run_would_have_none_if_it_were_a_failure(path: Path) -> None:
    said = lines(path.read_text(encoding="utf-8", errors="replace"))
    # Of lines that differ in numbers alone one will do.
    texts = {
        re.sub(r"\d+", "0", line.text): line.text for line in said if FAILURE.search(line.text)
    }
    for text in texts.values():
        failure = Failure(FailureKind.EXCEPTION, text, line=1, first_line=1, last_line=1)
        assert DIAGNOSER.similar([failure]) == (), text
