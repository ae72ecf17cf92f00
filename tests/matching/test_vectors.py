"""The shared vectors: what is found in which text, in every implementation of the matcher.

``vectors.json`` holds a small catalog and texts with the errors to be found in each, ranked, with
their roles and the numbers of their first line. The tests in the browser read the same file.
"""

import json
from typing import Any

import pytest

from tests.support.catalogs import catalog_of
from tests.support.paths import DATA
from trainwreck.matching.engine import Diagnoser

VECTORS = json.loads((DATA / "vectors.json").read_text(encoding="utf-8"))


def outcome(entries: list[dict[str, Any]], text: str) -> list[dict[str, Any]]:
    diagnoser = Diagnoser(catalog_of(entries))
    matches = diagnoser.diagnose([text.encode("utf-8", "surrogatepass")]).matches
    return [
        {
            "id": match.id,
            "role": str(match.role),
            "line": match.lines[0].number,
            "weight": match.weight,
            "ranks": list(match.sources),
        }
        for match in matches
    ]


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
def test_text_leads_to_what_the_vector_says(case: dict[str, Any]) -> None:
    assert outcome(VECTORS["entries"], case["text"]) == case["found"]


def test_vectors_show_both_sides() -> None:
    found = [bool(case["found"]) for case in VECTORS["cases"]]
    assert found.count(True) >= 20
    assert found.count(False) >= 5
