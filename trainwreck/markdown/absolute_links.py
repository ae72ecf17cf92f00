"""The Markdown of entries for readers outside of the site: assistants, terminals, programs."""

import re

from trainwreck.markdown.fences import without_marks
from trainwreck.metadata import SITE

_LINK = re.compile(r"\]\(/([^()\s#]*?)(?:index)?\.md(#[^()\s]*)?\)")


def portable(markdown: str) -> str:
    """Return ``markdown`` with links that lead to the site, and without the marks of tests."""
    return without_marks(_LINK.sub(_whole, markdown))


def _whole(link: re.Match[str]) -> str:
    page, anchor = link[1].rstrip("/"), link[2] or ""
    return f"]({SITE}{page}/{anchor})" if page else f"]({SITE}{anchor})"
