"""Nothing is found in the logs of healthy runs."""

from pathlib import Path

import pytest
from trainwreck.snapshot.compiled import load_compiled

from tests.support.paths import CLEAN_LOGS
from trainwreck.matching.engine import Doctor

LOGS = sorted(CLEAN_LOGS.glob("*.log"))
DOCTOR = Doctor(load_compiled())


def test_corpus_is_there() -> None:
    assert len(LOGS) >= 40


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_healthy_run_has_no_diagnosis(path: Path) -> None:
    matches = DOCTOR.diagnose([path.read_bytes()], path.name).matches
    assert [(match.entry.id, match.message, match.lines[0]) for match in matches] == []
