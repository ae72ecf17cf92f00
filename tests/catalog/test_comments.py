"""No text of an entry is lost because YAML takes what follows a ``#`` for a comment."""

import pytest
import yaml

from tests.support.paths import ROOT
from trainwreck.catalog.sources import entry_files


def cut_off(text: str) -> list[int]:
    """Return the lines, from 1, on which a comment follows a value that has no quotes."""
    lines = text.splitlines()
    ends = [
        token.end_mark
        for token in yaml.scan(text, Loader=yaml.CSafeLoader)
        if isinstance(token, yaml.ScalarToken) and token.plain
    ]
    return [
        end.line + 1
        for end in ends
        if end.line < len(lines) and lines[end.line][end.column :].lstrip().startswith("#")
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("when: the #SBATCH line contains a variable", [1]),
        ('when: "the #SBATCH line contains a variable"', []),
        ("text: |\n  sbatch job.sh  # on a login node\n", []),
        ("# yaml-language-server\ntitle: rank#3 died\n", []),
    ],
)
def test_text_that_yaml_takes_for_a_comment_is_found(text: str, expected: list[int]) -> None:
    assert cut_off(text) == expected


def test_no_entry_has_a_text_that_yaml_cuts_off() -> None:
    files = entry_files(ROOT / "errors")
    found = {path.name: cut_off(path.read_text(encoding="utf-8")) for path in files}
    assert len(found) > 1
    assert {name: lines for name, lines in found.items() if lines} == {}
