"""The site in a real browser: search, matrix, tabs, colour schemes, phone, keyboard, no script."""

import re

import pytest
from playwright.sync_api import Page, expect

import trainwreck
from tests.support.paths import ROOT
from tests.support.site import DARK, NO_SCRIPT, PHONE, Visit, grave_faults
from trainwreck.model.vocabulary import Severity

pytestmark = pytest.mark.browser

CATALOG = trainwreck.load(ROOT / "errors")
CRITICAL = {entry.id for entry in CATALOG if entry.severity is Severity.CRITICAL}
ENTRY = "errors/gradscaler-with-bfloat16/"
ENTRY_WITH_TABS = "errors/no-module-named-src/"
PAGES = [
    "",
    "matrix/",
    "quick-reference/",
    "causal-map/",
    "diagnose-command/",
    ENTRY,
    ENTRY_WITH_TABS,
    "clusters/lumi/",
    "guides/out-of-memory/",
    "legend/",
    "python/",
    "write-an-entry/",
    "tags/",
]
# How many screens of a phone a page may fill.
SCREENS = {"diagnose/": 3, "quick-reference/": 8, "causal-map/": 8}

SHOWN = ".matrix table tbody tr:visible"


def shown_rows(page: Page) -> list[str]:
    links = page.locator(".matrix table tbody tr:visible td:first-child a")
    addresses = links.evaluate_all("links => links.map(link => link.getAttribute('href'))")
    return [address.split("/")[-2] for address in addresses]


def wait_for_count(page: Page, rows: str) -> None:
    """Wait until a filter states how many ``rows`` it shows: messages that it loads add some."""
    page.wait_for_function(
        """([rows, all]) => {
          const shown = [...document.querySelectorAll(rows)].filter(row => row.checkVisibility())
          const said = document.querySelector("output").textContent
          return said === `${shown.length} of ${all} errors`
        }""",
        arg=[rows, len(CATALOG)],
    )


def test_search_finds_an_entry_by_its_message(visit: Visit) -> None:
    page = visit.open("")
    page.keyboard.press("s")
    field = page.get_by_role("textbox", name="Search")
    field.fill("Bounds and transform are inconsistent")
    field.press("Shift")  # Material looks at its field on key events
    first = page.locator(".md-search-result__item a").first
    expect(first).to_have_attribute("href", re.compile("errors/raster-bottom-up/"))
    first.click()
    expect(page.locator("h1")).to_contain_text("WindowError")


@pytest.mark.parametrize(
    ("pasted", "id_"),
    [
        ("OSError: [Errno 122] Disk quota exceeded: '/cluster/a-b'", "disk-quota-exceeded"),
        ("RuntimeError: No HIP GPUs are available", "no-hip-gpus-available"),
        ("libc.so.6: version `GLIBC_2.33' not found ~1500 +x *y ^z", "glibc-version-not-found"),
    ],
)
def test_box_on_the_home_page_takes_a_pasted_line(pasted: str, id_: str, visit: Visit) -> None:
    page = visit.open("")
    page.get_by_label("Paste an error message or a log, or describe the problem").fill(pasted)
    page.keyboard.press("Enter")
    first = page.locator(".md-search-result__item a").first
    expect(first).to_have_attribute("href", re.compile(f"errors/{id_}/"))


def test_matrix_filters_and_keeps_the_filter_in_the_address(visit: Visit) -> None:
    page = visit.open("matrix/")
    page.get_by_label("Severity").select_option("Critical")
    assert set(shown_rows(page)) == CRITICAL
    page.get_by_label("Text").fill("running stats")
    expect(page.locator(SHOWN)).to_have_count(1)
    assert shown_rows(page) == ["batchnorm-running-stats-nan"]
    assert page.url.endswith("matrix/#text=running+stats&severity=Critical")
    page.reload()
    assert shown_rows(page) == ["batchnorm-running-stats-nan"]
    expect(page.get_by_label("Severity")).to_have_value("Critical")
    page.locator(".matrix-filter").get_by_role("button", name="Clear").click()
    expect(page.locator("output")).to_contain_text(f"{len(CATALOG)} of {len(CATALOG)} errors")
    assert page.url.endswith("matrix/")


