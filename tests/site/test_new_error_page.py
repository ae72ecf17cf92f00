"""The form for a new error in a real browser, from the lines of a log to the host's page."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from playwright.sync_api import Page, Route, expect

import trainwreck
from macros.entry_form.fields import sections
from tests.site.test_diagnose_page import UNKNOWN
from tests.site.test_new_error_scripts import WORDS
from tests.support.command import trainwreck as run
from tests.support.contributor import LOG, MESSAGE
from tests.support.diagnose_page import diagnose as diagnose_log
from tests.support.paths import ROOT
from tests.support.site import DARK, NO_SCRIPT, PHONE, Visit, grave_faults
from trainwreck.logs.redaction import redacted

pytestmark = pytest.mark.browser

CATALOG = trainwreck.load(ROOT / "errors")
LABELS = {field.name: field.label for part in sections(CATALOG) for field in part.fields}
KNOWN = "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 3 has"
SAMPLE = redacted("\n".join(LOG.splitlines()[1:5]))
ANSWERS: dict[str, Any] = WORDS | {
    "messages": MESSAGE,
    "title": "RuntimeError: the axle refused the wheel",
    "id": "axle-refused",
}
TEXTS = {
    "versions": "PyTorch 2.13.0, Python 3.11",
    "verdict": "was given a wheel that its axle refuses",
    "summary": "The job ends in the first epoch with a traceback that names an axle and a wheel.",
    "confirm": "Ask the axle on the node where the job ran:\n\n```text\naxle --list\n```",
    "cause": "The axle was made for another wheel, so it refuses the one that it is given.",
    "first_step": "Ask the axle which wheels it takes.",
    "action": "fix-first",
    "action_reason": "The axle refuses the same wheel again.",
    "fix_title": "Take a wheel that the axle knows",
    "fix_text": "List the wheels that it knows, and take one:\n\n```text\naxle --wheels\n```",
    "reproduction": "script",
    "error": f"echo '{MESSAGE.replace('<#>', '17').replace('<*>', '/axle.bin')}'",
    "fixed": "echo fine",
}
CATALOG_FILE = "assets/catalog.json"
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "</textarea></form><b>bold</b>",
    "{{ 7 * 7 }} ${7 * 7} {% raw %}",
    "\u202e gnirts \u2066\x00\x07\ufeff\u2028",
    "--- !!python/object:os.system &a *a\n...\n% @ `",
    "' \" \\ \\n # : - ? | > [ ] { }",
]
# Counts the pages that would be opened, and keeps their addresses.
OPENED = "window.open = (...given) => { (window.opened ??= []).push(given) }"

# Returns the values of the boxes that are not as they should be.
TO_BE_CLICKED = """(boxes, wanted) =>
  boxes.filter(box => box.checked !== wanted.includes(box.value)).map(box => box.value)"""


def start(visit: Visit) -> Page:
    """Open the form and wait until it answers."""
    visit.page.add_init_script(OPENED)
    page = visit.open("new-error/")
    expect(page.locator("[data-new-error]")).to_have_attribute("data-ready", "")
    return page


def hold_entries_back(page: Page) -> list[Route]:
    """Let the entries wait, and return the list of the requests for them."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(f"**/{CATALOG_FILE}", hold)
    return waiting


def control(page: Page, name: str) -> Any:
    return page.locator(f"#new-error-{name}")


def answer(page: Page, **answers: Any) -> None:
    for name, value in answers.items():
        if name in ("clusters", "frameworks"):
            boxes = page.locator(f"[name={name}]")
            for other in boxes.evaluate_all(TO_BE_CLICKED, value):
                page.locator(f"[name={name}][value='{other}']").set_checked(other in value)
        elif control(page, name).evaluate("e => e.tagName") == "SELECT":
            control(page, name).select_option(value)
        else:
            control(page, name).fill(value)


def submit(page: Page) -> None:
    page.get_by_role("button", name="Check and open").click()


def status(page: Page) -> Any:
    return page.locator("[data-new-error-status]")


def problem(page: Page, name: str) -> Any:
    return page.locator(f"#new-error-{name}-problem")


def preview(page: Page) -> str:
    page.wait_for_timeout(400)  # the form waits until nobody types
    return page.locator("[data-new-error-preview]").inner_text()


