"""The Atom feed (RFC 4287) of new and changed entries."""

import datetime as dt
import re
from xml.etree import ElementTree as ET

from macros.api import page_url
from trainwreck import Catalog, Entry

NEWEST = 50
"""How many entries the feed holds."""
_NAMESPACE = "http://www.w3.org/2005/Atom"
_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]")


def feed(catalog: Catalog, base: str) -> str:
    """Return the feed for the site at the address ``base``: last verified first, then by id."""
    newest = sorted(catalog, key=lambda entry: entry.verified.date, reverse=True)[:NEWEST]
    root = ET.Element("feed", xmlns=_NAMESPACE)
    _add(root, "title", "trainwreck: errors of training jobs on GPUs and clusters")
    _add(root, "subtitle", "New and changed entries of the catalog, with the first thing to do.")
    _add(root, "id", f"{base}feed.xml")
    _add(root, "link", rel="self", type="application/atom+xml", href=f"{base}feed.xml")
    _add(root, "link", rel="alternate", type="text/html", href=base)
    _add(root, "updated", _moment(max((e.verified.date for e in newest), default=dt.date.min)))
    _add(_add(root, "author"), "name", "The trainwreck authors")
    for entry in newest:
        _add_entry(root, entry, base)
    ET.indent(root)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text.decode() + "\n"


def _add_entry(root: ET.Element, entry: Entry, base: str) -> None:
    element = _add(root, "entry")
    _add(element, "title", entry.title)
    _add(element, "id", page_url(entry, base))  # an entry's address never changes
    _add(element, "link", rel="alternate", type="text/html", href=page_url(entry, base))
    _add(element, "updated", _moment(entry.verified.date))
    _add(element, "category", term=entry.category, label=entry.category.label)
    _add(element, "summary", f"{entry.cause} First step: {entry.first_step}")


def _add(parent: ET.Element, tag: str, text: str | None = None, **attributes: str) -> ET.Element:
    element = ET.SubElement(parent, tag, attributes)
    element.text = text and _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
    return element


def _moment(day: dt.date) -> str:
    return f"{day.isoformat()}T00:00:00Z"
