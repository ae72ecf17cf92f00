"""Markdown as its two readers show it, in a form in which both can be compared."""

import functools

import bs4
import markdown
from markdown_it import MarkdownIt
from mkdocs.config import load_config

from tests.support.paths import ROOT
from trainwreck.markdown.fences import without_marks

Shown = list[object]
"""Texts, and tuples of an element's name, attributes and content."""

_COMMON_MARK = MarkdownIt("commonmark").enable("table")
_HIGHLIGHTED = ("python", "bash", "yaml")  # of other languages Python-Markdown makes text


@functools.cache
def _site() -> markdown.Markdown:
    """Return the converter of the site, which forgets a text when it is reset."""
    config = load_config(str(ROOT / "mkdocs.yml"))
    extensions = [name for name in config.markdown_extensions if name != "toc"]
    return markdown.Markdown(
        extensions=extensions, extension_configs=config.mdx_configs, tab_length=4
    )


def site_html(text: str) -> str:
    """Return ``text`` as Python-Markdown renders it for the site."""
    return _site().reset().convert(without_marks(text))


def as_the_site_shows(text: str) -> Shown:
    """Return what Python-Markdown makes of ``text``."""
    return _shown(bs4.BeautifulSoup(site_html(text), "html.parser"))


def as_common_mark_shows(text: str) -> Shown:
    """Return what CommonMark makes of ``text``."""
    html = _COMMON_MARK.render(without_marks(text))
    return _shown(bs4.BeautifulSoup(html, "html.parser"))


def _shown(element: bs4.Tag) -> Shown:
    """Return the content of ``element``; white space and paragraphs of list items don't count."""
    found: Shown = []
    for child in element.children:
        if not isinstance(child, bs4.Tag):
            found.append(str(child))
        elif child.name == "pre" or "highlight" in child.get_attribute_list("class"):
            found.append(_code_block(child))
        elif child.name == "p" and element.name == "li":
            found += [" ", *_shown(child), " "]
        elif child.name == "code":
            found.append(("code", " ".join(child.get_text().split())))
        else:
            found.append((child.name, sorted(child.attrs.items()), _shown(child)))
    return _joined(found)


def _code_block(element: bs4.Tag) -> object:
    classes = [
        name
        for inner in (element, *element.find_all(name=True))
        for name in inner.get_attribute_list("class")
        if isinstance(name, str) and name.removeprefix("language-") in _HIGHLIGHTED
    ]
    lines = [line.rstrip() for line in element.get_text().split("\n")]
    return ("code block", sorted(classes), "\n".join(lines).strip("\n"))


def _joined(parts: Shown) -> Shown:
    joined: Shown = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        else:
            joined.append(part)
    spaced = [" ".join(part.split()) if isinstance(part, str) else part for part in joined]
    return [part for part in spaced if part != ""]
