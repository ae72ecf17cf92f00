"""Social cards."""

import io
import itertools
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageFont

from macros.background import started_apart
from macros.publishing.social_cards import (
    SIZE,
    Card,
    drawn,
    drawn_cards,
    entry_card,
    site_card,
    wrapped,
)
from tests.support.paths import ROOT
from trainwreck import SITE
from trainwreck.catalog.store import load_snapshot

CATALOG = load_snapshot(ROOT / "errors")
MOST_BYTES = 100_000
"""Chats and networks drop pictures that are much larger."""


def font() -> ImageFont.FreeTypeFont:
    found = ImageFont.load_default(34)
    assert isinstance(found, ImageFont.FreeTypeFont)
    return found


def opened(png: bytes) -> Image.Image:
    assert len(png) <= MOST_BYTES
    image = Image.open(io.BytesIO(png))
    assert (image.format, image.size) == ("PNG", SIZE)
    return image


@given(st.text(max_size=300), st.integers(60, 800))
def test_no_line_is_wider_than_asked_for_and_no_letter_is_lost(text: str, width: int) -> None:
    lines = list(wrapped(text, font(), width))
    assert all(font().getlength(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_cards_of_entries_differ() -> None:
    cards = [opened(drawn(entry_card(CATALOG[id_]))) for id_ in ("nan-loss", "cuda-out-of-memory")]
    assert cards[0].tobytes() != cards[1].tobytes()


def test_longest_texts_stay_within_the_card() -> None:
    image = opened(drawn(Card("x", "W" * 400, "m" * 400, "#ff0000"))).convert("L")
    edges = [image.crop((SIZE[0] - 60, 0, *SIZE)), image.crop((40, SIZE[1] - 30, *SIZE))]
    for edge in edges:
        low, high = edge.getextrema()
        assert low == high  # nothing but the background


def test_bar_has_the_color_of_the_severity() -> None:
    severities = {entry.severity: entry for entry in CATALOG}
    bars = [
        opened(drawn(entry_card(entry))).convert("RGB").getpixel((5, 300))
        for entry in severities.values()
    ]
    assert all(one != other for one, other in itertools.combinations(bars, 2))


def test_letters_that_the_font_lacks_are_replaced_or_left_out() -> None:
    cards = [Card("x", title, "", "#fff") for title in ("caf\u00e9 \u2026", "cafe ...")]
    assert drawn(cards[0]) == drawn(cards[1])


def test_site_has_a_card() -> None:
    opened(drawn(site_card("A catalog.")))


def test_only_cards_that_changed_are_drawn_again() -> None:
    wheel, nut = Card("x", "Wheel", "", "#fff"), Card("x", "Nut", "", "#fff")
    before = drawn_cards({"wheel": wheel, "nut": nut})
    known = drawn.cache_info().misses
    changed = {"axle": Card("x", "Axle", "", "#fff"), "nut": Card("x", "Nut", "", "#000")}
    after = drawn_cards({**changed, "wheel": wheel})
    assert drawn.cache_info().misses == known + len(changed)
    assert after["wheel"] == before["wheel"]
    assert len({after["axle"], after["nut"], before["nut"]}) == 3


def test_cards_of_another_process_are_the_same() -> None:
    cards = {f"{number}.png": Card("x", f"Title {number}", "", "#fff") for number in range(3)}
    assert started_apart(drawn_cards, cards).result() == drawn_cards(cards)


@pytest.mark.parametrize(
    ("page", "name"), [("errors/nan-loss", "nan-loss"), (".", "site"), ("matrix", "site")]
)
def test_page_names_its_card_by_its_whole_address(page: str, name: str, site: Path) -> None:
    html = BeautifulSoup((site / page / "index.html").read_text(), "html.parser")
    (picture,) = (tag["content"] for tag in html.select("meta[property='og:image']"))
    assert picture == f"{SITE}assets/cards/{name}.png"
    opened((site / "assets" / "cards" / f"{name}.png").read_bytes())
