"""What is found of the anchors does not depend on the words that stand for them."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainwreck.catalog.store import load_snapshot
from trainwreck.logs.anchors import words_of
from trainwreck.matching import anchor_search
from trainwreck.matching.anchor_search import AnchorSearch
from trainwreck.snapshot.patterns import Purpose

ANCHORS = [
    r"loss\W{0,24}nan",
    r"out\W{0,24}of\W{0,24}memory",
    r"memory\W{0,24}error",
    r"loss[\Wtensor]{0,24}2\W{0,24}3026",
    r"[A-Z]\w{0,60}Error",
]
PARTS = [
    "loss",
    "nan",
    "OUT",
    "of",
    "Memory",
    "error",
    "2",
    "3026",
    ": ",
    " ",
    "\n",
    "tensor(",
    "x",
]


def ends(search: AnchorSearch, data: bytes) -> dict[int, set[int]]:
    return {anchor: set(found) for anchor, found in search.search(data).ends.items()}


@given(st.lists(st.sampled_from(PARTS), max_size=60), st.lists(st.sampled_from(PARTS), max_size=3))
def test_words_that_are_common_change_nothing(parts: list[str], common: list[str]) -> None:
    data = "".join(parts).encode()
    search = AnchorSearch(ANCHORS, ())
    plain = ends(search, data)
    search.learn(" ".join(common * 20).encode())
    assert ends(search, data) == plain
    for anchor, pattern in enumerate(ANCHORS):
        assert bool(re.search(pattern.encode(), data, re.IGNORECASE)) == (anchor in plain)


def test_every_anchor_of_the_catalog_is_found_where_it_stands() -> None:
    patterns = [one for one in load_snapshot().patterns() if one.purpose == Purpose.MESSAGE]
    anchors = sorted({anchor for pattern in patterns for anchor in pattern.anchors})
    search = AnchorSearch(anchors, ())
    chance = random.Random(1)  # noqa: S311  no secret
    for anchor in chance.sample(range(len(anchors)), 300):
        text = " ".join(words_of(anchors[anchor])).upper().encode()
        if re.search(anchors[anchor].encode(), text, re.IGNORECASE):
            assert len(text) in ends(search, b"x\n" + text + b"\ny")[anchor] or (
                len(text) + 2 in ends(search, b"x\n" + text + b"\ny")[anchor]
            )


def test_word_in_many_places_is_followed_everywhere() -> None:
    line = b"memory is fine, memory error\n"
    data = line * (2 * anchor_search.FEW)
    found = ends(AnchorSearch(ANCHORS, ()), data)
    assert found == {2: {at + len(line) - 1 for at in range(0, len(data), len(line))}}


def test_words_that_cost_too_much_time_are_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anchor_search, "PATIENCE", 8)
    search = AnchorSearch(ANCHORS, ())
    found = [ends(search, b"memory nan 3026 Loss: NaN\n") for _ in range(20)]
    assert found == [{0: {25}}] * 20


def test_text_that_is_noted_may_stand_for_an_anchor_too() -> None:
    search = AnchorSearch(ANCHORS, ("memory", "nothing"))
    hits = search.search(b"Loss: NaN, out of memory")
    assert hits.noted == {"memory"}
    assert hits.ends == {0: [9], 1: [24]}


def test_texts_are_noted() -> None:
    search = AnchorSearch(ANCHORS, ("heckpoint", "a (b)"))
    assert search.search(b"Saved CHECKPOINT").noted == {"heckpoint"}
    assert search.search(b"a (b)").noted == {"a (b)"}
    assert search.search(b"nothing").noted == set()
