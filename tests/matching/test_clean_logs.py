"""Nothing is found in the logs of healthy runs."""

from pathlib import Path

import pytest

from tests.support.paths import CLEAN_LOGS
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser

LOGS = sorted(CLEAN_LOGS.glob("*.log"))
CATALOG = load_snapshot()
DIAGNOSER = Diagnoser(CATALOG)


def test_corpus_is_there() -> None:
    assert len(LOGS) >= 40


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_healthy_run_has_no_diagnosis(path: Path) -> None:
    diagnosis = DIAGNOSER.diagnose([path.read_bytes()], path.name)
    assert [(match.id, match.message, match.lines[0]) for match in diagnosis.matches] == []
    assert [(code.table, code.code, code.line) for code in diagnosis.codes] == []


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_no_line_of_a_healthy_run_has_a_code(path: Path) -> None:
    text = path.read_text(encoding="utf-8", errors="replace")
    found = [
        (table.id, pattern.text, value)
        for table in CATALOG.code_tables()
        for pattern in table.patterns
        if pattern.literal in text
        for line in text.splitlines()
        for kind, value in pattern.find(line)
        if table.find(kind, value)
    ]
    assert found == []
