"""The site as one zip, unpacked and opened from the disk in a browser that has no network."""

import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

import trainwreck
from macros.commands.bundle import addresses
from tests.support.entries import changed
from tests.support.paths import ROOT
from tests.support.sharing import made_once
from tests.support.site import Visit
from tests.support.small_project import make_small_project
from trainwreck.model.vocabulary import Severity

CATALOG = trainwreck.load(ROOT / "errors")
CRITICAL = {entry.id for entry in CATALOG if entry.severity is Severity.CRITICAL}
NAME = "trainwreck-site"
LICENSES = ("LICENSE", "LICENSE-CONTENT.md")
BYTES_PER_ENTRY = 40_000
"""A page, its text and its data, each of which has its part of the navigation and the search."""
"""Bytes that may still go as an attachment."""


def make_bundle(project: Path, zip_: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "macros.commands.bundle", str(zip_)]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def archive(shared_folder: Path) -> Path:
    def make(zip_: Path) -> None:
        result = make_bundle(ROOT, zip_)
        assert result.returncode == 0, result.stderr
        assert str(zip_) in result.stdout

    return made_once(shared_folder / "bundle" / f"{NAME}.zip", make)


@pytest.fixture(scope="module")
def unpacked(archive: Path, shared_folder: Path) -> Path:
    def make(folder: Path) -> None:
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(folder)

    return made_once(shared_folder / "a folder with a space", make) / NAME


@pytest.fixture
def disk(browser: Browser, unpacked: Path) -> Iterator[Visit]:
    context = browser.new_context(offline=True)
    visit = Visit(context, f"{unpacked.as_uri()}/")
    yield visit
    context.close()
    assert visit.problems == []


