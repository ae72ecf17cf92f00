"""Lists, of a section with many pages such as a category, those around the page that is shown.

With all of them beside each entry, the site would grow with the square of their number.
"""

from typing import Any

from mkdocs.structure.nav import Link
from mkdocs.structure.pages import Page

LIMIT = 20
"""How many pages of a section are listed at most, beside the first one."""


def nearby(section: Any, page: Page | None) -> list[tuple[int, Any]]:
    """Return the children of a section that the navigation lists, each with its number from 1 on.

    Of a section with many pages these are the first one, which lists them all, the ones around
    ``page``, and a link to the first one that says how many there are.
    """
    children = list(enumerate(section.children, start=1))
    overview, *entries = children
    if len(entries) <= LIMIT:
        return children
    place = next((place for place, (_, entry) in enumerate(entries) if entry is page), 0)
    start = min(max(place - LIMIT // 2, 0), len(entries) - LIMIT)
    noun = "errors" if overview[1].url.startswith("categories/") else "pages"
    everything = Link(f"All {len(entries)} {noun}", overview[1].url)
    return [overview, *entries[start : start + LIMIT], (len(children) + 1, everything)]
