"""Ids live for ever: what was published stays an entry, an alias, or a withdrawn entry."""

import re

import pytest

import trainwreck
from tests.conftest import ROOT
from trainwreck.field_types import ID_PATTERN

LIST = ROOT / "errors" / "published-ids.txt"
LINES = LIST.read_text(encoding="utf-8").splitlines()
IDS = [line for line in LINES if not line.startswith("#")]
CATALOG = trainwreck.load(ROOT / "errors")
REMEDY = (
    "bring its file back with withdrawn: and the reason, or name it under aliases: of the entry"
    " that took its place"
)


def test_list_begins_with_what_it_is_and_is_sorted() -> None:
    assert LINES[0].startswith("# ")
    assert sorted(set(IDS)) == IDS
    assert [id_ for id_ in IDS if not re.fullmatch(ID_PATTERN, id_)] == []


@pytest.mark.parametrize("id_", IDS)
def test_published_id_still_leads_somewhere(id_: str) -> None:
    if CATALOG.find(id_) is None:
        pytest.fail(f'the published id "{id_}" is gone; {REMEDY}', pytrace=False)


def test_new_ids_are_named_until_they_are_listed() -> None:
    # No failure: whoever adds an entry writes one file, and the id is listed once it is merged.
    missing = sorted(set(CATALOG.entries) - set(IDS))
    if missing:
        pytest.skip(f"not protected yet; add to {LIST.relative_to(ROOT)}: {', '.join(missing)}")
