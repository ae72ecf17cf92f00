"""The Markdown twins of the pages that people write."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from macros.publishing.page_twins import page_twin, twin_address
from tests.support.paths import ROOT
from trainwreck import SITE

CODE = re.compile(r"^[ \t]*(`{3,}).*?^[ \t]*\1$|`[^`]*`", re.DOTALL | re.MULTILINE)


def nav_pages() -> list[str]:
    lines = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    return list(_sources(yaml.safe_load(lines)))


def _sources(item: Any) -> Iterator[str]:
    if isinstance(item, str):
        yield item
    for part in item.values() if isinstance(item, dict) else item if isinstance(item, list) else ():
        yield from _sources(part)


def twin(markdown: str, source: str = "guides/xla.md") -> str:
    return page_twin(markdown, source, "XLA", "https://example.org/")


@pytest.mark.parametrize("source", nav_pages())
def test_page_of_the_nav_has_a_twin_that_reads_well(source: str, site: Path) -> None:
    text = (site / twin_address(source)).read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert text.endswith(f"\n## Source\n\n{SITE}{twin_address(source)[: -len('index.html.md')]}\n")
    prose = CODE.sub("", text)
    assert (
        re.findall(r"(?m)\{\{|\{%|^:::.*|^#{6} |<!--|<(?:form|svg|div|span|input)\b|&#\d+;", prose)
        == []
    )
    assert re.findall(r"\{ ?[.#].*\}", prose) == []
    for link in re.findall(r"\]\(([^()\s]+)\)", prose):
        assert re.match(r"[a-z]+:|#", link), link
        if link.startswith(SITE):
            path = site / urlsplit(link).path.removeprefix(urlsplit(SITE).path)
            assert path.is_file() or (path / "index.html").is_file(), link


@pytest.mark.parametrize("folder", ["categories", "symptoms"])
def test_list_made_from_the_catalog_has_a_twin(folder: str, site: Path) -> None:
    pages = [path.parent for path in (site / folder).glob("*/index.html")]
    assert pages
    assert all((page / "index.html.md").read_text().startswith("# ") for page in pages)


def test_twins_hold_what_macros_give_and_code_without_marks(site: Path) -> None:
    assert f"({SITE}errors/nan-loss/index.html.md)" in (site / "matrix/index.html.md").read_text()
    example = (site / "write-an-entry" / "index.html.md").read_text()
    assert "\n```yaml\n# yaml-language-server" in example
    marked = re.compile(r"^```\w+ (?:not-run:|runnable)", re.MULTILINE)
    twins = (site / twin_address(source) for source in nav_pages())
    assert [path for path in twins if marked.search(path.read_text())] == []


def test_links_are_made_whole_and_code_stays() -> None:
    text = "[a](../errors/wheel.md#fix), [b](containers.md), [c](#here), [d](https://x.org/y.md)"
    assert twin(f"# T\n\n{text}").splitlines()[2] == (
        "[a](https://example.org/errors/wheel/index.html.md),"
        " [b](https://example.org/guides/containers/index.html.md), [c](#here),"
        " [d](https://x.org/y.md)"
    )
    code = "`[a](b.md){ .c }`\n\n    ```html\n    <form>[a](b.md)</form> &#42;\n    ```"
    assert code in twin(code)


def test_what_only_a_browser_shows_is_left_out() -> None:
    markdown = '<div class="grid" markdown="1">\n\n[A](/a.md){ .badge }\n\n</div>\n<form>\nx</form>'
    assert twin(markdown).startswith("# XLA\n\n[A](https://example.org/a/index.html.md)\n\n## Sou")
    assert "a\\_b.c" in twin("a&#95;b&#46;c")


def test_twin_lies_in_the_folder_of_its_page() -> None:
    sources = ["guides/xla.md", "guides/index.md", "index.md"]
    assert [twin_address(source) for source in sources] == [
        "guides/xla/index.html.md",
        "guides/index.html.md",
        "index.html.md",
    ]
