"""An entry's page answers at once: on a phone, for programs, on paper and by its breadcrumb."""

import json

import pytest
from playwright.sync_api import expect

import trainwreck
from tests.support.site import NO_SCRIPT, PHONE, Visit

pytestmark = pytest.mark.browser

CATALOG = trainwreck.load()
ENTRY = "errors/cuda-out-of-memory/"
SCREENS = 1.5
PAPER = (718, 1047)
"""Width and height in pixels of what a sheet of A4 holds within its margins."""
FIRST_LINK_TO_A_STEP = """() => {
  const link = document.querySelector("article .admonition.abstract li a")
  return link ? link.getBoundingClientRect().bottom + scrollY : Infinity
}"""

# Takes the page's body in place of the one that is shown, which is faster than going there.
SHOW = """async address => {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  const { body } = new DOMParser().parseFromString(await answer.text(), "text/html")
  document.body.replaceWith(document.adoptNode(body))
}"""


@pytest.mark.parametrize("visit", [PHONE | NO_SCRIPT], indirect=True)
@pytest.mark.parametrize("category", CATALOG.categories)
def test_fix_is_linked_within_one_and_a_half_screens_of_a_phone(
    visit: Visit, category: trainwreck.Category
) -> None:
    below = {}
    entries = CATALOG.categories[category]
    page = visit.open(entries[0].url)
    for entry in entries:
        page.evaluate(SHOW, visit.address + entry.url)
        bottom = page.evaluate(FIRST_LINK_TO_A_STEP)
        if bottom > SCREENS * PHONE["viewport"]["height"]:
            below[entry.id] = bottom
    assert below == {}


def test_breadcrumb_tab_and_neighbors_show_where_an_entry_belongs(visit: Visit) -> None:
    page = visit.open(ENTRY)
    expect(page.locator(".md-path")).to_contain_text("Memory")
    expect(page.locator(".md-tabs__item--active")).to_have_text("Errors")
    neighbors = page.locator(".md-sidebar--primary").get_by_role("link", name="Killed")
    expect(neighbors.first).to_be_visible()


def test_programs_read_title_cause_and_steps(visit: Visit) -> None:
    page = visit.open(ENTRY)
    text = page.locator('script[type="application/ld+json"]').text_content()
    article = json.loads(text or "")
    entry = CATALOG["cuda-out-of-memory"]
    assert article["headline"] == entry.title
    assert article["description"] == entry.cause
    assert [step["name"] for step in article["mainEntity"]["step"]] == [
        step.title for step in entry.fix
    ]


def test_answer_is_on_the_first_sheet_of_paper(visit: Visit) -> None:
    page = visit.open(ENTRY)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": PAPER[0], "height": PAPER[1]})
    assert page.evaluate(FIRST_LINK_TO_A_STEP) < PAPER[1]
    expect(page.get_by_role("link", name="This helped")).to_be_hidden()