def test_matrix_shows_its_first_rows_until_all_are_wanted(visit: Visit) -> None:
    page = visit.open("matrix/")
    expect(page.locator("output")).to_have_text(
        f"{len(CATALOG)} of {len(CATALOG)} errors, the first 200 shown"
    )
    expect(page.locator(SHOWN)).to_have_count(200)
    page.get_by_label("Severity").select_option("Critical")
    everything = page.get_by_role("button", name="Show all")
    expect(everything).to_be_hidden()
    page.locator(".matrix-filter").get_by_role("button", name="Clear").click()
    everything.focus()
    page.keyboard.press("Enter")
    expect(page.locator(SHOWN)).to_have_count(len(CATALOG))
    expect(page.locator("output")).to_have_text(f"{len(CATALOG)} of {len(CATALOG)} errors")
    expect(page.locator(f"{SHOWN} >> nth=200").locator("a").first).to_be_focused()
    expect(everything).to_be_hidden()


@pytest.mark.parametrize(
    ("text", "id_"),
    [("exit code 137", "process-killed-sigkill"), ("Bus error", "dataloader-worker-killed-shm")],
)
def test_matrix_searches_messages_too(text: str, id_: str, visit: Visit) -> None:
    page = visit.open("matrix/")
    page.get_by_label("Text").fill(text)
    expect(page.locator(f'{SHOWN} a[href*="/{id_}/"]').first).to_be_visible()
    assert len(shown_rows(page)) < len(CATALOG) / 4


def test_nothing_found_in_the_matrix_says_what_to_do_next(visit: Visit) -> None:
    page = visit.open("matrix/#text=nothing+says+this")
    expect(page.locator(".matrix-filter__empty")).to_be_visible()
    page.get_by_role("link", name="diagnose the log").click()
    page.wait_for_url("**/diagnose/")


def test_sorting_is_kept_in_the_address(visit: Visit) -> None:
    page = visit.open("matrix/")
    header = page.get_by_role("columnheader", name="Time to diagnose")
    for _ in range(2):
        header.get_by_role("button").click()
    assert page.url.endswith("#sort=Time+to+diagnose&order=descending")
    page.reload()
    expect(header).to_have_attribute("aria-sort", "descending")
    times = page.locator(".matrix table tbody tr td:nth-child(3)").all_inner_texts()
    assert times[0] == "Days"


@pytest.mark.parametrize(
    ("fragment", "expected"),
    [
        ("framework=WebDataset", {"webloader-has-no-len", "workers-get-no-shards"}),
        ("category=Environment&text=glibc", {"glibc-version-not-found"}),
        ("kind=Hang", {"nccl-collective-timeout"}),
    ],
)
def test_shared_address_brings_the_filter_along(
    fragment: str, expected: set[str], visit: Visit
) -> None:
    page = visit.open(f"matrix/#{fragment}")
    assert expected <= set(shown_rows(page))
    everything = page.locator(".matrix table tbody tr").count()
    wait_for_count(page, ".matrix table tbody tr")
    assert len(shown_rows(page)) < everything


def test_filter_by_cluster_keeps_errors_that_belong_to_none(visit: Visit) -> None:
    page = visit.open("matrix/#cluster=LUMI")
    page.get_by_role("button", name="Show all").click()
    rows = shown_rows(page)
    assert "glibc-version-not-found" in rows
    assert "nccl-collective-timeout" in rows
    assert "proj-database-mismatch" not in rows


@pytest.mark.parametrize("visit", [{}, PHONE], indirect=True, ids=["", "phone"])
def test_quick_reference_is_filtered_by_words_and_messages(visit: Visit) -> None:
    page = visit.open("quick-reference/")
    rows = page.locator(".folded tbody tr:visible")
    expect(rows).to_have_count(0)
    expect(page.get_by_role("heading", name="Reported most often")).to_be_visible()
    page.get_by_label("Text").fill("HIP out of memory")
    expect(rows.locator('a[href*="rocm-out-of-memory"]')).to_be_visible()
    expect(page.get_by_role("heading", name="Reported most often")).to_be_hidden()
    wait_for_count(page, ".folded tbody tr")
    assert 1 <= rows.count() <= 9
    page.get_by_label("Text").fill("nothing says this")
    expect(page.locator("[data-reference-empty]")).to_be_visible()
    page.locator("[data-reference-filter]").get_by_role("button", name="Clear").click()
    expect(rows).to_have_count(0)
    expect(page.get_by_role("heading", name="Reported most often")).to_be_visible()
    expect(page.locator("output")).to_have_text(f"{len(CATALOG)} of {len(CATALOG)} errors")


