"""The built site: pages, links, what it loads, and what happens when the build fails."""

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from macros.theme.nearby_items import LIMIT
from tests.support.entries import changed
from tests.support.paths import ROOT
from tests.support.site import BIN, build
from tests.support.small_project import make_small_project
from trainwreck.catalog.store import load_snapshot
from trainwreck.markdown.plain_text import plain_text
from trainwreck.model.vocabulary import Category
from trainwreck.snapshot.codes import CodeTable

CATALOG = load_snapshot(ROOT / "errors")
IDS = list(CATALOG.entries)
TABLES = tuple(CATALOG.code_tables())
SET_UP = (".venv/.ready", "node_modules/.package-lock.json")
SITE_URL = "https://trainwreck-catalog.github.io/trainwreck/"

# Error, severity, time to diagnose and cluster, as the first source document closes with them.
# "Both" stands there for Betzy and LUMI.
REPORTED = {
    "gradscaler-with-bfloat16": ("Critical", "Days", "Betzy, LUMI"),
    "batchnorm-running-stats-nan": ("Critical", "Days", "Betzy, LUMI"),
    "glibc-version-not-found": ("High", "Hours", "LUMI"),
    "proj-database-mismatch": ("High", "Hours", "Betzy"),
    "disk-quota-exceeded": ("High", "Minutes", "Betzy"),
    "ema-skips-buffers": ("Medium", "Hours", "Betzy, LUMI"),
    "zero-loss-from-skipped-nans": ("Medium", "Hours", "Betzy, LUMI"),
    "sas-token-expired": ("Medium", "Hours", "Betzy"),
    "webloader-has-no-len": ("Low", "Minutes", "Any"),
    "workers-get-no-shards": ("Low", "Minutes", "Any"),
    "raster-bottom-up": ("Low", "Hours", "Betzy, LUMI"),
    "geotiff-landmask-only": ("Low", "Minutes", "Betzy, LUMI"),
}


@cache
def parsed(path: Path) -> LexborHTMLParser:
    return LexborHTMLParser(path.read_text(encoding="utf-8"))


@cache
def anchors(path: Path) -> frozenset[str]:
    tags = (tag.attributes for tag in parsed(path).css("[id], [name]"))
    return frozenset(str(given.get("id") or given.get("name")) for given in tags)


