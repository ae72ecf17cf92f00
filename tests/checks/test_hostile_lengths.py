"""Entries that are long in a hostile way are judged in time.

A quadratic step would take minutes: the runner's own time limit is the test.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.entries import ENTRY, make_catalog
from tests.support.hostile import changed_at, fields
from trainwreck.checks.checker import check_catalog


def problems(folder: Path, entry: dict[str, Any]) -> list[str]:
    head = ENTRY.partition("\n")[0]
    root = make_catalog(folder, {"numerics/wheel": f"{head}\n{json.dumps(entry, indent=1)}\n"})
    return [str(problem) for problem in check_catalog(root, use_cache=False).problems]


@pytest.mark.parametrize(
    ("field", "text", "problem"),
    [
        ("cause", "".join("`" * number + " " for number in range(680)), "characters long"),
        (
            "symptom.summary",
            "".join("`" * number + " " for number in range(190)),
            "symptom.summary",
        ),
        ("symptom.samples.0", "Error " + "a" * 19_000, "contains no message"),
    ],
)
def test_long_text_is_refused_in_time(field: str, text: str, problem: str, tmp_path: Path) -> None:
    entry = changed_at(fields(), field, text)
    assert [found for found in problems(tmp_path, entry) if problem in found]


def test_many_placeholders_are_looked_for_in_time(tmp_path: Path) -> None:
    entry = changed_at(fields(), "symptom.messages.0", "RuntimeError: wheel " + "a<*>" * 30 + "a")
    entry = changed_at(entry, "symptom.samples.0", "RuntimeError: wheel " + "a" * 9_000)
    assert not [found for found in problems(tmp_path, entry) if "contains no message" in found]


def test_each_of_many_unknown_links_is_named(tmp_path: Path) -> None:
    entry = fields() | {"related": [f"unknown-{number}" for number in range(3_000)]}
    assert (
        len([found for found in problems(tmp_path, entry) if "is not an entry" in found]) == 3_000
    )