@pytest.mark.parametrize("visit", [{}, NO_SCRIPT], indirect=True, ids=["", "unscripted"])
def test_category_of_the_quick_reference_is_opened_by_keyboard(visit: Visit) -> None:
    page = visit.open("quick-reference/")
    memory = page.locator("[data-reference-category]", has=page.locator("#memory"))
    memory.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(memory.locator("tbody tr").first).to_be_visible()


def test_link_to_a_category_of_the_quick_reference_opens_it(visit: Visit) -> None:
    page = visit.open("quick-reference/")
    page.locator("article").get_by_role("link", name="Memory", exact=True).first.click()
    memory = page.locator("[data-reference-category]", has=page.locator("#memory"))
    expect(memory.locator("tbody tr").first).to_be_visible()


@pytest.mark.parametrize("visit", [{}, NO_SCRIPT], indirect=True, ids=["", "unscripted"])
@pytest.mark.parametrize("path", ["codes/xid/", "causal-map/"])
def test_folded_parts_are_printed(path: str, visit: Visit) -> None:
    page = visit.open(path)
    last = page.locator(".folded a").last
    expect(last).to_be_hidden()
    page.emulate_media(media="print")
    expect(last).to_be_visible()


@pytest.mark.parametrize("visit", [{}, NO_SCRIPT], indirect=True, ids=["", "unscripted"])
def test_of_the_quick_reference_what_is_open_is_printed(visit: Visit) -> None:
    page = visit.open("quick-reference/")
    memory = page.locator("[data-reference-category]", has=page.locator("#memory"))
    memory.locator("summary").click()
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Reported most often")).to_be_visible()
    expect(memory.locator("tbody tr").first).to_be_visible()
    expect(page.locator("[data-reference-category] h2:visible")).to_have_count(1)
    expect(page.locator(".folded tbody tr:visible")).to_have_count(memory.locator("tr").count() - 1)


XID_79 = "GPU_HAS_FALLEN_OFF_THE_BUS"


@pytest.mark.parametrize("visit", [{}, PHONE], indirect=True, ids=["", "phone"])
def test_long_table_of_codes_is_filtered(visit: Visit) -> None:
    page = visit.open("codes/xid/")
    rows = page.locator(".stacked--codes tbody tr:visible")
    expect(rows.first).not_to_have_text(re.compile("^1 "))  # of which nothing is said
    number = rows.count()
    page.get_by_label("Text").fill("79")
    expect(rows.filter(has_text=XID_79)).to_be_visible()
    expect(page.locator("[data-codes-bare]")).to_be_hidden()  # none of them is kept
    assert rows.count() < 9
    page.get_by_label("Text").fill("CHANNEL_BUSY")  # among those that are folded
    expect(rows).to_have_count(1)
    page.get_by_label("Text").fill("nothing says this")
    expect(page.locator("[data-codes-empty]")).to_be_visible()
    page.locator("[data-codes-filter]").get_by_role("button", name="Clear").click()
    expect(rows).to_have_count(number)


def test_link_to_a_code_shows_it_wherever_it_stands(visit: Visit) -> None:
    page = visit.open("codes/xid/#1")
    row = page.locator(".stacked--codes tr", has=page.locator("[id='1']"))
    expect(row).to_be_in_viewport()
    page.get_by_label("Text").fill("fallen")
    expect(row).to_be_hidden()
    page.evaluate("location.hash = '#79'")
    page.evaluate("location.hash = '#1'")
    expect(row).to_be_in_viewport()


