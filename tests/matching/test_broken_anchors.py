"""An anchor that a line break cuts in two is found from any word that is left whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainwreck.matching.broken_anchors import break_near, letters_of

WORDS = ["compile", "error", "x86", "core", "dumped"]
LETTERS = letters_of(WORDS)
TEXT = b"c++ compile: error (x86), core dumped"
PREFIXES = [
    b"",
    b"[rank3]: ",
    b"2026-11-21 10:00:00,123 - 4: ",
    b" \xe2\x94\x82 ",
    b"(worker pid=1) ",
]


@given(
    st.integers(5, len(TEXT) - 1),
    st.sampled_from([b"\n", b"\r", b"\r\n", b" \xe2\x94\x82\n"]),
    st.sampled_from(PREFIXES),
    st.binary(max_size=99).map(bytes.lower),
    st.sampled_from(WORDS),
)
def test_cut_anchor_is_found_from_any_whole_word(
    cut: int, end: bytes, prefix: bytes, before: bytes, word: str
) -> None:
    data = before + TEXT[:cut] + end + prefix + TEXT[cut:] + b" 4\n"
    place = data.find(word.encode(), len(before))
    if place < 0:
        return  # the word itself is cut
    found = break_near(LETTERS, data, place)
    assert found is not None
    assert found in range(len(before) + cut, len(before) + cut + len(end))


@pytest.mark.parametrize(
    "data",
    [
        b"c++ compile: error (x86), core dumped",
        b"c++ compile: error (x86),\ncore dumps",
        b"c++ compile: error (x86),\nfine\ncore dumped",
        b"fine\ncompile fine\nfine",
        b"compile" + b" " * 99 + b"\nerror (x86), core dumped",
    ],
)
def test_nothing_is_found_where_no_line_break_cuts_an_anchor(data: bytes) -> None:
    assert break_near(LETTERS, data, data.find(b"compile")) is None


def test_anchor_without_letters_is_cut_nowhere() -> None:
    assert break_near(letters_of(["123"]), b"12\n3", 0) is None
