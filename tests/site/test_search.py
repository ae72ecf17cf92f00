"""The search of the site in a real browser: what is found, what hostile text does, what fails."""

import itertools
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

import trainwreck
from tests.support.paths import ROOT
from tests.support.site import DARK, PHONE, Visit, grave_faults

pytestmark = pytest.mark.browser

FIRST = ".md-search-result__item a"
BOX = "Paste an error message or a log, or describe the problem"
UNLOADED = (
    "The search could not be loaded. Check your connection, then edit the query or reload the page."
)
HIP = "RuntimeError: No HIP GPUs are available"
HOSTILE = [
    "<img src=x onerror=window.broken=1>",
    '<img/src="x"/onerror="window.broken=1"/>prefetch',
    "</script><script>window.broken=1</script>",
    "${window.broken=1} {{ window.broken=1 }} {% raw %} `${window.broken=1}`",
    "\u202eNo HIP GPUs are available\u202c \u2066\u200f",
    "<mark data-md-highlight>No HIP GPUs</mark> &lt;b&gt; &amp;amp; %3Cimg%3E",
    "__proto__ constructor toString hasOwnProperty valueOf",
    "a\x00b\x07c\ufffe\ud7ff 💥",
]
LOGS = [
    ("cuda-out-of-memory", 40),
    ("nccl-collective-timeout", 100),
    ("disk-quota-exceeded", 200),
    ("slurm-time-limit", 300),
    ("host-out-of-memory", 500),
    ("no-hip-gpus-available", 700),
    ("gpu-fallen-off-bus-xid", 1000),
    ("checkpoint-file-corrupt", 1500),
    ("device-side-assert", 2000),
    ("no-space-left-on-device", 3000),
]
"""Entries, and how many lines a job printed before it failed of them."""
CATALOG = trainwreck.load(ROOT / "errors")


def search(page: Page, text: str) -> Locator:
    """Type ``text`` into Material's field and return the links of the results."""
    field = page.get_by_role("textbox", name="Search", exact=True)
    field.focus()
    field.fill(text)
    field.press("Shift")
    return page.locator(FIRST)


def paste(page: Page, selector: str, script: str) -> None:
    """Paste the text that ``script`` makes into a field, as a clipboard does."""
    page.evaluate(
        """([selector, script]) => {
            const field = document.querySelector(selector)
            const clipboardData = new DataTransfer()
            clipboardData.setData("text/plain", eval(script))
            field.focus()
            const event = new ClipboardEvent("paste", {
              clipboardData, bubbles: true, cancelable: true,
            })
            if (field.dispatchEvent(event)) {
                document.execCommand("insertText", false, clipboardData.getData("text/plain"))
            }
        }""",
        [selector, script],
    )


def leads_to(id_: str) -> re.Pattern[str]:
    return re.compile(f"errors/{id_}/")


def test_entry_whose_message_stands_in_the_line_comes_first_and_says_so(visit: Visit) -> None:
    found = search(visit.open(""), f"[rank3]: 2026-11-21 10:02:03 - {HIP} (0x7ffe12ab)")
    expect(found.first).to_have_attribute("href", leads_to("no-hip-gpus-available"))
    expect(found.first).to_contain_text("Matches the message of this error")
    expect(found.first.locator(".search-match code")).to_have_text("No HIP GPUs are available")


def test_dialog_says_that_the_search_is_loading(visit: Visit) -> None:
    held: list[Route] = []
    page = visit.page

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/search/catalog.json", hold)
    found = search(visit.open(""), HIP)
    said = page.locator(".md-search-result__meta")
    expect(said).to_have_text("Loading the search …")
    for route in held:
        route.continue_()
    page.unroute("**/search/catalog.json")
    expect(found.first).to_have_attribute("href", leads_to("no-hip-gpus-available"))
    expect(said).to_contain_text("matching documents")