@pytest.mark.parametrize(
    ("path", "path_of_page"),
    [
        ("codes/xid/", ["Home", "Find", "Codes"]),
        ("frameworks/nccl/", ["Home", "Find", "By software"]),
        ("symptoms/hang/", ["Home", "Find", "By symptom"]),
    ],
)
def test_list_says_where_it_stands(path: str, path_of_page: list[str], visit: Visit) -> None:
    page = visit.open(path)
    assert page.locator(".md-path__item").all_inner_texts() == path_of_page
    expect(page.locator(".md-tabs__item--active")).to_have_text("Find")
    expect(page.locator(".md-sidebar--primary .md-nav__link--active:visible")).to_have_count(1)
    page.locator(".md-path__link").last.click()
    expect(page.locator("h1")).to_be_visible()


@pytest.mark.parametrize("visit", [{}, PHONE], indirect=True, ids=["", "phone"])
def test_option_is_not_broken_after_its_hyphens(visit: Visit) -> None:
    page = visit.open("errors/gpu-fallen-off-bus-xid/")
    words = page.locator(".unbroken:visible")
    assert words.count() > 0
    parts = words.evaluate_all("words => words.map(word => word.getClientRects().length)")
    assert set(parts) == {1}


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_button_to_copy_covers_no_code_on_a_phone(visit: Visit) -> None:
    page = visit.open(ENTRY)
    page.locator(".md-code__nav").first.wait_for()
    covered = page.locator("pre:has(> .md-code__nav):visible").evaluate_all(
        """blocks => blocks.filter(block => {
          const code = block.querySelector("code").getBoundingClientRect()
          const button = block.querySelector(".md-code__nav").getBoundingClientRect()
          return code.right > button.left && code.top < button.bottom
        }).length"""
    )
    assert covered == 0


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_error_of_the_causal_map_comes_before_its_causes_on_a_phone(visit: Visit) -> None:
    page = visit.open("causal-map/")
    map_ = page.locator(".cause-map").first
    effect, cause = (map_.locator(one).first.bounding_box() for one in ("p a", "li a"))
    assert effect
    assert cause
    assert effect["y"] + effect["height"] <= cause["y"]


def test_button_beside_a_field_is_as_high(visit: Visit) -> None:
    page = visit.open("")
    field = page.locator(".search-box textarea").bounding_box()
    button = page.locator(".search-box .md-button").bounding_box()
    assert field
    assert button
    assert abs(field["height"] - button["height"]) < 1


def test_hostile_fragment_is_only_text(visit: Visit) -> None:
    page = visit.open("matrix/#text=%3Cimg src=x onerror=alert(1)%3E&severity=%3Cb%3E&nonsense=%ff")
    assert shown_rows(page) == []
    expect(page.locator("output")).to_have_text(re.compile("^0 of "))
    assert page.locator("img[src=x]").count() == 0


def test_matrix_sorts_by_keyboard(visit: Visit) -> None:
    page = visit.open("matrix/")
    header = page.get_by_role("columnheader", name="Time to diagnose")
    header.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(header).to_have_attribute("aria-sort", "ascending")
    times = page.locator(".matrix table tbody tr td:nth-child(3)").all_inner_texts()
    assert times == sorted(times, key=["Minutes", "Hours", "Days"].index)
    page.keyboard.press("Enter")
    expect(header).to_have_attribute("aria-sort", "descending")
    times = page.locator(".matrix table tbody tr td:nth-child(3)").all_inner_texts()
    assert times[0] == "Days"


def test_severity_sorts_by_gravity_and_not_by_letter(visit: Visit) -> None:
    page = visit.open("matrix/")
    page.get_by_role("columnheader", name="Severity").get_by_role("button").click()
    severities = page.locator(".matrix table tbody tr td:nth-child(2)").all_inner_texts()
    assert [text.strip() for text in severities] == sorted(
        (text.strip() for text in severities), key=["Critical", "High", "Medium", "Low"].index
    )


