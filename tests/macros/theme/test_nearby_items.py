"""Beside an entry stand the nearest ones of its category, however many there are."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.structure.nav import Link
from selectolax.lexbor import LexborHTMLParser

from macros.theme.nearby_items import LIMIT, nearby
from tests.macros.theme.test_navigation_items import FEATURES, RememberingPlugin


def section(entries: int) -> Any:
    """Return a section with an overview and that many entries."""
    overview = SimpleNamespace(url="categories/x/")
    return SimpleNamespace(children=[overview, *(SimpleNamespace() for _ in range(entries))])


def listed(section: Any, page: Any) -> list[int]:
    """Return the positions of the entries that are listed, without the first page and the link."""
    positions = []
    for number, item in nearby(section, page)[1:]:
        if not isinstance(item, Link):
            assert section.children[number - 1] is item
            positions.append(number - 1)
    return positions


@pytest.mark.parametrize("entries", [0, 1, LIMIT])
def test_short_sections_are_listed_whole(entries: int) -> None:
    short = section(entries)
    for page in (None, *short.children):
        assert nearby(short, page) == list(enumerate(short.children, start=1))


@pytest.mark.parametrize("entries", [LIMIT + 1, 300])
def test_the_nearest_entries_are_listed(entries: int) -> None:
    long = section(entries)
    for position, page in enumerate(long.children[1:], start=1):
        positions = listed(long, page)
        assert len(positions) == LIMIT
        assert positions == list(range(positions[0], positions[0] + LIMIT))
        assert position in positions
        at_an_end = positions[0] == 1 or positions[-1] == entries
        assert at_an_end or positions[LIMIT // 2] == position


def test_the_first_page_lists_the_first_entries() -> None:
    long = section(300)
    first = list(range(1, LIMIT + 1))
    assert listed(long, long.children[0]) == first
    assert listed(long, None) == first, "a page that is not in the section"


def test_a_long_section_links_to_all_its_entries() -> None:
    long = section(300)
    for page in (None, *long.children):
        assert nearby(long, page)[0] == (1, long.children[0])
        number, link = nearby(long, page)[-1]
        assert (link.title, link.url) == ("All 300 errors", "categories/x/")
        assert number > len(long.children), "no other item has this number"


def test_pages_do_not_grow_with_their_category(tmp_path: Path) -> None:
    """As the theme renders them, in a site of two categories."""
    small = built(tmp_path / "small", LIMIT + 1)
    large = built(tmp_path / "large", 3 * LIMIT)
    middle = f"errors/x{LIMIT // 2:03}/index.html"
    assert links(large[middle])[0] == "../../categories/x/"
    expected = ["../../categories/x/", *(f"../x{n:03}/" for n in range(LIMIT) if n != LIMIT // 2)]
    shown = [link for link in links(large[middle]) if link != "./"]
    assert shown == [*expected, "../../categories/x/"]
    digits = len("000")
    assert abs(len(large[middle]) - len(small[middle])) <= digits
    assert f"All{3 * LIMIT}errors</span></a>" in "".join(large[middle].split())
    assert "errors</span></a>" not in "".join(large["errors/y000/index.html"].split())


def built(folder: Path, entries: int) -> dict[str, str]:
    """Return the HTML of each page of a site whose category X has that many entries."""
    names = [f"x{number:03}" for number in range(entries)]
    pages = {"index": "Home", "categories/x": "X", "categories/y": "Y", "errors/y000": "Y 000"}
    pages |= {f"errors/{name}": f"Error {name}" for name in names}
    for page, title in pages.items():
        (folder / "docs" / page).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / f"{page}.md").write_text(f"# {title}\n")
    x = {"X": ["categories/x.md", *(f"errors/{name}.md" for name in names)]}
    nav = ["index.md", {"Errors": [x, {"Y": ["categories/y.md", "errors/y000.md"]}]}]
    theme = {"name": "material", "font": False, "features": FEATURES}
    settings = {"site_name": "Test", "theme": theme, "nav": nav, "plugins": []}
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(settings))
    config = load_config(str(folder / "mkdocs.yml"))
    config.plugins["remembering"] = RememberingPlugin()
    build(config)
    site = folder / "site"
    return {path.relative_to(site).as_posix(): path.read_text() for path in site.rglob("*.html")}


def links(html: str) -> list[str]:
    """Return where the innermost open list of the navigation leads."""
    found = LexborHTMLParser(html).css('nav[data-md-level="2"] > ul > li > a.md-nav__link')
    return [link.attributes["href"] or "" for link in found]
