"""Long lists are split into pages, and the page of tags leads to every list."""

import re
from pathlib import Path

import pytest

import trainwreck
from macros.pages import term_lists as module
from macros.pages.generated import pages
from macros.pages.term_lists import term_lists
from macros.rendering.markdown import SiteMarkdown
from tests.support.entries import changed, make_catalog
from trainwreck import Catalog, Kind
from trainwreck.catalog.store import load_snapshot

REPOSITORY = "https://example.org/repository"


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    """Return five entries, of which a page shows two at most."""
    high, low = changed(), changed(("severity: high", "severity: low"))
    names = {"a": low, "b": high, "c": low, "d": high, "e": high}
    entries = {f"numerics/wheel-{name}": text for name, text in names.items()}
    return trainwreck.load(make_catalog(tmp_path, entries, clusters=("lumi",)))


@pytest.fixture(autouse=True)
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a page list two entries."""
    monkeypatch.setattr(module, "LISTED", 2)


def test_list_goes_on_on_further_pages_with_the_most_severe_first(catalog: Catalog) -> None:
    found = term_lists(catalog)["symptoms"]["crash"]
    uris = ["symptoms/crash.md", "symptoms/crash/2.md", "symptoms/crash/3.md"]
    assert [found.uri(number) for number in found.pages] == uris
    site = SiteMarkdown(catalog, REPOSITORY)
    shown = [
        re.findall(r"/errors/wheel-(\w)\.md", site.term_page("symptoms", "crash", number))
        for number in found.pages
    ]
    assert shown == [["b", "d"], ["e", "a"], ["c"]]


@pytest.mark.parametrize("length", [0, 1, 2, 3, 4, 5, 400])
def test_no_page_is_empty_and_none_is_too_long(length: int, catalog: Catalog) -> None:
    entry = next(iter(catalog))
    found = module.TermList("symptoms", Kind.CRASH, (entry,) * length)
    sizes = [len(found.on_page(number)) for number in found.pages]
    assert sum(sizes) == length
    assert all(1 <= size <= 2 for size in sizes)


def test_each_page_of_a_list_is_made_and_links_to_the_others(catalog: Catalog) -> None:
    made = {page.uri: page.content for page in pages(catalog)}
    assert "frameworks/pytorch/3.md" in made
    assert "PyTorch, page 3" in made["frameworks/pytorch/3.md"]
    assert "term_page('frameworks', 'pytorch', 3)" in made["frameworks/pytorch/3.md"]
    page = SiteMarkdown(catalog, REPOSITORY).term_page("frameworks", "pytorch", 2)
    assert "Page 2 of 3" in page
    assert re.findall(r"\(/frameworks/(\S+)\)", page) == ["pytorch.md", "pytorch/3.md"]


def test_list_of_one_page_names_no_others(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": changed()})
    assert "Page" not in SiteMarkdown(trainwreck.load(root), REPOSITORY).term_page(
        "categories", "numerics"
    )


def test_tags_lead_to_the_lists_and_to_the_clusters(tmp_path: Path) -> None:
    root = make_catalog(
        tmp_path, {"data-access/wheel": changed(("[any]", "[lumi]"))}, clusters=("lumi", "saga")
    )
    tags = SiteMarkdown(trainwreck.load(root), REPOSITORY).tags()
    links = re.findall(r'<span id="(.*?)">\[.*? \((\d+)\)\]\(/(.*?)\)</span>', tags)
    assert links == [
        ("tag:data-access", "1", "categories/data-access.md"),
        ("tag:crash", "1", "symptoms/crash.md"),
        ("tag:pytorch", "1", "frameworks/pytorch.md"),
        ("tag:lumi", "1", "clusters/lumi.md"),
    ]


def test_no_two_tags_have_the_same_address() -> None:
    anchors = re.findall(r'id="(.*?)"', SiteMarkdown(load_snapshot(), REPOSITORY).tags())
    assert len(set(anchors)) == len(anchors)
    # Addresses that were in use when the theme wrote the page.
    assert {"tag:wb", "tag:tpu", "tag:nvidia-driver", "tag:scheduler-and-startup"} <= set(anchors)
