"""Generated pages in the navigation: entries below the tab of all errors, lists below overviews."""

from collections.abc import Iterable, Mapping
from typing import Any

from macros.pages.term_lists import term_lists
from trainwreck import Catalog
from trainwreck.snapshot.codes import CodeTable

SECTION = "Errors"
"""The tab whose pages list errors."""
_OVERVIEW = "index.md"


def with_generated(nav: list[Any], catalog: Catalog, tables: Iterable[CodeTable]) -> list[Any]:
    """Return MkDocs' ``nav`` with the pages that are made from the catalog.

    Args:
        nav: as in ``mkdocs.yml``.
        catalog: the entries; those that were withdrawn are left out.
        tables: the tables of codes.

    """
    lists = {f"codes/{_OVERVIEW}": [f"codes/{table.id}.md" for table in tables]}
    for folder, found in term_lists(catalog).items():
        listed = [one.uri(number) for one in found.values() for number in one.pages]
        # Those of categories stand with their entries.
        lists[f"{folder}/{_OVERVIEW}"] = [] if folder == "categories" else listed
    return [_with_lists(_with_entries(item, catalog), lists) for item in nav]


def _with_entries(section: dict[str, Any], catalog: Catalog) -> dict[str, Any]:
    if SECTION not in section:
        return section
    categories = [
        {category.label: [f"categories/{category}.md", *(f"errors/{e.id}.md" for e in entries)]}
        for category, entries in catalog.categories.items()
    ]
    return {SECTION: [*section[SECTION], *categories]}


def _with_lists(item: Any, lists: Mapping[str, list[str]]) -> Any:
    """Return an item in which each overview with a title is a section, with the pages of its list.

    The theme would take one that is no section for the overview of the section that it stands in.
    """
    if not isinstance(item, Mapping):
        return item
    return {
        title: [_with_lists(one, lists) for one in content]
        if isinstance(content, list)
        else [content, *lists[content]]
        if content in lists
        else content
        for title, content in item.items()
    }