@pytest.mark.parametrize("file", ["search/catalog.json", "search/*/words-*.json"])
def test_dialog_says_that_the_search_cannot_be_loaded(file: str, visit: Visit) -> None:
    page = visit.open("")
    page.route(f"**/{file}", lambda route: route.abort())
    found = search(page, HIP)
    said = page.locator(".md-search-result__meta")
    expect(said).to_have_text(UNLOADED)
    expect(page.locator("[data-search-status]")).to_have_text(UNLOADED)
    page.keyboard.press("Shift")
    expect(said).to_have_text(UNLOADED)
    page.unroute(f"**/{file}")
    search(page, f"{HIP}.")
    expect(found.first).to_have_attribute("href", leads_to("no-hip-gpus-available"))
    expect(said).to_contain_text("matching documents")
    visit.problems.clear()


def test_dialog_says_later_that_a_part_of_the_search_cannot_be_loaded(visit: Visit) -> None:
    found = search(visit.open(""), HIP)
    expect(found.first).to_be_visible()
    visit.page.route("**/search/**", lambda route: route.abort())
    search(visit.page, "a quota of walruses")
    expect(visit.page.locator(".md-search-result__meta")).to_have_text(UNLOADED)
    expect(found).to_have_count(0)
    visit.problems.clear()


@pytest.mark.parametrize(
    ("typed", "code", "entry"),
    [
        ("xid 79", "codes/xid/#79", "gpu-fallen-off-bus-xid"),
        ("exit code 137", "codes/exit-codes/#137", "process-killed-sigkill"),
        ("SIGBUS", "codes/signals/#7", "sigbus-core-dumped"),
        ("NODE_FAIL", "codes/slurm-states/#NODE_FAIL", "slurm-node-failure"),
        ("errno 28", "codes/errno/#28", "no-space-left-on-device"),
        ("137", "codes/exit-codes/#137", "process-killed-sigkill"),
    ],
)
def test_code_comes_first_and_then_its_entry(
    typed: str, code: str, entry: str, visit: Visit
) -> None:
    found = search(visit.open(""), typed)
    expect(found.first).to_have_attribute(
        "href", re.compile(re.escape(code) + "$|" + code.replace("#", r"\?h=.*#"))
    )
    expect(found.nth(1)).to_have_attribute("href", leads_to(entry))


def test_consequence_is_marked_as_one_below_its_cause(visit: Visit) -> None:
    page = visit.open("")
    page.get_by_label(BOX).fill(
        "[rank0]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n"
        "[rank1]:[E ProcessGroupNCCL.cpp:481] [Rank 1] Watchdog caught collective operation"
        " timeout: WorkNCCL(SeqNum=1559, OpType=ALLREDUCE, Timeout(ms)=1800000) ran for"
        " 1800441 milliseconds before timing out."
    )
    page.get_by_role("button", name="Search", exact=True).last.click()
    found = page.locator(FIRST)
    expect(found.first).to_have_attribute("href", leads_to("cuda-out-of-memory"))
    consequence = page.locator(".search-match", has_text="which is a consequence of one above")
    expect(consequence.first).to_be_visible()


@pytest.mark.parametrize(
    ("words", "id_"),
    [
        ("job hangs before first batch", "ddp-deadlock-lazy-initialization"),
        ("bf16 run learns nothing", "gradscaler-with-bfloat16"),
        ("DATALOADER prefetching without workers", "prefetch-factor-without-workers"),
        ("cannot reproduce the results with the same seed", "results-differ-between-runs"),
    ],
)
def test_plain_words_find_the_entry_among_the_first_three(
    words: str, id_: str, visit: Visit
) -> None:
    found = search(visit.open(""), words)
    expect(found.first).to_be_visible()
    links = [str(link.get_attribute("href")) for link in found.all()]
    assert any(leads_to(id_).search(link) for link in links[:3])