def opened(page: Page) -> list[list[str]]:
    found: list[list[str]] = page.evaluate("window.opened ?? []")
    return found


def check(folder: Path, text: str, category: str = "numerics", id_: str = "axle-refused") -> str:
    """Return what trainwreck check says of a file beside the catalog's own."""
    root = folder / "errors"
    root.mkdir()
    for path in (ROOT / "errors").iterdir():
        if path.name != category:
            (root / path.name).symlink_to(path)
    (root / category).mkdir()
    for path in (ROOT / "errors" / category).iterdir():
        (root / category / path.name).symlink_to(path)
    (folder / "docs").symlink_to(ROOT / "docs")
    (root / category / f"{id_}.yml").write_text(text, encoding="utf-8")
    return run("check", cwd=folder).stdout


def test_log_leads_to_a_file_at_the_host(visit: Visit, tmp_path: Path) -> None:
    page = start(visit)
    control(page, "log").fill(LOG)
    page.get_by_role("button", name=f"Use it as a message: {MESSAGE}").click()
    expect(control(page, "messages")).to_have_value(MESSAGE)
    expect(control(page, "title")).to_have_value(re.compile("^RuntimeError: axle"))
    expect(control(page, "id")).to_have_value("axle-on-refused-the")
    expect(control(page, "kind")).to_have_value("crash")
    assert "/home/<user>/code" in control(page, "sample").input_value()
    answer(page, **WORDS, id="axle-refused", title=ANSWERS["title"])
    submit(page)
    expect(status(page)).to_contain_text("Opened in a new tab. The file still asks for: Versions")
    ((address, target, features),) = opened(page)
    assert (target, features) == ("_blank", "noopener")
    parts = urlsplit(address)
    assert f"{parts.scheme}://{parts.netloc}{parts.path}" == (
        "https://github.com/trainwreck-catalog/trainwreck/new/main/errors/numerics"
    )
    query = parse_qs(parts.query)
    assert query["filename"] == ["axle-refused.yml"]
    (text,) = query["value"]
    assert text.rstrip() == preview(page).rstrip()
    for secret in ("alice", "hf_", "example.org"):
        assert secret not in address
    assert check(tmp_path, text).count("still contains the prompt") == 11


def test_finished_file_has_no_fault(visit: Visit, tmp_path: Path) -> None:
    page = start(visit)
    answer(page, **ANSWERS, **TEXTS, sample=SAMPLE)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "axle-refused.yml"
    text = download.value.path().read_text(encoding="utf-8")
    assert "<to write" not in text
    assert check(tmp_path, text) == ""
    submit(page)
    expect(status(page)).to_have_text("Opened in a new tab.")


def test_error_that_cannot_be_raised_says_why(visit: Visit, tmp_path: Path) -> None:
    page = start(visit)
    expect(control(page, "because")).to_be_hidden()
    texts = {name: text for name, text in TEXTS.items() if name not in ("error", "fixed")}
    answer(page, **ANSWERS, **texts | {"reproduction": "site"})
    expect(control(page, "error")).to_be_hidden()
    submit(page)
    expect(problem(page, "because")).to_contain_text("Why it can't be raised: is empty")
    answer(page, because="Only this cluster has such axles.")
    submit(page)
    expect(status(page)).to_contain_text("Opened in a new tab.")
    (given,) = opened(page)
    (text,) = parse_qs(urlsplit(given[0]).query)["value"]
    assert yaml.safe_load(text)["reproduction"]["exempt"] == "site"
    assert check(tmp_path, text) == ""


