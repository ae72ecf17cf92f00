"""Renders the items of the navigation once, not on each page again.

Beside the page of an entry stand others of its category. What the theme makes of an item depends
on the page only where the item is the page or holds it, and in that its links are relative.
"""

import posixpath
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from jinja2 import BaseLoader, Environment
from mkdocs.structure.pages import Page

from macros.theme.nearby_items import nearby

CHANGES = {
    "partials/nav.html": {
        "item.render(nav_item, path, 1)": "navigation_item(item.render, page, nav_item, path, 1)",
    },
    "partials/nav-item.html": {
        "for item in nav_item.children %}\n        {% if item.is_index": (
            'for item in nav_item.children | selectattr("is_index") %}\n        {% if item.is_index'
        ),
        "for item in nav_item.children %}\n              {% if not index": (
            "for number, item in nearby(nav_item, page) %}\n              {% if not index"
        ),
        'render(item, path ~ "_" ~ loop.index, level + 1, nav_item)': (
            'navigation_item(render, page, item, path ~ "_" ~ number, level + 1, nav_item)'
        ),
    },
}
"""Of the theme's templates: code that lists or renders items, and the code in its place."""


def remember_items(env: Environment, pages: Iterable[Page]) -> None:
    """Let the templates of ``env`` render each item once for all ``pages`` with the same links.

    They list those that are near the page.
    """
    if env.loader is not None:
        env.loader = _WithOtherCode(env.loader)
        env.globals["nearby"] = nearby
        env.globals["navigation_item"] = NavigationItems(pages).rendered


class NavigationItems:
    """The items that were rendered."""

    def __init__(self, pages: Iterable[Page]) -> None:
        """Render nothing yet; ``pages`` are those that items lead to."""
        self._parents = {parent for page in pages for parent in _parents(page.url)}
        self._rendered: dict[tuple[str, str], str] = {}

    def rendered(
        self, render: Callable[..., str], page: Page | None, item: Any, path: str, *more: Any
    ) -> str:
        """Return the HTML of an item.

        Args:
            render: the theme's macro, which is called where the HTML is not known yet.
            page: on which the item stands; None for one that no Markdown is the source of.
            item: a page, a section or a link.
            path: of the item in the navigation, as the theme counts.
            more: what else the macro gets, which depends on the item alone.

        """
        folder = None if page is None or item.active else self._folder(page.url)
        if folder is None:
            return render(item, path, *more)
        key = (folder, path)
        if key not in self._rendered:
            self._rendered[key] = render(item, path, *more)
        return self._rendered[key]

    def _folder(self, url: str) -> str | None:
        """Return where the page at ``url`` lies; None if its links are unlike those beside it."""
        return None if url in self._parents else posixpath.dirname(url.removesuffix("/"))


def _parents(url: str) -> Iterator[str]:
    """Yield the address of each folder around the one at ``url``, or around the file there."""
    parts = url.removesuffix("/").split("/")[:-1]
    yield ""
    for number in range(1, len(parts) + 1):
        yield "/".join(parts[:number]) + "/"


class _WithOtherCode(BaseLoader):
    """Loads templates as another loader does, with other code in some."""

    def __init__(self, loader: BaseLoader) -> None:
        self._loader = loader

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        source, file, is_current = self._loader.get_source(environment, template)
        for code, other in CHANGES.get(template, {}).items():
            source = source.replace(code, other)
        return source, file, is_current

    def list_templates(self) -> list[str]:
        return self._loader.list_templates()