def test_typing_error_is_corrected_and_announced(visit: Visit) -> None:
    page = visit.open("")
    said = 'Showing results for "nccl timeout".'
    found = search(page, "nccl tiemout")
    expect(found.first).to_contain_text(said)
    links = [str(link.get_attribute("href")) for link in found.all()]
    assert any(leads_to("nccl-collective-timeout").search(link) for link in links[:2])
    announced = page.locator("[aria-live=polite]").first
    expect(announced).to_have_text(said)
    assert grave_faults(page) == set()
    expect(search(page, "nccl timeout").first).not_to_contain_text(said)
    expect(announced).to_have_text("")


@pytest.mark.parametrize(
    ("topic", "page_"),
    [("mixed precision", "guides/mixed-precision/"), ("containers", "guides/containers/")],
)
def test_guide_comes_first_for_the_topic_that_it_is_titled_by(
    topic: str, page_: str, visit: Visit
) -> None:
    found = search(visit.open(""), topic)
    expect(found.first).to_have_attribute("href", re.compile(page_))


def test_guides_follow_the_entries_for_an_error(visit: Visit) -> None:
    found = search(visit.open(""), HIP)
    expect(found.first).to_be_visible()
    kinds = ["errors/" in str(link.get_attribute("href")) for link in found.all()]
    assert kinds[0]
    assert not all(kinds)
    assert kinds == sorted(kinds, reverse=True)


@pytest.mark.parametrize("place", ["before {}", "after {}", "within {}"])
def test_no_operator_hangs_or_hides_a_result(place: str, visit: Visit) -> None:
    page = visit.open("")
    field = page.get_by_role("textbox", name="Search", exact=True)
    for operator in [*":+-~^*\"'`()[]{}<>|&!?/\\#@=%$;,._", "~1500", "^1e9", "-x", "+"]:
        text = {
            "before {}": f"{operator}{HIP}",
            "after {}": f"{HIP}{operator}",
            "within {}": HIP.replace(" ", f" {operator}"),
        }[place]
        found = search(page, text)
        expect(found.first).to_have_attribute("href", leads_to("no-hip-gpus-available"))
        field.fill("")
        field.press("Shift")
        expect(page.locator(FIRST)).to_have_count(0)


def test_entries_are_searched_as_such_and_their_pages_are_not(site: Path) -> None:
    catalog = json.loads((site / "search" / "catalog.json").read_text())
    assert sorted(entry["id"] for entry in catalog["entries"]) == sorted(CATALOG.entries)
    pages = json.loads((site / "search" / "pages.json").read_text())
    assert not any(page["location"].startswith("errors/") for page in pages)


def test_two_thousand_characters_of_a_log_find_the_error_in_them(visit: Visit) -> None:
    noise = "".join(f" /scratch/p{n}/file-{n:04x}.py:{n} 0x{n * 7919:012x}" for n in range(50))
    found = search(visit.open(""), f"{noise[:1000]} {HIP} {noise[:900]}")
    expect(found.first).to_have_attribute("href", leads_to("no-hip-gpus-available"))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str, visit: Visit) -> None:
    page = visit.open("")
    search(page, "prefetch")
    expect(page.locator(FIRST).first).to_be_visible()
    field = page.get_by_role("textbox", name="Search", exact=True)
    for typed in (text, f"{text} {HIP}", f"{text} prefetch"):
        field.fill(typed)
        field.press("End")
        page.wait_for_timeout(100)
    expect(page.locator(FIRST).first).to_be_visible()
    assert page.evaluate("window.broken") is None
    assert page.locator(".md-search img[src=x], .md-search script").count() == 0


def test_hostile_text_in_the_address_stays_text(visit: Visit) -> None:
    hostile = "%3Cimg%2Fsrc%3D%22x%22%2Fonerror%3D%22window.broken%3D1%22%2F%3E+prefetch_f"
    page = visit.open(f"?q={hostile}&h=%3Cb%3E")
    expect(page.locator(FIRST).first).to_be_visible()
    page.get_by_role("textbox", name="Search", exact=True).press("End")
    page.wait_for_timeout(100)
    assert page.evaluate("window.broken") is None
    assert page.locator(".md-search img[src=x]").count() == 0


