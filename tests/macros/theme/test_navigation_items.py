"""The navigation with items that were rendered for other pages is the same as without."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from jinja2 import Environment
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from macros.theme import navigation_items
from macros.theme.navigation_items import NavigationItems, remember_items

PAGES = {
    "index.md": "Home",
    "matrix.md": "Matrix",
    "categories/x.md": "Category X",
    "categories/y.md": "Category Y",
    "errors/a.md": "Error A",
    "errors/b.md": "Error B",
    "errors/c.md": "Error C",
    "clusters/index.md": "Clusters",
    "clusters/one.md": "Cluster 1",
    "clusters/two.md": "Cluster 2",
    "alone.md": "Not in the navigation",
}
NAV: list[Any] = [
    {"Home": "index.md"},
    {
        "Errors": [
            "matrix.md",
            {"X": ["categories/x.md", "errors/a.md", "errors/b.md"]},
            {"Y": ["categories/y.md", "errors/c.md"]},
        ]
    },
    {"Clusters": ["clusters/index.md", "clusters/one.md", "clusters/two.md"]},
    {"Elsewhere": "https://example.org/"},
]
FEATURES = ["navigation.indexes", "navigation.prune", "navigation.tabs"]


class RememberingPlugin(BasePlugin):  # type: ignore[type-arg,no-untyped-call]
    """Does what the hooks of the site do."""

    def on_env(self, env: Environment, *, files: Files, **_: object) -> None:
        """Remember the items."""
        pages = (file.page for file in files.documentation_pages())
        remember_items(env, [page for page in pages if page])


class FakePage:
    """A page, or the item of one."""

    def __init__(self, url: str, *, active: bool = False) -> None:
        self.url = url
        self.active = active


def built(folder: Path, *, remembers: bool, **settings: Any) -> dict[str, str]:
    """Return the HTML of each page of a small site, with all whitespace as single spaces."""
    for name, title in PAGES.items():
        (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / name).write_text(f"# {title}\n\n## First\n\n## Second\n")
    site = folder / f"site-{remembers}"
    theme = {"name": "material", "font": False, "features": FEATURES}
    settings |= {"site_name": "Test", "site_dir": str(site), "theme": theme, "nav": NAV}
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(settings | {"plugins": []}))
    config = load_config(str(folder / "mkdocs.yml"))
    if remembers:
        plugin = RememberingPlugin()
        config.plugins["remembering"] = plugin
    build(config)
    pages = {path.relative_to(site).as_posix(): path for path in site.rglob("*.html")}
    return {name: " ".join(path.read_text().split()) for name, path in pages.items()}


@pytest.mark.parametrize("with_folders", [True, False], ids=["folders", "files"])
def test_every_page_is_the_same(tmp_path: Path, *, with_folders: bool) -> None:
    plain = built(tmp_path, remembers=False, use_directory_urls=with_folders)
    assert built(tmp_path, remembers=True, use_directory_urls=with_folders) == plain
    assert len(plain) > len(PAGES)


def test_items_are_rendered_seldom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls, rendered = 0, 0
    original = NavigationItems.rendered

    def spy(self: NavigationItems, render: Any, *arguments: Any) -> str:
        nonlocal calls
        calls += 1

        def counted(*more: Any) -> str:
            nonlocal rendered
            rendered += 1
            html: str = render(*more)
            return html

        return original(self, counted, *arguments)

    monkeypatch.setattr(navigation_items.NavigationItems, "rendered", spy)
    built(tmp_path, remembers=True)
    assert 0 < rendered < calls, "the theme's templates have other calls than those exchanged"


def rendered_for(items: NavigationItems, page: Any, item: Any, path: str = "__nav_1") -> str:
    """Return the HTML of ``item`` on ``page``, which says for which page it was rendered."""
    return items.rendered(lambda _, path: f"{path} on {page.url}", page, item, path)


def test_an_item_is_rendered_once_for_the_pages_of_a_folder() -> None:
    first, second = FakePage("errors/a/"), FakePage("errors/b/")
    items = NavigationItems([first, second])  # type: ignore[list-item]
    assert rendered_for(items, first, FakePage("c/")) == "__nav_1 on errors/a/"
    assert rendered_for(items, second, FakePage("c/")) == "__nav_1 on errors/a/"


@pytest.mark.parametrize("url", ["guides/x/", "matrix/", "errors/a/deeper/", "", "errors/"])
def test_pages_elsewhere_get_items_of_their_own(url: str) -> None:
    first, second = FakePage("errors/a/"), FakePage(url)
    items = NavigationItems([first, second])  # type: ignore[list-item]
    rendered_for(items, first, FakePage("c/"))
    assert rendered_for(items, second, FakePage("c/")) == f"__nav_1 on {url}"


def test_the_item_that_holds_the_page_is_rendered_anew() -> None:
    first, second = FakePage("errors/a/"), FakePage("errors/b/")
    items = NavigationItems([first, second])  # type: ignore[list-item]
    rendered_for(items, first, FakePage("errors/b/"))
    active = FakePage("errors/b/", active=True)
    assert rendered_for(items, second, active) == "__nav_1 on errors/b/"
    assert rendered_for(items, first, FakePage("errors/b/")) == "__nav_1 on errors/a/"


def test_a_page_above_others_gets_items_of_its_own() -> None:
    above, beside = FakePage("clusters/"), FakePage("matrix/")
    items = NavigationItems([above, beside, FakePage("clusters/one/")])  # type: ignore[list-item]
    rendered_for(items, beside, FakePage("clusters/one/"))
    assert rendered_for(items, above, FakePage("clusters/one/")) == "__nav_1 on clusters/"


def test_different_items_are_not_mixed_up() -> None:
    page: Page = FakePage("errors/a/")  # type: ignore[assignment]
    items = NavigationItems([page])
    assert rendered_for(items, page, FakePage("b/"), "__nav_1") == "__nav_1 on errors/a/"
    assert rendered_for(items, page, FakePage("c/"), "__nav_2") == "__nav_2 on errors/a/"