def test_tabs_show_the_steps_of_the_chosen_cluster_and_keep_the_choice(visit: Visit) -> None:
    page = visit.open(ENTRY_WITH_TABS)
    tabs = page.locator(".tabbed-set").first
    labels = tabs.locator(".tabbed-labels label").all_inner_texts()
    assert set(labels) == {"Betzy", "LUMI"}
    tabs.get_by_text("LUMI", exact=True).first.click()
    expect(tabs.locator(".tabbed-block").nth(labels.index("LUMI"))).to_be_visible()
    expect(tabs.locator(".tabbed-block").nth(labels.index("Betzy"))).to_be_hidden()
    page.reload()
    expect(tabs.locator(".tabbed-block").nth(labels.index("LUMI"))).to_be_visible()


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_messages_are_wrapped_and_not_cut_off(visit: Visit) -> None:
    page = visit.open("errors/cuda-out-of-memory/")
    blocks = page.locator(".language-text pre code")
    assert blocks.count() > len(CATALOG.entries["cuda-out-of-memory"].symptom.messages)
    for block in blocks.all():
        assert block.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_code_can_be_copied(visit: Visit) -> None:
    page = visit.open(ENTRY)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    block = page.locator(".highlight").first
    block.hover()
    block.get_by_role("button").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == block.locator("code").inner_text().strip()


@pytest.mark.parametrize(
    ("visit", "scheme"), [({}, "default"), (DARK, "slate")], indirect=["visit"]
)
def test_colours_follow_the_system_and_can_be_chosen(visit: Visit, scheme: str) -> None:
    page = visit.open("")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", scheme)
    page.get_by_title("Switch to light mode").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    page.get_by_title("Switch to dark mode").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
@pytest.mark.parametrize("path", PAGES)
def test_phone_needs_no_sideways_scrolling(path: str, visit: Visit) -> None:
    page = visit.open(path)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390


@pytest.mark.parametrize("visit", [PHONE, PHONE | NO_SCRIPT], indirect=True, ids=["", "unscripted"])
@pytest.mark.parametrize("path", SCREENS)
def test_page_is_a_few_screens_long_on_a_phone(path: str, visit: Visit) -> None:
    height = visit.open(path).evaluate("document.documentElement.scrollHeight")
    assert height <= SCREENS[path] * PHONE["viewport"]["height"]


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_matrix_can_be_used_on_a_phone(visit: Visit) -> None:
    page = visit.open("matrix/")
    expect(page.get_by_label("Severity")).to_be_hidden()
    page.get_by_text("Filters", exact=True).tap()
    page.get_by_label("Severity").select_option("Critical")
    assert set(shown_rows(page)) == CRITICAL
    page.locator(".matrix table tbody tr:visible a").first.tap()
    expect(page.locator("h1")).to_be_visible()
    assert "/errors/" in page.url


@pytest.mark.parametrize("visit", [{}, DARK, PHONE], indirect=True, ids=["light", "dark", "phone"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_no_serious_fault(path: str, visit: Visit) -> None:
    page = visit.open(path)
    assert grave_faults(page) == set()


@pytest.mark.parametrize("visit", [NO_SCRIPT], indirect=True)
def test_reading_works_without_javascript(visit: Visit) -> None:
    page = visit.open("matrix/")
    expect(page.locator(".matrix-filter")).to_be_hidden()
    assert page.locator("tbody tr:visible").count() == len(CATALOG)
    page.locator("tbody a").first.click()
    expect(page.get_by_role("heading", name="Root cause")).to_be_visible()
    visit.open("")
    expect(page.locator(".search-box")).to_be_hidden()


@pytest.mark.parametrize("visit", [PHONE | NO_SCRIPT], indirect=True)
def test_matrix_has_no_headers_that_look_like_buttons_without_scripts(visit: Visit) -> None:
    page = visit.open("matrix/")
    expect(page.locator(".matrix thead")).to_be_hidden()
    expect(page.locator(".matrix tbody tr").first).to_be_visible()


def test_page_not_found_searches_for_the_words_of_the_address(visit: Visit) -> None:
    page = visit.open("errors/gradscaler-bf16/")
    expect(page.locator("h1")).to_have_text("There is no such page")
    expect(page.get_by_label("Search the catalog")).to_have_value("gradscaler bf16")
    page.get_by_role("button", name="Search").last.click()
    first = page.locator(".md-search-result__item a").first
    expect(first).to_have_attribute("href", re.compile("errors/gradscaler-with-bfloat16/"))


def test_bare_address_of_the_errors_shows_the_matrix(visit: Visit) -> None:
    page = visit.open("errors/")
    page.wait_for_url("**/matrix/")
    expect(page.locator(".matrix table")).to_be_visible()
