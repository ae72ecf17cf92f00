"""The shared vectors: which codes are found in which text, in both implementations.

``code_vectors.json`` holds small tables, as their files have them and as browsers get them, a small
catalog, and texts with the codes to be found. The tests in the browser read the same file.
"""

import json
from typing import Any

import pytest

from macros.catalog_data.browser_catalog import HtmlRenderer
from macros.catalog_data.browser_codes import browser_codes
from tests.support.code_tables import catalog_with
from tests.support.paths import DATA
from trainwreck.matching.engine import Diagnoser

VECTORS = json.loads((DATA / "code_vectors.json").read_text(encoding="utf-8"))
CATALOG = catalog_with(VECTORS["entries"], VECTORS["sources"])
DIAGNOSER = Diagnoser(CATALOG)


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
def test_text_has_the_codes_that_the_vector_says(case: dict[str, Any]) -> None:
    found = DIAGNOSER.diagnose([case["text"].encode()]).codes
    codes = [{"table": c.table, "code": c.name or c.code, "line": c.line.number} for c in found]
    assert codes == case["codes"]


def test_tables_are_those_that_browsers_get() -> None:
    made = browser_codes(CATALOG, HtmlRenderer([], {}))
    assert json.loads(json.dumps(made)) == VECTORS["tables"]


def test_vectors_show_both_sides() -> None:
    found = [bool(case["codes"]) for case in VECTORS["cases"]]
    assert found.count(True) >= 10
    assert found.count(False) >= 10
