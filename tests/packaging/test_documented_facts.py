"""What the pages say of the code is so."""

import re
from pathlib import Path

import pytest

from tests.support.command import trainwreck
from tests.support.entries import ENTRY, SEVERITY, make_catalog
from tests.support.paths import ROOT
from trainwreck.catalog.store import load_snapshot
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


def test_entry_to_copy_is_the_one_that_the_guide_explains() -> None:
    pages = {
        name: (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
        for name in ("contributing", "write-an-entry")
    }
    copied = re.search(r"Copy a similar entry, for example `(errors/\S+)`", pages["contributing"])
    assert copied
    assert f"The file is `{copied[1]}`" in pages["write-an-entry"]
    assert load_snapshot(ROOT / "errors")[Path(copied[1]).stem].symptom.messages


@pytest.mark.parametrize("page", ["README.md", "docs/contributing.md"])
def test_example_of_a_check_is_what_the_check_prints(page: str, tmp_path: Path) -> None:
    example = re.search(
        r"trainwreck check (?P<path>errors/(?P<place>\S+)\.yml)\n(?P<printed>(?:.+\n)+?) *```",
        (ROOT / page).read_text(encoding="utf-8"),
    )
    assert example
    verdict = "verdict: lost a wheel\n"
    wrong = ENTRY.replace(verdict, "").replace(f"{SEVERITY}\n", f"{verdict}severity: hihg\n")
    make_catalog(tmp_path, {example["place"]: wrong})
    said = [line.strip() for line in example["printed"].splitlines()]
    checked = trainwreck("check", example["path"], cwd=tmp_path)
    assert f"{checked.stdout}{checked.stderr}".splitlines() == said
