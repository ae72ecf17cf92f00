"""The page that diagnoses a log, in a real browser: no text of a log leaves it or becomes HTML."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import trainwreck
from tests.support.diagnose_page import LOG, OOM, QUOTA, diagnose, field, found, open_file, status
from tests.support.paths import ROOT
from tests.support.site import DARK, NO_SCRIPT, PHONE, Visit, grave_faults
from trainwreck.model.vocabulary import Action
from trainwreck.output.diagnosis_json import as_plain

pytestmark = pytest.mark.browser

UNKNOWN = "SecretError: the flux capacitor of hunter2 is unknown"
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "{{ 7 * 7 }} ${7 * 7} {% raw %}",
    "\u202e gnirts \u2066",
    "&lt;b&gt; ]]> <!--",
    "! # $ % & ' ( ) * + , - . / : ; < = > ? @ [ \\ ] ^ _ ` { | } ~",
]


def plain_text(markdown: str) -> str:
    """Return a line of ``markdown`` as a page shows it."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", markdown).replace("`", "")


def test_result_is_that_of_the_command_line(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, LOG)
    expect(status(page)).to_have_text("The pasted text: 4 lines read, 2 causes, 1 consequence.")
    expected = as_plain(trainwreck.diagnose(LOG))
    expect(page.locator("h2.diagnosis-verdict")).to_have_text(expected["verdict"])
    what_to_do = Action(expected["action"]["decision"]).instruction
    expect(page.locator(".diagnosis-action")).to_contain_text(f"What to do: {what_to_do}.")
    causes = [match for match in expected["matches"] if match["role"] == "cause"]
    cards = page.locator(".diagnosis")
    expect(cards).to_have_count(len(causes))
    for card, match in zip(cards.all(), causes, strict=True):
        said = card.inner_text()
        for part in ("id", "title", "reason", "cause", "first_step"):
            assert plain_text(match[part]) in said
        assert f"severity {match['severity']}" in said
        assert match["confidence"] in said
        for line in match["lines"]:
            assert f"{line['number']} | " in said
            assert line["text"] in said
        for step in match["fix"]:
            assert step["title"] in said
    assert found(page) == ["cuda-out-of-memory", "nccl-collective-timeout", "disk-quota-exceeded"]


def test_consequence_is_below_its_cause_with_its_lines(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, LOG)
    card = page.locator(".diagnosis").first
    expect(card.locator("h3")).to_contain_text("CUDA out of memory")
    expect(card).to_contain_text("on rank 3")
    expect(card.locator(".diagnosis__consequence")).to_contain_text("2 | [rank0]")


def test_entry_is_one_click_away_and_back_shows_the_result_again(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, LOG)
    page.get_by_role("link", name="cuda-out-of-memory", exact=True).click()
    expect(page).to_have_url(re.compile("errors/cuda-out-of-memory/$"))
    page.go_back()
    expect(page.locator(".diagnosis")).to_have_count(2)
    assert set(found(page)) >= {"cuda-out-of-memory", "disk-quota-exceeded"}


def test_danger_is_said_before_the_commands(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, QUOTA)
    step = page.locator(".diagnosis li", has=page.locator(".admonition")).first
    expect(step.locator(".admonition")).to_be_visible()
    expect(step.locator("pre")).to_be_hidden()
    step.locator("summary").click()
    expect(step.locator("pre")).to_be_visible()
    assert "not-run" not in page.locator(".diagnose-result").evaluate("e => e.textContent")


def test_steps_are_for_the_chosen_cluster_which_is_remembered(visit: Visit) -> None:
    page = visit.open("diagnose/#ids=no-module-named-src")
    entry = trainwreck.load(ROOT / "errors").entries["no-module-named-src"]
    only_betzy = [step.title for step in entry.fix if step.clusters == ("betzy",)]
    assert only_betzy
    steps = page.locator(".diagnosis ol > li > strong")
    expect(steps.filter(has_text=only_betzy[0])).to_be_visible()
    assert set(only_betzy) <= set(steps.all_inner_texts())
    page.get_by_label("Steps for").select_option("LUMI")
    expect(page.get_by_role("heading", name="Fix on LUMI")).to_be_visible()
    assert not set(only_betzy) & set(steps.all_inner_texts())
    page.reload()
    expect(page.get_by_label("Steps for")).to_have_value("lumi")
    expect(page.get_by_role("heading", name="Fix on LUMI")).to_be_visible()