MISTAKES: dict[str, tuple[dict[str, Any], str, str]] = {
    "nothing chosen": ({"severity": ""}, "severity", "Severity: is not chosen; choose one"),
    "no category": ({"category": ""}, "category", "Category: is not chosen; choose one"),
    "id that is none": (
        {"id": "Axle_Refused"},
        "id",
        'ID: "Axle_Refused" is not a valid id; use lower-case words joined by hyphens,'
        ' such as "axle-refused"',
    ),
    "title too long": (
        {"title": "x" * 121},
        "title",
        "Title: is 121 characters long; keep it within 120",
    ),
    "no title": ({"title": ""}, "title", "Title: is empty; write it"),
    "message with a home folder": (
        {"messages": "cannot read /home/alice/axle.bin at all"},
        "messages",
        'Messages: "alice" looks like the name of a person; write <*>',
    ),
    "message that leads to an entry": (
        {"messages": KNOWN},
        "messages",
        "Messages: are explained by cuda-out-of-memory already; read that entry",
    ),
    "no framework": (
        {"frameworks": []},
        "frameworks",
        "Frameworks: names none; choose at least one",
    ),
    "too little said": (
        {"summary": "It fails."},
        "summary",
        "Summary: is only 10 characters long; write at least 40",
    ),
    "first step too long": (
        {"first_step": "x" * 141},
        "first_step",
        "First step: is 141 characters long; keep it within 140",
    ),
    "mail address": (
        {"title": "Thing of jdoe@uni.no"},
        "title",
        'Title: "jdoe@uni.no" is an e-mail address; write <e-mail>',
    ),
    "home folder": (
        {"summary": "The job ends with a traceback.\nIt was run in `/home/alice/code` then."},
        "summary",
        'Summary: line 2: "alice" looks like the name of a person; write <user>',
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_named_at_its_field_and_nothing_is_opened(name: str, visit: Visit) -> None:
    changes, field, expected = MISTAKES[name]
    page = start(visit)
    answer(page, **ANSWERS | changes)
    submit(page)
    expect(problem(page, field)).to_contain_text(expected)
    expect(control(page, field)).to_have_attribute("aria-invalid", "true")
    described = page.locator(f"[aria-describedby~='new-error-{field}-problem']")
    expect(described).to_have_count(1)
    summary = page.locator("[data-new-error-summary]")
    expect(summary).to_be_focused()
    expect(summary).to_contain_text("1 problem to fix")
    summary.get_by_role("link", name=LABELS[field]).click()
    expect(control(page, field)).to_be_focused()
    assert opened(page) == []
    answer(page, **{key: (ANSWERS | {"reproduction": ""}).get(key, "") for key in changes})
    expect(problem(page, field)).to_be_hidden()
    expect(summary).to_be_hidden()


def test_fault_is_shown_once_its_field_is_left(visit: Visit) -> None:
    page = start(visit)
    expect(page.locator(".new-error__problem:visible")).to_have_count(0)
    control(page, "id").fill("No id")
    expect(problem(page, "id")).to_be_hidden()
    control(page, "id").press("Tab")
    expect(problem(page, "id")).to_contain_text('such as "no-id"')
    expect(page.locator(".new-error__problem:visible")).to_have_count(1)


def test_known_error_is_shown_with_its_entry_and_needs_a_word(visit: Visit) -> None:
    page = start(visit)
    answer(page, log=f"{LOG}{KNOWN}\n")
    known = f"{visit.address}errors/cuda-out-of-memory/"
    expect(page.locator(f"[data-new-error-known] a[href='{known}']")).to_be_visible()
    answer(page, **ANSWERS | {"messages": KNOWN})
    submit(page)
    expect(problem(page, "messages")).to_contain_text("are explained by cuda-out-of-memory")
    page.get_by_label("My error has another cause").check()
    submit(page)
    expect(problem(page, "messages")).not_to_contain_text("are explained by")


def test_title_gives_the_id_until_one_is_written(visit: Visit) -> None:
    page = start(visit)
    answer(page, title="ValueError: The Axle is broken in two")
    expect(control(page, "id")).to_have_value("the-axle-is-broken")
    answer(page, id="axle-broken")
    answer(page, title="ValueError: The wheel is broken")
    page.wait_for_timeout(400)
    expect(control(page, "id")).to_have_value("axle-broken")


def test_names_are_taken_out_of_a_sample_that_is_typed(visit: Visit) -> None:
    page = start(visit)
    answer(page, sample="cd /home/alice/x; alice@example.org token=abcdefgh1")
    control(page, "sample").press("Tab")
    expect(control(page, "sample")).to_have_value("cd /home/<user>/x; <e-mail> token=<token>")


def test_reload_loses_nothing_and_start_over_everything(visit: Visit) -> None:
    page = start(visit)
    answer(page, **ANSWERS, **TEXTS)
    before = preview(page)
    page.reload()
    expect(control(page, "summary")).to_have_value(TEXTS["summary"])
    assert preview(page) == before
    page.get_by_role("button", name="Start over").click()
    expect(control(page, "summary")).to_have_value("")
    expect(control(page, "log")).to_be_focused()
    page.reload()
    expect(control(page, "title")).to_have_value("")
    assert page.locator(".new-error [type=checkbox]:checked").count() == 0


def test_draft_of_another_version_does_no_harm(visit: Visit) -> None:
    page = start(visit)
    for stored in ('{"severity": "worst", "clusters": 3, "title": [], "gone": "x"}', "{", "null"):
        page.evaluate("text => sessionStorage.setItem('trainwreck.new-error', text)", stored)
        page.reload()
        expect(page.locator("[data-ready]")).to_have_count(1)
        expect(control(page, "severity")).to_have_value("")


def test_diagnosis_without_a_match_leads_here_with_its_lines(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose_log(page, f"epoch 1\n{UNKNOWN} to every part of it\n")
    page.get_by_role("link", name="Write it down").click()
    expect(page).to_have_url(f"{visit.address}new-error/")
    expect(control(page, "log")).to_have_value(re.compile(re.escape(UNKNOWN)))
    expect(page.get_by_role("button", name="Use it as a message: SecretError")).to_be_visible()
    page.get_by_role("button", name="Start over").click()
    page.reload()
    expect(control(page, "log")).to_have_value("")


@pytest.mark.parametrize(
    "visit", [{"permissions": ["clipboard-read", "clipboard-write"]}], indirect=True
)
def test_long_file_goes_through_the_clipboard(visit: Visit) -> None:
    page = start(visit)
    answer(page, **ANSWERS, summary="Word after word.\n" * 400)
    submit(page)
    expect(status(page)).to_contain_text("it was copied. Paste it into the page that was opened.")
    ((address, *_),) = opened(page)
    assert address.endswith("/new/main/errors/numerics?filename=axle-refused.yml")
    assert page.evaluate("navigator.clipboard.readText()").rstrip() == preview(page).rstrip()


def test_browser_that_refuses_the_clipboard_selects_the_file(visit: Visit) -> None:
    visit.page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error())")
    page = start(visit)
    answer(page, **ANSWERS)
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(status(page)).to_contain_text("The file is selected")
    assert page.evaluate("String(getSelection())").startswith("# yaml-language-server")


def test_selected_file_stays_selected_though_an_update_was_pending(visit: Visit) -> None:
    visit.page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error())")
    page = start(visit)
    answer(page, **ANSWERS)
    # All of it in one step of the page, so that the update after the input is pending for sure.
    page.evaluate(
        """async () => {
          document.querySelector("#new-error-title").dispatchEvent(
            new Event("input", { bubbles: true }))
          document.querySelector("[data-new-error-copy]").click()
        }"""
    )
    expect(status(page)).to_contain_text("The file is selected")
    page.wait_for_timeout(600)  # longer than the form waits for further input
    assert page.evaluate("String(getSelection())").startswith("# yaml-language-server")


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_is_only_text(hostile: str, visit: Visit) -> None:
    page = start(visit)
    page.on("dialog", lambda _: pytest.fail("a script ran"))
    line = " ".join(hostile.split("\n"))
    names = ("title", "id", "versions", "first_step", "fix_title", "fix_danger")
    texts = ("summary", "confirm", "cause", "fix_text", "sample", "messages", "log")
    answer(page, **dict.fromkeys(names, line), **dict.fromkeys(texts, hostile), **WORDS)
    answer(page, reproduction="script", error=hostile, fixed=hostile)
    submit(page)
    expect(page.locator("[data-new-error-summary]")).to_be_visible()
    assert opened(page) == []
    text = preview(page)
    assert yaml.safe_load(text)["severity"] == "high"
    assert "49" not in text
    assert page.locator("img[src=x], .new-error b, .new-error script:not([type])").count() == 0


def test_text_without_end_is_refused_and_the_page_stays_usable(visit: Visit) -> None:
    page = start(visit)
    answer(page, **ANSWERS)
    for name in ("log", "messages", "title", "id", "sample", "summary", "fix_text", "first_step"):
        control(page, name).evaluate("e => { e.value = '` <*> a/b@c.d:'.repeat(80_000) }")
    submit(page)
    for name in ("messages", "title", "sample", "summary", "fix_text"):
        expect(problem(page, name)).to_contain_text("keep the whole file within 262,144 bytes")
    answer(page, log="", **ANSWERS, sample="", summary="", fix_text="", first_step="")
    submit(page)
    expect(status(page)).to_contain_text("Opened in a new tab.")


@pytest.mark.parametrize("visit", [{}, PHONE, DARK], indirect=True, ids=["wide", "phone", "dark"])
def test_form_is_usable_for_everybody(visit: Visit) -> None:
    page = start(visit)
    answer(page, log=f"{LOG}{KNOWN}\n", **ANSWERS | {"id": "No id"}, reproduction="script")
    submit(page)
    expect(page.locator("[data-new-error-summary]")).to_be_visible()
    assert grave_faults(page) == set()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_form_can_be_filled_with_the_keyboard_alone(visit: Visit) -> None:
    page = start(visit)
    control(page, "log").focus()
    reached = []
    for _ in range(120):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent.trim()"))
        if reached[-1] == "Start over":
            break
    assert reached[-4:] == ["Check and open at github.com", "Copy", "Download", "Start over"]


@pytest.mark.parametrize("visit", [NO_SCRIPT], indirect=True)
def test_page_leads_to_other_ways_without_scripts(visit: Visit) -> None:
    page = visit.open("new-error/")
    expect(page.locator("noscript a")).to_have_attribute("href", "#other-ways")
    expect(page.locator("[data-new-error]")).to_be_hidden()
    expect(page.locator("article")).to_contain_text("trainwreck new")
    form = page.locator("a[href*='issues/new?template=new-error.yml']")
    expect(form.first).to_be_visible()


def test_entries_are_loaded_once_something_is_compared_with_them(visit: Visit) -> None:
    requests: list[str] = []
    visit.page.on("request", lambda request: requests.append(request.url))
    page = start(visit)
    answer(page, title=ANSWERS["title"], summary=TEXTS["summary"])
    page.wait_for_load_state("networkidle")
    assert CATALOG_FILE not in " ".join(requests)
    with page.expect_response(f"**/{CATALOG_FILE}"):
        control(page, "messages").focus()


def test_log_is_compared_once_the_entries_are_loaded(visit: Visit) -> None:
    waiting = hold_entries_back(visit.page)
    page = start(visit)
    answer(page, log=f"{LOG}{KNOWN}\n")
    proposals = page.locator("[data-new-error-proposals]")
    expect(proposals).to_have_text("Loading the entries to compare with …")
    waiting[0].continue_()
    expect(page.locator("[data-new-error-known]")).to_contain_text("cuda-out-of-memory")
    expect(proposals).to_contain_text("Lines that look like errors")


def test_file_is_opened_once_its_messages_were_compared(visit: Visit) -> None:
    waiting = hold_entries_back(visit.page)
    page = start(visit)
    answer(page, **ANSWERS | {"messages": KNOWN})
    submit(page)
    expect(status(page)).to_have_text("Loading the entries to compare with …")
    assert opened(page) == []
    waiting[0].continue_()
    expect(problem(page, "messages")).to_contain_text("are explained by cuda-out-of-memory")
    assert opened(page) == []


def test_site_that_lacks_the_catalog_says_so_and_tries_again(visit: Visit) -> None:
    visit.page.route(f"**/{CATALOG_FILE}", lambda route: route.abort())
    page = start(visit)
    answer(page, **ANSWERS)
    submit(page)
    expect(status(page)).to_contain_text("The entries to compare with cannot be loaded.")
    assert opened(page) == []
    visit.page.unroute(f"**/{CATALOG_FILE}")
    submit(page)
    expect(status(page)).to_contain_text("Opened in a new tab.")
    visit.problems.clear()


def test_other_pages_load_nothing_of_the_form(visit: Visit) -> None:
    requests: list[str] = []
    visit.page.on("request", lambda request: requests.append(request.url))
    visit.open("contributing/")
    assert of_the_form(requests) == []


def of_the_form(addresses: Iterable[str]) -> list[str]:
    return [url for url in addresses if re.search(r"/entry-form\.js|/new-error\.css", url)]
