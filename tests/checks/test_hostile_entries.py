"""Entries that would run scripts are refused, each with the place and what would be right."""

import json
import re
from pathlib import Path

import pytest

from tests.support.entries import ENTRY, make_catalog
from tests.support.hostile import CASES, changed_at, fields
from trainwreck.checks.checker import check_catalog


@pytest.mark.parametrize(("field", "text"), CASES.values(), ids=CASES)
def test_hostile_text_is_refused(
    field: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    head = ENTRY.partition("\n")[0]
    entry = json.dumps(changed_at(fields(), field, text), indent=1)
    root = make_catalog(tmp_path, {"numerics/wheel": f"{head}\n{entry}\n"})
    found = [str(problem) for problem in check_catalog(root).problems]
    place = re.compile(rf"errors/numerics/wheel\.yml:\d+: {re.escape(field)}: .+; .+")
    assert any(map(place.match, found)), found