def test_address_names_the_errors_and_holds_nothing_of_the_log(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, LOG + "password=hunter2\n")
    expect(page.locator(".diagnosis")).to_have_count(2)
    ids = "cuda-out-of-memory,disk-quota-exceeded,nccl-collective-timeout"
    assert page.url.endswith(f"diagnose/#ids={ids}&consequences=nccl-collective-timeout")
    stored = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert "hunter2" not in stored
    assert "Errno" not in stored
    link = page.get_by_role("link", name="Link to this result")
    assert link.evaluate("link => link.href") == page.url
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied link")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_shared_address_shows_the_entries(visit: Visit) -> None:
    page = visit.open("diagnose/#ids=nccl-collective-timeout,cuda-out-of-memory,no-such-error")
    expect(status(page)).to_have_text("From a shared link: 1 cause, 1 consequence.")
    assert found(page) == ["cuda-out-of-memory", "nccl-collective-timeout"]
    expect(page.locator(".diagnosis__lines")).to_have_count(0)


@pytest.mark.parametrize(
    "fragment",
    ["ids=", "ids=%3Cimg src=x onerror=alert(1)%3E", "ids=%ff", "ids=__proto__,toString"],
)
def test_hostile_fragment_shows_nothing(fragment: str, visit: Visit) -> None:
    page = visit.open(f"diagnose/#{fragment}")
    expect(status(page)).to_have_text("The catalog has no entry that this link names.")
    assert page.locator(".diagnose-result > *").count() == 0


def test_section_link_keeps_the_result(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, LOG)
    expect(page.locator(".diagnosis__lines")).to_have_count(3)
    page.evaluate("location.hash = 'in-scripts'")
    page.go_back()
    expect(page).to_have_url(re.compile("#ids="))
    expect(page.locator(".diagnosis__lines")).to_have_count(3)


