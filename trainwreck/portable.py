"""The Markdown of entries for readers outside of the site: assistants, terminals, programs."""

import re

from trainwreck import SITE
from trainwreck.fences import without_marks

_LINK = re.compile(r"\]\(/([^()\s#]*?)(?:index)?\.md(#[^()\s]*)?\)")


def portable(markdown: str) -> str:
    """Return ``markdown`` with links that lead to the site, and without the marks of tests."""
    return without_marks(with_whole_links(markdown, SITE))


def with_whole_links(markdown: str, base: str, entry_page: str = "") -> str:
    """Return ``markdown`` with whole addresses in place of paths in the repository.

    Args:
        markdown: a text of an entry or several.
        base: address of the site, with a slash at its end.
        entry_page: the file in the folder of an entry to which links lead; without it, the page.

    """

    def whole(link: re.Match[str]) -> str:
        page, anchor = link[1], link[2] or ""
        if page.startswith("errors/") and page != "errors/":
            return f"]({base}{page}/{entry_page or anchor})"
        folder = f"{page.rstrip('/')}/" if page else ""
        return f"]({base}{folder}{anchor})"

    return _LINK.sub(whole, markdown)