def test_two_lines_of_a_paste_stay_apart(visit: Visit) -> None:
    page = visit.open("")
    box = page.get_by_label(BOX)
    paste(page, "#search-box-input", f"'Traceback (most recent call last):\\n{HIP}'")
    expect(box).to_have_value(f"Traceback (most recent call last):\n{HIP}")
    box.press("Enter")
    expect(page.locator(FIRST).first).to_have_attribute("href", leads_to("no-hip-gpus-available"))
    field = page.get_by_role("textbox", name="Search", exact=True)
    assert "\u2028" in field.input_value()


def test_lines_pasted_into_the_header_are_searched_at_once(visit: Visit) -> None:
    page = visit.open("")
    page.keyboard.press("s")
    paste(page, "[data-md-component=search-query]", f"'first line\\n{HIP}'")
    expect(page.locator(FIRST).first).to_have_attribute("href", leads_to("no-hip-gpus-available"))


@pytest.mark.parametrize("field", ["#search-box-input", "[data-md-component=search-query]"])
def test_log_pasted_into_a_search_field_is_diagnosed_whole(field: str, visit: Visit) -> None:
    page = visit.open("")
    if "query" in field:
        page.keyboard.press("s")
    paste(page, field, f"'step 1\\n'.repeat(1000) + '{HIP}\\n<b>bye'")
    page.wait_for_url("**/diagnose/**")
    expect(page.get_by_role("status").first).to_contain_text("1,002 lines read")
    expect(page.locator(".diagnosis").first).to_contain_text("1001")
    page.reload()
    expect(page.get_by_role("status").first).not_to_contain_text("1,002 lines")


@pytest.mark.parametrize(("id_", "lines"), LOGS)
def test_entry_of_a_failed_job_comes_first_for_its_log(id_: str, lines: int, visit: Visit) -> None:
    healthy = (
        (ROOT / "tests" / "data" / "clean-logs" / "lightning-ddp.log").read_text().splitlines()
    )
    before = list(itertools.islice(itertools.cycle(healthy), lines))
    log = "\n".join([*before, *CATALOG[id_].symptom.samples[0].splitlines(), *healthy[:10]])
    page = visit.open("")
    paste(page, "#search-box-input", json.dumps(log))
    page.wait_for_url("**/diagnose/**")
    link = page.locator(".diagnosis").first.locator("a[href*='errors/']").first
    expect(link).to_have_attribute("href", leads_to(id_))


def test_log_typed_into_the_box_is_diagnosed_on_enter(visit: Visit) -> None:
    page = visit.open("")
    box = page.get_by_label(BOX)
    box.fill(f"step 1\nstep 2\n{HIP}")
    box.press("Enter")
    page.wait_for_url("**/diagnose/**")
    expect(page.locator(".diagnosis").first).to_contain_text("No HIP GPUs")


def test_log_that_the_tab_cannot_keep_is_asked_for_again(visit: Visit) -> None:
    page = visit.open("")
    paste(page, "#search-box-input", f"'step 1\\n'.repeat(3_000_000) + '{HIP}'")
    expect(page.get_by_role("status").first).to_contain_text(
        "Paste it here again, or open its file"
    )


@pytest.mark.parametrize("field", ["#search-box-input", "[data-md-component=search-query]"])
def test_fifty_megabytes_are_cut_down_to_what_looks_like_an_error(field: str, visit: Visit) -> None:
    page = visit.open("")
    if "query" in field:
        page.keyboard.press("s")
    paste(page, field, f"'x'.repeat(50_000_000) + ' {HIP}'")
    assert len(page.locator(field).input_value()) <= 2_000
    if "query" not in field:
        expect(page.locator(".search-box output")).to_contain_text("look like errors were kept")
        page.locator(field).press("Enter")
    expect(page.locator(FIRST).first).to_have_attribute("href", leads_to("no-hip-gpus-available"))


