"""The logs of training runs with a known fault: the diagnosis names it, its rank and the rest."""

import functools
import re

import pytest

from benchmarks.faults.scoring import EXPECTED, RANK, RANKS, score
from tests.support.paths import FAULT_LOGS
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser


@functools.cache
def diagnoser() -> Diagnoser:
    return Diagnoser(load_snapshot())


def test_every_fault_has_a_log() -> None:
    assert {path.stem for path in FAULT_LOGS.glob("*.log")} == set(EXPECTED)


@pytest.mark.parametrize("fault", EXPECTED)
def test_diagnosis_names_fault_and_rank(fault: str) -> None:
    log = (FAULT_LOGS / f"{fault}.log").read_bytes()
    diagnosis = diagnoser().diagnose([log], fault)
    found = score(fault, diagnosis)
    assert found.is_right, (found, diagnosis.verdict, [match.title for match in diagnosis.matches])


@pytest.mark.parametrize("fault", EXPECTED)
def test_log_is_of_all_ranks_and_of_no_machine(fault: str) -> None:
    log = (FAULT_LOGS / f"{fault}.log").read_text(encoding="utf-8")
    others = {str(rank) for rank in range(RANKS)} - {RANK}
    ready = set(re.findall(rf"rank (\d) of {RANKS} is ready", log))
    assert fault in ("import", "late-start") or others <= ready
    assert not re.search(r"/(?:root|home|tmp|work)/", log)
