"""What pages load before and after somebody searches, and whether they stay in place meanwhile."""

import contextlib
import gzip
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Response, Route, expect

from tests.support.site import PHONE, Contexts, Visit

pytestmark = pytest.mark.browser

MOST_BYTES = 130_000
"""What an entry's page may transfer before a search."""
MOST_BYTES_OF_A_SEARCH = 400_000
"""What else the first result of a search may need; it grows with the catalog, slower than that."""
FILES = re.compile(r"/search/(?:catalog|pages)\.json|/search/\w+/")
"""What the search looks up."""
FIRST_FILE = re.compile("search/catalog.json")
SHARD = re.compile(r"search/\w+/\w+-\d+\.json")
FIRST = ".md-search-result__item a"
SHIFTS = """() => new Promise(resolve => {
  new PerformanceObserver(list => {
    resolve(list.getEntries().reduce((sum, entry) => sum + entry.value, 0))
  }).observe({ type: "layout-shift", buffered: true })
  setTimeout(() => resolve(0), 500)
})"""


@pytest.fixture
def contexts(browser: Browser) -> Iterator[Contexts]:
    """Keep no context for the next test: nothing has been loaded yet."""
    with contextlib.closing(Contexts(browser)) as contexts:
        yield contexts


def transferred(page: Page, address: str) -> dict[str, int]:
    """Open a page and return the compressed sizes of the files it loads, in bytes."""
    sizes: dict[str, int] = {}
    page.on(
        "response", lambda answer: sizes.update({answer.url: len(gzip.compress(answer.body()))})
    )
    page.goto(address, wait_until="networkidle")
    return sizes


def refuse(route: Route) -> None:
    """Let a request fail."""
    route.abort()


@pytest.mark.parametrize("path", ["errors/nan-loss/", "errors/cuda-out-of-memory/", ""])
def test_page_loads_little_until_somebody_searches(path: str, visit: Visit) -> None:
    sizes = transferred(visit.page, visit.address + path)
    assert f"{visit.address}{path}" in sizes
    assert sum(sizes.values()) <= MOST_BYTES, sizes
    assert not any(FILES.search(url) or url.endswith("matcher.js") for url in sizes)


@pytest.mark.parametrize("field", ["#search-box-input", "[data-md-component=search-query]"])
def test_first_files_are_loaded_when_a_search_field_gets_focus(field: str, visit: Visit) -> None:
    page = visit.open("")
    with page.expect_response(FIRST_FILE):
        page.locator(field).focus()


@pytest.mark.parametrize(
    "query", ["No HIP GPUs are available", "xid 79", "job hangs before first batch"]
)
def test_first_result_needs_a_part_of_what_can_be_searched(query: str, visit: Visit) -> None:
    page = visit.open("")
    page.wait_for_load_state("networkidle")
    answers: dict[str, Response] = {}
    page.on("response", lambda answer: answers.update({answer.url: answer}))
    field = page.get_by_role("textbox", name="Search", exact=True)
    field.fill(query)
    field.press("Shift")
    expect(page.locator(FIRST).first).to_be_visible()
    sizes = {url: len(gzip.compress(answer.body())) for url, answer in answers.items()}
    assert any(SHARD.search(url) for url in sizes)
    assert sum(sizes.values()) <= MOST_BYTES_OF_A_SEARCH, sizes


def test_search_works_though_the_site_was_published_anew_meanwhile(visit: Visit) -> None:
    asked_by_worker: list[Route] = []

    def outdate(route: Route) -> None:
        if "search-worker" in route.request.headers.get("referer", ""):
            asked_by_worker.append(route)
        if len(asked_by_worker) > 1:  # as in a browser that passes its copy over
            route.continue_()
            return
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"folder": "0123456789ab"})

    page = visit.open("")
    page.route(FIRST_FILE, outdate)
    field = page.get_by_role("textbox", name="Search", exact=True)
    field.fill("nan loss")
    with page.expect_response(re.compile("/0123456789ab/")):
        field.press("Shift")
    expect(page.locator(FIRST).first).to_be_visible()


@pytest.mark.parametrize("missing", [FIRST_FILE, SHARD])
def test_search_works_again_after_a_file_could_not_be_loaded(
    missing: re.Pattern[str], visit: Visit
) -> None:
    page = visit.open("")
    page.route(missing, refuse)
    field = page.get_by_role("textbox", name="Search", exact=True)
    field.fill("nan")
    with page.expect_event("console", lambda message: "search:" in message.text):
        field.press("Shift")
    page.unroute(missing)
    field.fill("nan loss")
    field.press("Shift")
    expect(page.locator(FIRST).first).to_be_visible()
    visit.problems.clear()


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
@pytest.mark.parametrize(
    "path", ["", "matrix/", "quick-reference/", "errors/nan-loss/", "diagnose/"]
)
def test_nothing_moves_while_a_page_loads_on_a_phone(path: str, visit: Visit) -> None:
    page = visit.open(path)
    page.wait_for_load_state("networkidle")
    assert page.evaluate(SHIFTS) < 0.02