class Links(HTMLParser):
    """Notes what a page links to or loads."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        name = {"a": "href", "link": "href", "script": "src", "img": "src"}.get(tag)
        self.found |= {value or "" for given, value in attributes if given == name}


def search(page: Page, text: str) -> None:
    page.keyboard.press("s")
    page.get_by_role("textbox", name="Search").press_sequentially(text)


def test_zip_holds_one_folder_and_is_small(archive: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        assert {name.split("/")[0] for name in opened.namelist()} == {NAME}
    assert archive.stat().st_size < BYTES_PER_ENTRY * len(CATALOG)


def test_licenses_go_with_what_they_allow(archive: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        for name in LICENSES:
            assert opened.read(f"{NAME}/{name}") == (ROOT / name).read_bytes()


def test_the_same_site_gives_the_same_names_and_dates(archive: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        assert opened.namelist() == sorted(opened.namelist())
        assert {info.date_time for info in opened.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_every_link_leads_to_a_file(unpacked: Path) -> None:
    dead = []
    for file in sorted(unpacked.rglob("*.html")):
        if file.name == "404.html":  # only a server shows it
            continue
        links = Links()
        links.feed(file.read_text(encoding="utf-8"))
        for address in sorted(links.found):
            link = urljoin(file.as_uri(), address)
            if link.startswith("file:") and not Path(unquote(urlsplit(link).path)).is_file():
                dead.append(f"{file.relative_to(unpacked)}: {link}")
    assert dead == []


def test_single_file_is_in_it_and_runs(unpacked: Path) -> None:
    assert "trainwreck.pyz" in (unpacked / "diagnose-command.html").read_text(encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(unpacked / "trainwreck.pyz"), "show", "nan-loss"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("# ")


def test_no_script_comes_from_another_host(unpacked: Path) -> None:
    for file in sorted(unpacked.rglob("*.html")):
        html = file.read_text(encoding="utf-8")
        assert re.findall(r'<script[^>]* src="(?:https?:)?//[^"]*', html) == [], file


@pytest.mark.browser
def test_reads_and_navigates(disk: Visit) -> None:
    page = disk.open("index.html")
    page.get_by_role("link", name="all errors in one table").click()
    expect(page).to_have_url(re.compile(r"/matrix\.html$"))
    page.locator("td a[href*='errors/nan-loss.html']").first.click()
    expect(page.locator("h1")).to_contain_text(CATALOG.entries["nan-loss"].title)
    expect(page.locator("h2", has_text="Root cause")).to_be_visible()


@pytest.mark.browser
def test_matrix_filters_and_clears(disk: Visit) -> None:
    page = disk.open("matrix.html")
    page.get_by_label("Severity").select_option("Critical")
    links = page.locator(".matrix table tbody tr:visible td:first-child a").all()
    assert {Path(str(link.get_attribute("href"))).stem for link in links} == CRITICAL
    assert page.url.endswith("matrix.html#severity=Critical")
    page.locator(".matrix-filter").get_by_role("button", name="Clear").click()
    everything = f"{len(CATALOG)} of {len(CATALOG)} errors"
    expect(page.locator("output")).to_contain_text(everything)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("path", "shown"),
    [("matrix.html", ".matrix tr:visible"), ("quick-reference.html", ".folded tr:visible")],
)
def test_text_filter_finds_messages(path: str, shown: str, disk: Visit) -> None:
    page = disk.open(path)
    page.get_by_label("Text").fill("failed (exitcode: -9) local_rank")
    expect(page.locator(f"{shown} a[href*='process-killed-sigkill']").first).to_be_visible()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("query", "address"),
    [
        ("Bounds and transform are inconsistent", "errors/raster-bottom-up.html"),
        ("mixed precision", "guides/mixed-precision.html"),
    ],
)
def test_search_finds_entries_and_other_pages(query: str, address: str, disk: Visit) -> None:
    page = disk.open("errors/nan-loss.html")
    search(page, query)
    first = page.locator(f".md-search-result__item > a[href*='{address}']").first
    expect(first).to_be_visible()
    first.click()
    expect(page).to_have_url(re.compile(re.escape(address)))


@pytest.mark.browser
def test_log_is_diagnosed(disk: Visit) -> None:
    page = disk.open("diagnose.html")
    page.locator("[data-diagnose] textarea").fill("RuntimeError: No HIP GPUs are available")
    page.get_by_role("button", name="Diagnose").click()
    link = page.locator("[data-diagnose-result] a").first
    expect(link).to_have_attribute("href", re.compile(r"errors/no-hip-gpus-available\.html$"))


@pytest.mark.browser
def test_new_error_is_written_down(disk: Visit) -> None:
    page = disk.open("new-error.html")
    page.get_by_label("Lines printed by the job").fill("RuntimeError: No HIP GPUs are available")
    link = page.locator("[data-new-error-known] a").first
    expect(link).to_have_attribute("href", re.compile(r"errors/no-hip-gpus-available\.html$"))
    expect(page.locator("[data-new-error-preview]")).to_contain_text("# yaml-language-server")


@pytest.mark.browser
def test_bare_address_of_the_errors_leads_to_the_matrix(disk: Visit) -> None:
    page = disk.open("errors/index.html")
    expect(page).to_have_url(re.compile(r"/matrix\.html$"))


def test_each_address_on_a_server_is_that_of_a_file_on_the_disk() -> None:
    assert addresses(["index.md", "errors/nan-loss.md", "clusters/index.md"]) == {
        "": "index.html",
        "errors/nan-loss/": "errors/nan-loss.html",
        "clusters/": "clusters/index.html",
    }


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return make_small_project(tmp_path)


def test_redirect_of_a_former_id_leads_to_a_file(project: Path) -> None:
    first = "first_step: Tighten the nut."
    text = changed((first, f"{first}\naliases: [old-wheel]"))
    (project / "errors" / "numerics" / "wheel.yml").write_text(text)
    zip_ = project / "out" / f"{NAME}.zip"
    result = make_bundle(project, zip_)
    assert result.returncode == 0, result.stderr
    with zipfile.ZipFile(zip_) as opened:
        assert b'url=wheel.html"' in opened.read(f"{NAME}/errors/old-wheel.html")


def test_faulty_entry_leaves_no_zip_and_tells_the_fault(project: Path) -> None:
    text = changed(("severity: high", "severity: hihg"))
    (project / "errors" / "numerics" / "wheel.yml").write_text(text)
    result = make_bundle(project, project / "out" / f"{NAME}.zip")
    assert result.returncode == 1
    assert "no bundle was written" in result.stderr
    assert 'severity: "hihg" is not a valid severity; did you mean "high"?' in result.stderr
    assert "Traceback" not in result.stderr
    assert list((project / "out").iterdir()) == []


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("out", "out: is a folder; name a file in it"),
        ("file/site.zip", "file: File exists"),
        ("file/deeper/site.zip", "file/deeper: Not a directory"),
        ("/proc/site.zip", "/proc/"),
    ],
)
def test_target_that_cannot_be_written_is_told_before_the_build(
    target: str, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "kept").touch()
    (tmp_path / "file").touch()
    (tmp_path / "mkdocs.yml").write_text("what is: [no configuration")
    result = make_bundle(tmp_path, Path(target))
    assert result.returncode == 1
    assert result.stderr.startswith("no bundle was written: ")
    assert reason in result.stderr
    assert "Traceback" not in result.stderr
    assert sorted(path.name for path in tmp_path.rglob("*")) == [
        "file",
        "kept",
        "mkdocs.yml",
        "out",
    ]
