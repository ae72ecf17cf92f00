"""What a search says besides the entries that it lists."""

from trainwreck.matching.search_results import SearchResults

# browser/search/results.js says the same.
_MOST_WORDS = 6


def note(results: SearchResults) -> str | None:
    """Say that no entry fits the query, and which of its words none contains; None if one fits."""
    if any(one.fits for one in results.found):
        return None
    said = (
        "No entry covers all of these words; these come closest."
        if results.found
        else "No entry contains any of these words."
    )
    words = results.unknown_words
    if not (words and results.found):
        return said
    more = ", …" if len(words) > _MOST_WORDS else ""
    return f"{said} No entry mentions: {', '.join(words[:_MOST_WORDS])}{more}"
