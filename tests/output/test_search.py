"""A search says what it corrected and where no entry fits, and names at most six words."""

import pytest

from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.search_results import FoundEntry, SearchResults
from trainwreck.output.search import note

ENTRY = next(iter(load_snapshot()))
CLOSEST = "No entry covers all of these words; these come closest."


def said(fits: list[bool], unknown: str = "", searched_for: str | None = None) -> str | None:
    found = tuple(FoundEntry(ENTRY, fits=one) for one in fits)
    return note(SearchResults(found, tuple(unknown.split()), searched_for))


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


def test_correction_is_said() -> None:
    corrected = 'Showing results for "loss is nan".'
    assert said([True], "", "loss is nan") == corrected
    assert said([False], "Django", "loss is nan") == (
        f"{corrected} {CLOSEST} No entry mentions: Django"
    )


def test_nothing_found() -> None:
    assert said([], "Django") == "No entry contains any of these words."
    assert said([], "", "should") == "No entry contains any of these words."
