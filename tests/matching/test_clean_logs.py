"""Nothing is found in the logs of healthy runs."""

from pathlib import Path

import pytest

from tests.support.paths import CLEAN_LOGS
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser

LOGS = sorted(CLEAN_LOGS.glob("*.log"))
DIAGNOSER = Diagnoser(load_snapshot())


def test_corpus_is_there() -> None:
    assert len(LOGS) >= 40


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_healthy_run_has_no_diagnosis(path: Path) -> None:
    matches = DIAGNOSER.diagnose([path.read_bytes()], path.name).matches
    assert [(match.id, match.message, match.lines[0]) for match in matches] == []
