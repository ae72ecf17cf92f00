"""The shared vectors: which series and conditions are found in which text, in both languages.

The tests in the browser read the same file.
"""

import json
from typing import Any

import pytest

from tests.support.paths import DATA
from trainwreck.logs.normalizer import lines
from trainwreck.output.numbers import chosen, evidence_json, runs_json, series_json
from trainwreck.series.conditions import parse_condition
from trainwreck.series.evaluation import evaluate
from trainwreck.series.reader import SeriesReader

FILE = DATA / "series_vectors.json"
VECTORS = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []


def outcome(text: str, conditions: list[str]) -> dict[str, Any]:
    reader = SeriesReader()
    reader.read(lines(text))
    reader.end()
    found = [evaluate(parse_condition(condition), reader.series) for condition in conditions]
    return {
        "series": [series_json(series) for series in chosen(reader.series, ())],
        "progress": {"failed": None, "runs": runs_json(reader.progress.runs)},
        "evidence": [evidence_json(one) for one in found],
        "parsed": [parse_condition(condition).as_plain() for condition in conditions],
    }


def test_vectors_show_both_sides() -> None:
    found = [bool(one) for case in VECTORS for one in case["evidence"]]
    assert found.count(True) >= 12
    assert found.count(False) >= 4


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["name"])
def test_numbers_of_a_text_are_what_the_vector_says(case: dict[str, Any]) -> None:
    expected = {name: case[name] for name in ("series", "progress", "evidence", "parsed")}
    assert outcome(case["text"], case["conditions"]) == expected
