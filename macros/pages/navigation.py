"""Entries in the navigation: beside each one those of its category, below the tab of all errors."""

from typing import Any

from trainwreck import Catalog

SECTION = "Errors"
"""The tab whose pages list errors."""


def with_entries(nav: list[Any], catalog: Catalog) -> list[Any]:
    """Return MkDocs' ``nav`` with the entries in its section of errors, by category.

    Args:
        nav: as in ``mkdocs.yml``.
        catalog: the entries; those that were withdrawn are left out.

    """
    return [_extended(item, catalog) if SECTION in item else item for item in nav]


def _extended(section: dict[str, list[Any]], catalog: Catalog) -> dict[str, list[Any]]:
    categories = [
        {category.label: [f"categories/{category}.md", *(f"errors/{e.id}.md" for e in entries)]}
        for category, entries in catalog.categories.items()
    ]
    return {SECTION: [*section[SECTION], *categories]}
