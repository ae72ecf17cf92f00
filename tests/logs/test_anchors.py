"""The anchors of a message are in each text that it matches."""

import re

import pytest

from trainwreck.logs.anchors import anchors
from trainwreck.logs.normalizer import stream
from trainwreck.logs.templates import parse


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("scale<=><#256..> too high", "scale=tensor(512. too high"),
        ("scale<=><#> too high", "scale:512 too high"),
        ("samples: <#1..9> of them", "samples:   5 of them"),
        ("step took <#1.5..2.5>s here", "step took 2.25e+00s here"),
    ],
)
def test_text_that_a_number_matches_contains_the_anchors(template: str, text: str) -> None:
    assert list(parse(template).matches(stream(text)))
    for anchor in anchors(template):
        assert re.search(anchor, text), anchor


def test_message_without_latin_letters_has_its_longest_word_as_anchor() -> None:
    assert anchors("段错误 (核心已转储)") == ["核心已转储"]
