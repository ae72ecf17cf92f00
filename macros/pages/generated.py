"""The pages that are made from the catalog: which exist, and what stands in them.

Each is a front matter and one call of a macro. A pure function says it all, so that the site
generator's own way to add pages stays a few lines in ``hooks.py``.
"""

import html
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from macros.pages.code_pages import is_filtered
from macros.pages.term_lists import TermList, term_lists
from trainwreck import SITE, Catalog, Entry
from trainwreck.markdown.plain_text import plain_text
from trainwreck.snapshot.codes import CodeTable

_DESCRIPTION_LENGTH = 200


@dataclass(frozen=True)
class GeneratedPage:
    """A page without a file in ``docs/``."""

    uri: str
    """Where its source would stand, relative to ``docs/``."""
    meta: Mapping[str, Any]
    """Its front matter."""
    macro: str = ""
    """The macro that makes its Markdown; none if it has no text."""
    arguments: tuple[str | int, ...] = ()
    """What the macro is called with."""
    edit_uri: str | None = None
    """The file to edit instead, relative to ``docs/``."""

    @property
    def content(self) -> str:
        """Front matter and Markdown, with the call of the macro."""
        arguments = ", ".join(map(repr, self.arguments))
        return _page(self.meta, f"{{{{ {self.macro}({arguments}) }}}}" if self.macro else "")

    def rendered(self, macros: Mapping[str, Callable[..., str]]) -> str:
        """Return front matter and Markdown, in which nothing is left to render.

        This saves the plugin for macros from compiling a template for each page.
        """
        body = macros[self.macro](*self.arguments) if self.macro else ""
        return _page({**self.meta, "render_macros": False}, body)


def pages(catalog: Catalog, tables: Iterable[CodeTable] = ()) -> Iterator[GeneratedPage]:
    """Yield every generated page of the site, for its entries and its tables of codes."""
    yield _redirect("errors/index.md", "../matrix/")
    for entry in catalog.entries.values():
        yield _entry_page(entry)
        for alias in entry.aliases:
            yield _redirect(f"errors/{alias}.md", f"../{entry.id}/")
    for lists in term_lists(catalog).values():
        for found in lists.values():
            yield from _list_pages(found)
    for table in tables:
        yield _code_page(table)


def _entry_page(entry: Entry) -> GeneratedPage:
    meta = {
        "title": _attribute(entry.title),
        "description": _attribute(_description(entry)),
        "structured": _structured(entry),
        "card": f"assets/cards/{entry.id}.png",
    }
    if not entry.withdrawn:  # hooks.py gives the search a document of its own for each that holds
        meta |= _unsearched()
    edit_uri = f"../errors/{entry.category}/{entry.id}.yml"
    return GeneratedPage(f"errors/{entry.id}.md", meta, "entry", (entry.id,), edit_uri)


def _structured(entry: Entry) -> str:
    """Return what search engines and other programs read of an entry: JSON-LD of schema.org."""
    url = SITE + entry.url
    article = {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": entry.title,
        "description": entry.cause,
        "url": url,
        "dateModified": entry.verified.date,
        "articleSection": entry.category.label,
        "keywords": [framework.label for framework in entry.frameworks],
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "isPartOf": {"@type": "WebSite", "name": "trainwreck", "url": SITE},
        "mainEntity": {
            "@type": "HowTo",
            "name": entry.title,
            "step": [
                {
                    "@type": "HowToStep",
                    "name": step.title,
                    "url": f"{SITE}{entry.url}#{step.anchor}",
                }
                for step in entry.fix
            ],
        },
    }
    # Of JSON in HTML only this could end the element.
    return json.dumps(article, ensure_ascii=False, default=str).replace("<", r"\u003c")


def _list_pages(found: TermList) -> Iterator[GeneratedPage]:
    term = found.term
    for number in found.pages:
        meta = {
            "title": _attribute(term.label if number == 1 else f"{term.label}, page {number}"),
            "description": _attribute(term.definition),
        }
        arguments = (found.folder, str(term), number)
        yield GeneratedPage(found.uri(number), meta | _unsearched(), "term_page", arguments)


def _code_page(table: CodeTable) -> GeneratedPage:
    meta: dict[str, Any] = {
        "title": _attribute(table.title),
        "description": _attribute(_shortened(plain_text(table.summary))),
    }
    if is_filtered(table):
        meta["scripts"] = ["assets/javascripts/codes.js"]
    # The search gets the codes themselves, see search_index.py.
    uri, edit_uri = f"codes/{table.id}.md", f"../codes/{table.id}.yml"
    return GeneratedPage(uri, meta | _unsearched(), "code_table", (table.id,), edit_uri)


def _redirect(uri: str, location: str) -> GeneratedPage:
    meta = {"template": "redirect.html", "location": location, "title": "Moved"}
    return GeneratedPage(uri, meta | _unsearched())


def _unsearched() -> dict[str, Any]:
    """Keep a page out of the search index; lists would compete there with what they list."""
    return {"search": {"exclude": True}}


def _page(meta: Mapping[str, Any], body: str) -> str:
    # JSON is YAML, and quotes whatever an entry's title may hold.
    return f"---\n{json.dumps(meta, ensure_ascii=False)}\n---\n\n{body}\n"


def _description(entry: Entry) -> str:
    """Return the answer, to stand below the title in the results of a search engine."""
    return _shortened(plain_text(f"{entry.cause} {entry.first_step}"))


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    if len(text) <= _DESCRIPTION_LENGTH:
        return text
    return text[:_DESCRIPTION_LENGTH].rsplit(" ", 1)[0] + " …"


def _attribute(text: str) -> str:
    """Escape ``text`` for HTML attributes, and braces for mkdocs-macros, which renders titles."""
    return html.escape(text).replace("{", "&#123;").replace("}", "&#125;")
