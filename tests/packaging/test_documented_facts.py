"""What the pages say of the code is so."""

import re

import pytest

from tests.support.paths import ROOT
from trainwreck.logs.placeholders import PLACEHOLDERS
from trainwreck.matching import blocks

MIB = 1 << 20


@pytest.mark.parametrize("page", ["matching", "write-an-entry", "api"])
def test_page_lists_every_placeholder(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    assert [mark for mark in PLACEHOLDERS if f"`{mark}`" not in text] == []


def test_sizes_of_blocks_are_those_of_the_scanner() -> None:
    text = " ".join((ROOT / "docs" / "matching.md").read_text(encoding="utf-8").split())
    said = re.search(
        r"smaller than (\d+) MiB .* blocks, first (\d+) MiB and then (\d+) MiB each", text
    )
    assert said
    small, first, then = (int(size) * MIB for size in said.groups())
    assert (small, first, then) == (blocks.LARGE, blocks.LARGE, blocks.BLOCK)
