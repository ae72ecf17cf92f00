"""The shared vectors: what is found in which text, in every implementation of the matcher.

``vectors.json`` holds a small catalog and texts with the diagnosis of each: verdict, action, hints
and failures, and the errors to be found, ranked, with their roles and the numbers of their first
line.
The tests in the browser read the same file.
"""

import json
from typing import Any

import pytest

from tests.support.catalogs import catalog_of
from tests.support.paths import DATA
from trainwreck.matching.engine import Diagnoser
from trainwreck.output.diagnosis_json import as_plain

VECTORS = json.loads((DATA / "vectors.json").read_text(encoding="utf-8"))


def outcome(entries: list[dict[str, Any]], text: str) -> dict[str, Any]:
    diagnoser = Diagnoser(catalog_of(entries))
    diagnosis = diagnoser.diagnose([text.encode("utf-8", "surrogatepass")])
    plain = as_plain(diagnosis)
    found = [
        {
            "id": match.id,
            "role": str(match.role),
            "line": match.lines[0].number,
            "weight": match.weight,
            "ranks": list(match.sources),
            "nodes": list(match.nodes),
            "caused_by": list(match.causes),
            "narrows": match.general,
        }
        for match in diagnosis.matches
    ]
    said = {name: plain[name] for name in ("verdict", "action", "hints", "failures")}
    return {**said, "found": found}


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
def test_text_leads_to_what_the_vector_says(case: dict[str, Any]) -> None:
    expected = {name: case[name] for name in ("verdict", "action", "hints", "failures", "found")}
    assert outcome(VECTORS["entries"], case["text"]) == expected


def test_vectors_show_both_sides() -> None:
    found = [bool(case["found"]) for case in VECTORS["cases"]]
    assert found.count(True) >= 20
    assert found.count(False) >= 5


def test_vectors_show_each_role_and_unknown_causes() -> None:
    found = [match for case in VECTORS["cases"] for match in case["found"]]
    assert {match["role"] for match in found} == {"cause", "symptom", "consequence"}
    assert {None} < {match["id"] for match in found}
    assert {None} < {match["narrows"] for match in found}
