"""What a search says besides the entries that it lists."""

from trainwreck.matching.search_results import SearchResults

# browser/search/results.js says the same.
_MOST_WORDS = 6


def note(results: SearchResults) -> str | None:
    """Say which query was searched for instead, that no entry fits, and which words none contains.

    Return None if the query was searched for as it is, and an entry fits.
    """
    if not results.found:
        return "No entry contains any of these words."
    said = []
    if results.searched_for is not None:
        said.append(f'Showing results for "{results.searched_for}".')
    if not any(one.fits for one in results.found):
        said.append("No entry covers all of these words; these come closest.")
        if words := results.unknown_words:
            more = ", …" if len(words) > _MOST_WORDS else ""
            said.append(f"No entry mentions: {', '.join(words[:_MOST_WORDS])}{more}")
    return " ".join(said) or None