def test_huge_text_that_was_not_pasted_is_cut_down_too(visit: Visit) -> None:
    page = visit.open("")
    page.evaluate(
        "text => { document.querySelector('#search-box-input').value = '\\n'.repeat(9) + text }",
        f"{'y ' * 500_000} {HIP}",
    )
    page.get_by_role("button", name="Search", exact=True).last.click()
    expect(page.locator(FIRST).first).to_have_attribute("href", leads_to("no-hip-gpus-available"))


def test_enter_in_the_box_searches_and_shift_enter_begins_a_line(visit: Visit) -> None:
    page = visit.open("")
    box = page.get_by_label(BOX)
    box.press_sequentially("first")
    box.press("Shift+Enter")
    box.press_sequentially("second")
    expect(box).to_have_value("first\nsecond")
    box.fill(HIP)
    box.press("Enter")
    expect(page.locator(FIRST).first).to_have_attribute("href", leads_to("no-hip-gpus-available"))


def test_enter_opens_the_first_result_and_back_returns(visit: Visit) -> None:
    page = visit.open("")
    expect(search(page, HIP).first).to_be_visible()
    page.get_by_role("textbox", name="Search", exact=True).press("Enter")
    page.wait_for_url("**/errors/no-hip-gpus-available/**")
    expect(page.locator("article mark").first).to_be_visible()
    page.go_back()
    expect(page.get_by_label(BOX)).to_be_visible()
    expect(search(page, "GLIBC_2.33' not found").first).to_have_attribute(
        "href", leads_to("glibc-version-not-found")
    )


def test_word_is_completed_by_the_title_of_a_result(visit: Visit) -> None:
    page = visit.open("")
    expect(search(page, "prefetch_f").first).to_be_visible()
    field = page.get_by_role("textbox", name="Search", exact=True)
    expect(page.locator(".md-search__suggest")).to_have_text("prefetch_factor")
    field.press("ArrowRight")
    expect(field).to_have_value("prefetch_factor")


def test_search_can_be_shared(visit: Visit) -> None:
    page = visit.open("?q=No+HIP+GPUs+are+available")
    expect(page.locator(FIRST).first).to_have_attribute("href", leads_to("no-hip-gpus-available"))
    share = page.locator("[data-md-component=search-share]")
    assert "q=No+HIP+GPUs+are+available" in str(share.get_attribute("href"))


@pytest.mark.parametrize("missing", ["matcher.js", "workers/search."])
def test_search_finds_entries_though_a_part_cannot_be_loaded(missing: str, visit: Visit) -> None:
    def refuse(route: Route) -> None:
        route.abort()

    visit.page.route(f"**/{missing}*", refuse)
    found = search(visit.open(""), HIP)
    expect(found.first).to_have_attribute("href", leads_to("no-hip-gpus-available"))
    assert any("search: " in problem for problem in visit.problems)
    visit.problems = [p for p in visit.problems if "search: " not in p and "ERR_FAILED" not in p]


@pytest.mark.parametrize("visit", [{}, DARK, PHONE], indirect=True, ids=["light", "dark", "phone"])
def test_axe_finds_no_serious_fault_in_the_results(visit: Visit) -> None:
    page = visit.open("")
    page.get_by_label(BOX).fill(HIP)
    page.get_by_role("button", name="Search", exact=True).last.click()
    expect(page.locator(FIRST).first).to_be_visible()
    assert grave_faults(page) == set()


def test_results_are_reached_by_the_arrow_keys(visit: Visit) -> None:
    page = visit.open("")
    expect(search(page, HIP).first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.locator(FIRST).first).to_be_focused()
