"""What words its lines like an entry's, and is something else, is not taken for it.

Each file in ``tests/data/look-alikes`` has the name of an entry. Its ``other_errors`` are texts
that look as if they were about the entry, with the ids of what they lead to instead. Its
``this_error`` lists texts in which the entry is to be found first.
"""

from typing import Any

import pytest
import yaml

from tests.support.paths import DATA
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser

CATALOG = load_snapshot()
DIAGNOSER = Diagnoser(CATALOG)
FILES = {
    path.stem: yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    for path in sorted((DATA / "look-alikes").glob("*.yml"))
}


def cases(kind: str) -> list[Any]:
    return [
        pytest.param(entry, case, id=f"{entry}: {case['name']}")
        for entry, file in FILES.items()
        for case in file.get(kind, ())
    ]


def found(text: str) -> list[str | None]:
    """Return the ids of what is found, with None for a failure that no entry explains."""
    return [match.id for match in DIAGNOSER.diagnose([text.encode()]).matches]


def test_files_have_names_of_entries_that_logs_can_lead_to() -> None:
    symptoms = {entry: CATALOG[entry].symptom for entry in FILES}
    assert [id_ for id_, one in symptoms.items() if not (one.messages or one.series)] == []
    assert all(file.keys() <= {"other_errors", "this_error"} for file in FILES.values())


@pytest.mark.parametrize(("entry", "case"), cases("other_errors"))
def test_look_alike_is_not_taken_for_the_error(entry: str, case: dict[str, Any]) -> None:
    leads_to = [id_ for id_ in found(case["text"]) if id_]
    assert entry not in leads_to
    assert leads_to == case.get("leads_to", [])


@pytest.mark.parametrize(("entry", "case"), cases("this_error"))
def test_error_itself_is_still_found_first(entry: str, case: dict[str, Any]) -> None:
    assert found(case["text"])[:1] == [entry]
