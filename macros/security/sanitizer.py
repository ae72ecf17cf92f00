"""Takes out of the pages whatever could run a script or load from another host.

The checks of entries refuse such texts. This is the second line of defense, which knows nothing of
Markdown: of the HTML that a page was rendered to, what the templates and the theme produce stays,
and nothing else. nh3 parses as browsers do, so that no trick with broken HTML gets by.
"""

import functools
import re
from collections.abc import Callable
from pathlib import Path

import nh3
import yaml
from mkdocs.structure.toc import AnchorLink
from pygments.token import STANDARD_TYPES

from trainwreck.model.term import Term

NOT_SANITIZED = frozenset({"new-error.md", "python.md"})
"""Pages without a text of an entry: a form with its data as JSON, the docstrings of the code."""

_RULES = yaml.safe_load(Path(__file__).with_name("allowed_html.yml").read_text(encoding="utf-8"))
_CLASS_OF_MANY = re.compile(r"(?:language|cluster)-[a-z0-9-]+|[a-z]{1,3}(?:-[A-Z][A-Za-z]*)+")
"""Classes of code by language, of badges of clusters, and of rare tokens of highlighted code."""
_HEADING_ID = re.compile(r"[a-z0-9][\w-]*")
_SCHEMES = {"http", "https"}
_ADDRESSES = ("action", "href", "src")
_IGNORED_IN_ADDRESSES = re.compile(r"[\x00-\x20]")


def sanitized(html: str, source: str) -> str:
    """Return the content of a page without what its templates do not make.

    Args:
        html: what the Markdown of the page was rendered to.
        source: file of the page, relative to ``docs/``; pages made from the catalog may hold less.

    """
    if source in NOT_SANITIZED:
        return html
    is_made = source.partition("/")[0] in ("errors", "categories", "symptoms", "frameworks")
    return (_entry_cleaner() if is_made else _page_cleaner()).clean(html)


def sanitize_headings(entries: list[AnchorLink]) -> None:
    """Leave nothing but text in the table of contents, which the theme inserts as HTML."""
    for entry in entries:
        entry.title = _text_cleaner().clean(entry.title)
        sanitize_headings(entry.children)


@functools.cache
def _entry_cleaner() -> nh3.Cleaner:
    tags = {tag: set(names) for tag, names in _RULES["entry"].items()}
    return _cleaner(tags, _allowed_on_entries)


@functools.cache
def _page_cleaner() -> nh3.Cleaner:
    entry, written = _RULES["entry"], _RULES["written"]
    tags = {tag: {*entry.get(tag, ()), *written.get(tag, ())} for tag in entry | written}
    return _cleaner(tags, _allowed_on_pages, prefixes={"aria-", "data-"})


@functools.cache
def _text_cleaner() -> nh3.Cleaner:
    return nh3.Cleaner(tags=set())


def _cleaner(
    tags: dict[str, set[str]],
    allowed: Callable[[str, str, str], str | None],
    prefixes: set[str] | None = None,
) -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=set(tags),
        attributes=tags,
        attribute_filter=allowed,
        generic_attribute_prefixes=prefixes,
        url_schemes=_SCHEMES,
        link_rel=None,
    )


def _allowed_on_pages(tag: str, name: str, value: str) -> str | None:
    """Return the value that an attribute keeps; None where it is taken away."""
    del tag
    if name in _ADDRESSES:
        bare = _IGNORED_IN_ADDRESSES.sub("", value).replace("\\", "/")
        # Without a scheme it would lead to another host.
        return None if bare.startswith("//") else value
    return value


def _allowed_on_entries(tag: str, name: str, value: str) -> str | None:
    if name == "class":
        return " ".join(filter(_is_known_class, value.split())) or None
    if name == "id" and tag != "input":
        return value if _HEADING_ID.fullmatch(value) else None
    if (tag, name) == ("input", "type"):
        return "radio"
    return _allowed_on_pages(tag, name, value)


def _is_known_class(name: str) -> bool:
    return name in _known_classes() or _CLASS_OF_MANY.fullmatch(name) is not None


@functools.cache
def _known_classes() -> frozenset[str]:
    """Return the classes of the theme, of badges and of highlighted code."""
    terms = {
        f"{vocabulary.__name__.lower()}-{term}"
        for vocabulary in Term.__subclasses__()
        for term in vocabulary
    }
    return frozenset({*_RULES["classes"], *terms, *STANDARD_TYPES.values()})
