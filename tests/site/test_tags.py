"""The page of tags: small, readable without scripts, and found under the addresses in use."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.paths import ROOT
from tests.support.site import NO_SCRIPT, PHONE, Visit
from trainwreck.catalog.store import load_snapshot
from trainwreck.model.frameworks import Framework

CATALOG = load_snapshot(ROOT / "errors")
MOST_BYTES = 60_000
"""What the page may have, however many entries there are."""


def test_page_of_tags_lists_no_entries_and_stays_small(site: Path) -> None:
    page = (site / "tags" / "index.html").read_text(encoding="utf-8")
    assert len(page.encode()) < MOST_BYTES
    content = page.partition("<article")[2].partition("</article>")[0]
    assert "errors/" not in content


@pytest.mark.browser
@pytest.mark.parametrize("visit", [{}, PHONE, NO_SCRIPT], indirect=True)
def test_tag_leads_to_all_entries_that_have_it(visit: Visit) -> None:
    page = visit.open("tags/#tag:deepspeed")
    tag = page.locator("[id='tag:deepspeed']")
    expect(tag).to_be_in_viewport()
    expected = {one.id for one in CATALOG if Framework.DEEPSPEED in one.frameworks}
    tag.get_by_role("link", name=f"DeepSpeed ({len(expected)})", exact=True).click()
    expect(page).to_have_url(re.compile("/frameworks/deepspeed/$"))
    expect(page.locator("h1")).to_have_text(re.compile("^DeepSpeed"))
    links = page.locator("article td a[href*='errors/']")
    shown = {str(link.get_attribute("href")).split("/")[-2] for link in links.all()}
    assert shown == expected
