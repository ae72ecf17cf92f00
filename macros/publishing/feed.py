"""The Atom feed (RFC 4287), which tells of new and changed entries."""

import datetime as dt
import math
import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from macros.publishing.api import LICENSE, LICENSE_URL, page_url
from macros.publishing.history import History, changed
from trainwreck import Catalog, Entry

MOST_ENTRIES = 200
"""Entries on a page of the feed."""
_NEVER = dt.datetime.min.replace(tzinfo=dt.UTC)
_NAMESPACE = "http://www.w3.org/2005/Atom"
_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]")


def feed(catalog: Catalog, base: str, history: History) -> Iterator[tuple[str, str]]:
    """Yield name and text of each page of the feed: last changed first, then by id.

    All pages together hold every entry, so that no reader misses one of many that change at once.
    Each names the next one (RFC 5005).

    Args:
        catalog: what is told of.
        base: address of the site.
        history: when the entries changed.

    """
    newest = sorted(catalog, key=lambda entry: changed(entry, history), reverse=True)
    updated = changed(newest[0], history) if newest else _NEVER
    number = max(1, math.ceil(len(newest) / MOST_ENTRIES))
    for page in range(number):
        root = _head(base, updated)
        _add_links(root, base, page, number)
        for entry in newest[page * MOST_ENTRIES : (page + 1) * MOST_ENTRIES]:
            _add_entry(root, entry, base, history)
        ET.indent(root)
        text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
        yield _name(page), text.decode() + "\n"


def _add_links(root: ET.Element, base: str, page: int, number: int) -> None:
    links = {"self": page}
    if number > 1:
        links |= {"first": 0, "previous": page - 1, "next": page + 1, "last": number - 1}
    for relation, other in links.items():
        if other in range(number):
            href = f"{base}{_name(other)}"
            _add(root, "link", rel=relation, type="application/atom+xml", href=href)


def _name(page: int) -> str:
    return f"feed-{page + 1}.xml" if page else "feed.xml"


def _head(base: str, updated: dt.datetime) -> ET.Element:
    root = ET.Element("feed", xmlns=_NAMESPACE)
    _add(root, "title", "trainwreck: errors of training jobs on GPUs and clusters")
    _add(root, "subtitle", "Every entry of the catalog, the last changed first.")
    _add(root, "id", f"{base}feed.xml")
    _add(root, "link", rel="alternate", type="text/html", href=base)
    _add(root, "updated", _moment(updated))
    _add(_add(root, "author"), "name", "The trainwreck authors")
    _add(root, "rights", f"{LICENSE}: credit trainwreck and link to the entry. {LICENSE_URL}")
    return root


def _add_entry(root: ET.Element, entry: Entry, base: str, history: History) -> None:
    element = _add(root, "entry")
    _add(element, "title", entry.title)
    _add(element, "id", page_url(entry, base))  # an entry's address never changes
    _add(element, "link", rel="alternate", type="text/html", href=page_url(entry, base))
    if entry.id in history:
        _add(element, "published", _moment(history[entry.id].published))
    _add(element, "updated", _moment(changed(entry, history)))
    _add(element, "category", term=entry.category, label=entry.category.label)
    _add(element, "summary", f"{entry.cause} First step: {entry.first_step}")


def _add(parent: ET.Element, tag: str, text: str | None = None, **attributes: str) -> ET.Element:
    element = ET.SubElement(parent, tag, attributes)
    element.text = text and _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
    return element


def _moment(moment: dt.datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"