def html_files(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def page_of(site: Path, id_: str) -> LexborHTMLParser:
    return parsed(site / "errors" / id_ / "index.html")


def text_of(tag: LexborNode | None) -> str:
    assert tag is not None
    return " ".join(tag.text(separator=" ").replace("¶", "").split())


def values_of(page: LexborHTMLParser, selector: str, attribute: str) -> list[str]:
    return [str(tag.attributes[attribute]) for tag in page.css(selector)]


@pytest.mark.parametrize("id_", IDS)
def test_each_entry_has_a_page_titled_by_the_error(id_: str, site: Path) -> None:
    page = page_of(site, id_)
    assert text_of(page.css_first("h1")) == " ".join(CATALOG.entries[id_].title.split())
    assert text_of(page.css_first("title")).startswith(CATALOG.entries[id_].title)
    shared = values_of(page, "meta[property='og:title'], meta[property='og:image:alt']", "content")
    assert shared == [CATALOG.entries[id_].title] * 2


@pytest.mark.parametrize("id_", IDS)
def test_messages_can_be_copied(id_: str, site: Path) -> None:
    page = page_of(site, id_)
    messages = [message.text for message in CATALOG[id_].symptom.messages]
    blocks = [block.text().strip() for block in page.css("pre code")]
    assert set(messages) <= set(blocks)


@pytest.mark.parametrize("id_", IDS)
def test_descriptions_give_the_cause_without_markup(id_: str, site: Path) -> None:
    selector = "meta[name=description], meta[property='og:description']"
    texts = values_of(page_of(site, id_), selector, "content")
    assert len(texts) == 2
    for text in texts:
        assert text.startswith(plain_text(CATALOG[id_].cause)[:30])
        assert "`" not in text


def test_edit_and_issue_links_name_the_entry(site: Path) -> None:
    links = values_of(page_of(site, "ema-skips-buffers"), "a[href]", "href")
    repository = "https://github.com/trainwreck-catalog/trainwreck"
    file = f"{repository}/edit/main/errors/numerics/ema-skips-buffers.yml"
    assert links.count(file) == 2  # Material's pencil and our button
    assert any("/issues/new?title=ema-skips-buffers" in link for link in links)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_each_code_has_an_anchor_on_the_page_of_its_table(table: CodeTable, site: Path) -> None:
    there = anchors(site / "codes" / table.id / "index.html")
    assert [code.anchor for code in table.codes if code.anchor not in there] == []


def links_of(site: Path, file: Path) -> Iterator[str]:
    for tag in parsed(file).css("[href], [src], [action]"):
        for name in ("href", "src", "action"):
            value = tag.attributes.get(name)
            if value is not None and not value.startswith(("javascript:", "data:")):
                # 404.html is served at any address, so its links begin at the host's root.
                base = SITE_URL + ("" if file.name == "404.html" else str(file.relative_to(site)))
                yield urljoin(base, value)


def test_every_internal_link_and_anchor_leads_somewhere(site: Path) -> None:
    dead = []
    for file in html_files(site):
        for link in links_of(site, file):
            if not link.startswith(SITE_URL):
                continue
            path = unquote(urlsplit(link).path).removeprefix(urlsplit(SITE_URL).path)
            target = site / path
            target = target / "index.html" if target.is_dir() else target
            fragment = unquote(urlsplit(link).fragment)
            known = target.is_file() and (not fragment or fragment in anchors(target))
            if not known and not fragment.startswith("__"):  # Material's own, made by script
                dead.append(f"{file.relative_to(site)}: {link}")
    assert dead == []


FORMERLY_ON_THE_PAGE = (
    "what-it-reads",
    "what-it-says",
    "dumps-of-the-flight-recorder",
    "in-scripts",
    "by-words",
    "a-code-alone",
    "from-python",
)


@pytest.mark.parametrize("anchor", FORMERLY_ON_THE_PAGE)
def test_section_that_moved_is_linked_from_its_former_anchor(anchor: str, site: Path) -> None:
    page = parsed(site / "diagnose" / "index.html")
    links = values_of(page, f"article span#{anchor} + a", "href")
    assert links == [f"../diagnose-command/#{anchor}"]


def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    foreign = []
    for file in html_files(site):
        for tag in parsed(file).css("script, link:not([rel=canonical]), img, iframe, source, form"):
            values = (tag.attributes.get(name) or "" for name in ("src", "href", "action"))
            foreign += [f"{file}: {value}" for value in values if re.match(r"(https?:)?//", value)]
    for file in site.rglob("*.css"):
        foreign += re.findall(r"url\(['\"]?(?:https?:)?//[^)]*|@import[^;]*", file.read_text())
    assert foreign == []


def listed_in_navigation(file: Path) -> set[str]:
    links = values_of(parsed(file), ".md-nav--primary a, .md-tabs a", "href")
    ids = (re.search(r"errors/([\w-]+)/|^\.\./([\w-]+)/$", link) for link in links)
    return {found[1] or found[2] for found in ids if found} & set(IDS)


@pytest.mark.parametrize("page", ["index.html", "guides/index.html", "clusters/lumi/index.html"])
def test_navigation_of_other_pages_lists_no_entries(page: str, site: Path) -> None:
    assert len(listed_in_navigation(site / page)) <= len(CATALOG.categories)


def test_navigation_of_an_entry_lists_others_of_its_category(site: Path) -> None:
    listed = listed_in_navigation(site / "errors" / "disk-quota-exceeded" / "index.html")
    of_category = {entry.id for entry in CATALOG.categories[Category.STORAGE]}
    assert listed <= of_category
    assert len(listed - {"disk-quota-exceeded"}) == LIMIT - 1


def test_sitemap_lists_every_entry(site: Path) -> None:
    sitemap = (site / "sitemap.xml").read_text()
    for id_ in IDS:
        assert f"<loc>{SITE_URL}errors/{id_}/</loc>" in sitemap


def test_matrix_has_the_values_of_the_source_document(site: Path) -> None:
    rows = {}
    for row in parsed(site / "matrix" / "index.html").css("tbody tr"):
        id_ = str(row.css("a")[0].attributes["href"]).strip("./").split("/")[-1]
        rows[id_] = tuple(text_of(cell) for cell in row.css("td")[1:4])
    assert {id_: rows[id_] for id_ in REPORTED} == REPORTED
    assert sorted(rows) == sorted(IDS)


def test_bare_address_of_the_errors_leads_to_the_matrix(site: Path) -> None:
    assert "../matrix/" in (site / "errors" / "index.html").read_text()


def test_page_not_found_offers_ways_on(site: Path) -> None:
    links = values_of(parsed(site / "404.html"), "article a", "href")
    assert links == [
        f"/trainwreck/{path}/" for path in ("matrix", "symptoms", "categories", "clusters")
    ]


def is_empty(heading: LexborNode) -> bool:
    following = heading.next
    while following is not None and not following.is_element_node:
        following = following.next
    is_heading = following is not None and re.fullmatch("h[1-6]", str(following.tag))
    return following is None or bool(is_heading and str(following.tag) <= str(heading.tag))


def test_no_page_has_an_empty_section(site: Path) -> None:
    empty = [
        f"{file.relative_to(site)}: {text_of(heading)}"
        for file in html_files(site)
        for heading in parsed(file).css("article :is(h2, h3)")
        if is_empty(heading)
    ]
    assert empty == []


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return make_small_project(tmp_path)


def break_an_entry(project: Path) -> str:
    path = Path("errors", "numerics", "wheel.yml")
    (project / path).write_text(changed(("severity: high", "severity: hihg")))
    return f'{path}:3: severity: "hihg" is not a valid severity; did you mean "high"?'


def make_site(project: Path) -> subprocess.CompletedProcess[str]:
    # The environment and the packages of this run stand in for those that make would set up.
    command = ["make", "site", f"BIN={BIN}", *(f"--old-file={file}" for file in SET_UP)]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


def test_faulty_entry_stops_the_build_with_the_message_of_the_check(project: Path) -> None:
    problem = break_an_entry(project)
    command = [str(BIN / "trainwreck"), "check"]
    checked = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    built = build(project, project / "built")
    assert built.returncode != 0
    assert problem in checked.stdout
    assert problem in built.stderr
    assert "Traceback" not in built.stderr
    assert not (project / "built").exists()


def test_dead_link_stops_the_build_and_leaves_the_last_good_site(project: Path) -> None:
    assert make_site(project).returncode == 0
    before = (project / "site" / "index.html").read_text()
    (project / "docs" / "index.md").write_text("# Home\n\n[nowhere](nowhere.md)\n")
    result = make_site(project)
    assert result.returncode != 0
    assert "contains a link 'nowhere.md'" in result.stderr
    assert (project / "site" / "index.html").read_text() == before


def test_failed_first_build_leaves_no_site(project: Path) -> None:
    break_an_entry(project)
    assert make_site(project).returncode != 0
    assert not (project / "site").exists()


def test_unknown_macro_stops_the_build(project: Path) -> None:
    (project / "docs" / "index.md").write_text("# Home\n\n{{ no_such_macro() }}\n")
    result = build(project, project / "built")
    assert result.returncode != 0
    assert "no_such_macro" in result.stderr + result.stdout
