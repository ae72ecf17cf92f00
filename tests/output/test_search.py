"""A search says where no entry fits, and names at most six words."""

import pytest

from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.search_results import FoundEntry, SearchResults
from trainwreck.output.search import note

ENTRY = next(iter(load_snapshot()))
CLOSEST = "No entry covers all of these words; these come closest."


def said(fits: list[bool], unknown: str = "") -> str | None:
    found = tuple(FoundEntry(ENTRY, fits=one) for one in fits)
    return note(SearchResults(found, tuple(unknown.split())))


@pytest.mark.parametrize(
    ("unknown", "expected"),
    [
        ("", CLOSEST),
        ("Django", f"{CLOSEST} No entry mentions: Django"),
        ("a b c d e f", f"{CLOSEST} No entry mentions: a, b, c, d, e, f"),
        ("a b c d e f g", f"{CLOSEST} No entry mentions: a, b, c, d, e, f, …"),
    ],
)
def test_words_of_no_entry_are_named(unknown: str, expected: str) -> None:
    assert said([False, False], unknown) == expected


def test_nothing_is_said_where_one_fits() -> None:
    assert said([False, True], "Django") is None


def test_nothing_found() -> None:
    assert said([], "Django") == "No entry contains any of these words."
