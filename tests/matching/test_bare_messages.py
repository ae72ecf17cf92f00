"""A short paste may lack the exception with which a message begins."""

import re
from pathlib import Path

import pytest

from tests.support.catalogs import catalog_of
from tests.support.paths import CLEAN_LOGS
from trainwreck.catalog.store import load_snapshot
from trainwreck.logs.normalizer import lines
from trainwreck.matching.bare_messages import MOST_LINES, BareMatcher, without_exception
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.results import Diagnosis
from trainwreck.snapshot.patterns import Purpose

CATALOG = load_snapshot()
DIAGNOSER = Diagnoser(CATALOG)
BARE = BareMatcher(CATALOG.patterns())
KNOWN = {message.text for message in CATALOG.patterns() if message.purpose == Purpose.MESSAGE}
LOGS = sorted(CLEAN_LOGS.glob("*.log"))


def diagnosed(text: str, diagnoser: Diagnoser = DIAGNOSER) -> Diagnosis:
    return diagnoser.diagnose([text.encode()])


def found(text: str, diagnoser: Diagnoser = DIAGNOSER) -> list[str | None]:
    return [match.id for match in diagnosed(text, diagnoser).matches]


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("index out of range in self", "embedding-index-out-of-range"),
        ("CUDA out of memory. Tried to allocate 20.00 MiB", "cuda-out-of-memory"),
        ("No module named 'tifffile'", "module-not-found"),
        ("'NoneType' object has no attribute 'shape'", "none-type-attribute"),
        ("Unable to locate credentials", "aws-credentials-not-found"),
    ],
)
def test_message_alone_leads_to_its_entry(text: str, id_: str) -> None:
    assert found(text) == [id_]


def test_message_that_is_shown_lacks_the_exception_too() -> None:
    match = diagnosed("index out of range in self\n").matches[0]
    assert match.message == "index out of range in self"
    assert match.reason.startswith('the log contains "index out of range in self"')
    assert [(line.number, line.text) for line in match.lines] == [(1, "index out of range in self")]


def test_message_is_not_looked_for_within_a_line() -> None:
    assert found("It says index out of range in self") == []


def test_message_is_not_looked_for_in_a_longer_log() -> None:
    few = "step\n" * (MOST_LINES - 1)
    assert found(f"{few}\n\nindex out of range in self\n") == ["embedding-index-out-of-range"]
    assert found(f"{few}step\nindex out of range in self\n") == []
    assert found(f"{'-' * 20_000}\nindex out of range in self\n") == []


def test_message_is_not_looked_for_beside_a_failure() -> None:
    assert found("ValueError: axle 3 refused the wheel\nindex out of range in self\n") == []


def test_several_errors_are_none() -> None:
    assert found("index out of range in self\nNo module named 'tifffile'\n") == []


def test_exceptions_to_a_message_count_without_their_class_too() -> None:
    entry = {
        "id": "wheel",
        "messages": ["RuntimeError: the wheel came off the axle"],
        "unless": ["depot.DepotError: the wheel came off the axle of the spare"],
    }
    diagnoser = Diagnoser(catalog_of([entry]))
    assert found("the wheel came off the axle", diagnoser) == ["wheel"]
    assert found("the wheel came off the axle of the spare", diagnoser) == []


@pytest.mark.parametrize(
    ("message", "rest"),
    [
        ("IndexError: index out of range in self", "index out of range in self"),
        ("RuntimeError: Socket Timeout", None),
        ("ModuleNotFoundError: No module named '<~>'", "No module named '<~>'"),
        ("tarfile.ReadError: unexpected end of data", None),
        ("LinAlgError: Matrix is not positive definite", "Matrix is not positive definite"),
        ("httpx.ConnectError: [Errno 111] Connection refused", None),
        ("OSError: [Errno 24] Too many open files", "[Errno 24] Too many open files"),
        ("KeyError: 'OMPI_COMM_WORLD_RANK'", None),
        ("UserWarning: Can't initialize NVML", None),
        ("RuntimeError: <*>must be a CUDA tensor", None),
        ("RuntimeError", None),
        ("CUDA out of memory", None),
    ],
)
def test_rest_of_a_message_has_to_say_enough(message: str, rest: str | None) -> None:
    assert without_exception(message) == rest


def test_samples_lead_to_the_same_entry_without_the_exception() -> None:
    """Of all samples that were not found without their exception before, none may mislead."""
    right = wrong = 0
    for entry in CATALOG:
        for sample in entry.symptom.samples:
            for line in lines(sample):
                rest = re.sub(r"^(?:\w+\.)*\w+(?:Error|Exception): ", "", line.text)
                if rest == line.text or found(line.text)[:1] != [entry.id]:
                    continue
                named = found(rest)
                right += named[:1] == [entry.id]
                wrong += bool(named) and named[:1] != [entry.id]
    assert right >= 650
    assert wrong <= 10


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_line_of_a_healthy_run_is_no_error(path: Path) -> None:
    text = path.read_text(encoding="utf-8", errors="replace")
    lines_found = {line.raw for found in BARE.find(text) for line in found.lines}
    for line in lines_found:
        assert {match.message for match in diagnosed(line).matches} <= KNOWN, line
