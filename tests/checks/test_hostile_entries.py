"""Entries that would run scripts are refused, each with the place and what would be right."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.entries import ENTRY, make_catalog
from tests.support.hostile import CASES
from trainwreck.catalog.loader import inspect

PARTS: dict[str, Any] = {
    "fix": [{"title": "Tighten the nut", "text": "Take a spanner and turn the nut clockwise."}],
    "failed_attempts": [
        {"tried": "Turning it", "result": "It came off again, and again, and again."}
    ],
    "reproduction": {"exempt": "needs-cluster", "because": "There is no car here."},
    "references": [{"title": "One", "url": "https://e.invalid/"}] * 2,
}


def hostile_entry(field: str, text: str) -> dict[str, Any]:
    """Return the fields of an entry that holds ``text`` at ``field``."""
    entry: dict[str, Any] = json.loads(json.dumps(yaml.safe_load(ENTRY) | PARTS, default=str))
    entry["symptom"]["samples"] = ["RuntimeError: wheel 1 came off at 2 km/h and rolled away"]
    *path, last = [int(part) if part.isdecimal() else part for part in field.split(".")]
    part: Any = entry
    for name in path:
        part = part[name]
    part[last] = text
    return entry


@pytest.mark.parametrize(("field", "text"), CASES.values(), ids=CASES)
def test_hostile_text_is_refused(
    field: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    head = ENTRY.partition("\n")[0]
    entry = json.dumps(hostile_entry(field, text), indent=1)
    root = make_catalog(tmp_path, {"numerics/wheel": f"{head}\n{entry}\n"})
    found = [str(fault) for fault in inspect(root)[1]]
    place = re.compile(rf"errors/numerics/wheel\.yml:\d+: {re.escape(field)}: .+; .+")
    assert any(map(place.match, found)), found