def test_entry_much_like_an_unknown_error_is_named_as_loosely_similar(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(
        page, "RuntimeError: The server socket never managed to listen on any local network address"
    )
    expect(page.get_by_role("heading", name="Loosely similar entries")).to_be_visible()
    links = page.locator(".diagnosis li a[href*='/errors/']")
    expect(links.first).to_have_attribute("href", re.compile("errors/address-already-in-use/"))


def test_unknown_log_is_not_explained_and_reported_without_its_text(visit: Visit) -> None:
    page = visit.open("diagnose/#ids=cuda-out-of-memory")
    expect(page.locator(".diagnosis")).to_have_count(1)
    diagnose(page, UNKNOWN + "\nerror: NCCL watchdog of the GPU failed")
    expect(status(page)).to_have_text("The pasted text: 2 lines read, no known message.")
    expect(page.locator("h2.diagnosis-verdict")).to_have_text(
        f'No match. The log reports "{UNKNOWN}", which no entry explains yet.'
    )
    expect(page.locator(".diagnosis")).to_contain_text(f"{UNKNOWN} (line 1)")
    expect(page.get_by_role("heading", name="Loosely similar entries")).to_have_count(0)
    assert page.get_by_role("link", name="Write it down").get_attribute("href") == (
        f"{visit.address}new-error/"
    )
    href = str(page.get_by_role("link", name="Report a new error").get_attribute("href"))
    assert re.fullmatch(
        r"https://\S+/issues/new\?template=new-error.yml&title=New\+error%3A\+", href
    )
    assert page.url.endswith("diagnose/")


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_is_only_text(hostile: str, visit: Visit) -> None:
    page = visit.open("diagnose/")
    page.on("dialog", lambda _: pytest.fail("a script ran"))
    open_file(page, hostile.replace("/", " "), f"{hostile} {OOM} {hostile}".encode())
    expect(page.locator(".diagnosis")).to_have_count(1)
    shown = page.locator(".diagnosis__text").inner_text()
    assert shown.startswith(re.sub("[\u202e\u2066]", "\ufffd", hostile))
    assert "49" not in shown
    assert page.locator("img[src=x], .diagnosis script, .diagnosis b").count() == 0


def test_page_says_that_the_catalog_is_missing(visit: Visit) -> None:
    visit.page.route("**/catalog.json", lambda route: route.fulfill(status=404, body=""))
    page = visit.open("diagnose/")
    expect(status(page)).to_contain_text("The catalog cannot be loaded")
    diagnose(page, LOG)
    expect(status(page)).to_contain_text("The catalog cannot be loaded")


def test_keyboard_is_enough(visit: Visit) -> None:
    page = visit.open("diagnose/")
    field(page).focus()
    page.keyboard.insert_text(LOG)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".diagnosis")).to_have_count(2)
    page.locator(".diagnosis summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".diagnosis details").first).to_have_attribute("open", "")


@pytest.mark.parametrize("visit", [{}, DARK, PHONE], indirect=True, ids=["light", "dark", "phone"])
@pytest.mark.parametrize("log", [LOG + QUOTA, UNKNOWN])
def test_axe_finds_no_fault_in_a_result(log: str, visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, log)
    expect(page.locator(".diagnosis").first).to_be_visible()
    for step in page.locator(".diagnosis summary").all():
        step.click()
    # Not onto a link, which Material colours when pointed at.
    page.mouse.move(0, 0)
    assert grave_faults(page) == set()


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_phone_needs_no_sideways_scrolling(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, LOG + "x" * 500 + OOM)
    expect(page.locator(".diagnosis").first).to_be_visible()
    for step in page.locator(".diagnosis summary").all():
        step.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("visit", [NO_SCRIPT], indirect=True)
def test_without_javascript_the_command_line_is_explained(visit: Visit) -> None:
    page = visit.open("diagnose/")
    expect(page.locator(".diagnose")).to_be_hidden()
    expect(page.get_by_role("heading", name="On the command line")).to_be_visible()
    page.get_by_role("link", name="What it says").click()
    expect(page.get_by_role("heading", name="What it says")).to_be_visible()


def test_nothing_is_loaded_for_it_on_other_pages(visit: Visit) -> None:
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    page = visit.open("legend/")
    assert not [url for url in asked if "diagnose" in url]
    # The matcher serves the search's worker on every page, and the page itself on none but this.
    assert page.locator("script[src*=matcher]").count() == 0


@pytest.fixture
def on_disk(browser: Browser, site: Path, tmp_path: Path) -> Iterator[Callable[[str | None], Page]]:
    """Return what opens the page from the disk, with the text given as the catalog's script."""
    page = browser.new_page()
    copy = tmp_path / "site"
    shutil.copytree(site, copy)

    def opened(script: str | None) -> Page:
        catalog = copy / "assets" / "catalog.js"
        catalog.unlink(missing_ok=True)
        if script:
            catalog.write_text(script, encoding="utf-8")
        page.goto((copy / "diagnose" / "index.html").as_uri())
        return page

    yield opened
    page.close()


def test_page_from_the_disk_diagnoses_with_the_catalog_as_a_script(
    site: Path, on_disk: Callable[[str | None], Page]
) -> None:
    catalog = json.loads((site / "assets" / "catalog.json").read_text(encoding="utf-8"))
    page = on_disk(f"globalThis.trainwreckCatalog = {json.dumps(catalog)}")
    diagnose(page, LOG)
    expect(page.locator(".diagnosis")).to_have_count(2)
    page.get_by_role("link", name="cuda-out-of-memory", exact=True).click()
    expect(page.locator("h1")).to_contain_text("CUDA out of memory")


def test_page_from_the_disk_says_what_it_cannot_read(
    on_disk: Callable[[str | None], Page],
) -> None:
    page = on_disk(None)
    diagnose(page, LOG)
    expect(status(page)).to_contain_text("A page opened from the disk cannot read the catalog")
