"""Addresses that a link may have: those that no reader of Markdown ends too early."""

import re

URL_PATTERN = r"^https://[A-Za-z0-9.-]+(:[0-9]+)?([/?#][A-Za-z0-9/?#.:@%&=+~,;$!_-]*)?$"
"""An https address; brackets, quotes, asterisks and the like are written as %28 and so on."""
_URL = re.compile(URL_PATTERN)
_PAGE = re.compile(r"/(?P<page>[a-z0-9_/-]+\.md)(?:#(?P<anchor>[\w.-]+))?")


def is_url(target: str) -> bool:
    """Return whether ``target`` is an https address that every reader takes whole."""
    return _URL.fullmatch(target) is not None


def linked_page(target: str) -> tuple[str, str] | None:
    """Return the page, relative to ``docs/``, and the anchor of a link within the site.

    The anchor is empty where there is none; None is returned for a link of another form.

    >>> linked_page("/errors/nan-loss.md#fix"), linked_page("https://example.org/")
    (('errors/nan-loss.md', 'fix'), None)
    """
    match = _PAGE.fullmatch(target)
    return (match["page"], match["anchor"] or "") if match else None
