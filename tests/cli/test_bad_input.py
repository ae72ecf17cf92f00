"""Whatever an entry file contains, reading it ends in an entry or in problems."""

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.entries import ENTRY, make_catalog
from trainwreck import Problem
from trainwreck.checks.checker import check_catalog

YAML_LINE_END = "\r\n|[\n\r\x85\u2028\u2029]"
LINES = ENTRY.splitlines(keepends=True)


def problems_of(content: bytes) -> tuple[Problem, ...]:
    with tempfile.TemporaryDirectory() as folder:
        root = make_catalog(Path(folder), {"numerics/wheel": ""})
        (root / "numerics" / "wheel.yml").write_bytes(content)
        return check_catalog(root, use_cache=False).problems


@given(st.binary(max_size=300))
def test_any_bytes_end_in_problems(content: bytes) -> None:
    found = problems_of(content)
    assert found
    assert all(problem.line >= 1 and problem.message and problem.fix for problem in found)


@given(st.integers(0, len(LINES)), st.text(max_size=60))
def test_any_text_put_into_an_entry_is_read_or_refused(position: int, text: str) -> None:
    changed = "".join([*LINES[:position], text, "\n", *LINES[position:]])
    for problem in problems_of(changed.encode("utf-8", "surrogatepass")):
        assert 1 <= problem.line <= len(re.split(YAML_LINE_END, changed))


@given(st.integers(0, len(LINES) - 1))
def test_an_entry_without_one_of_its_lines_is_read_or_refused(position: int) -> None:
    for problem in problems_of("".join(LINES[:position] + LINES[position + 1 :]).encode()):
        assert problem.line >= 1


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "the file is empty; copy a neighboring entry and change it"),
        (b"- a\n- b\n", "is not a mapping; begin with title: and the other fields of an entry"),
        (b"title: \xff\n", "byte 0xff is not UTF-8; save the file as UTF-8"),
        (b"x" * 300_000, "is longer than 262,144 bytes; shorten the samples"),
        (b"[" * 50_000, "nests too deep; no entry needs more than 8 levels"),
    ],
    ids=["empty", "list", "latin 1", "huge", "bomb"],
)
def test_unusable_file_gets_one_clear_problem(content: bytes, expected: str) -> None:
    (problem,) = problems_of(content)
    assert problem.text == expected


def test_line_of_a_wrong_byte_is_named() -> None:
    (problem,) = problems_of(ENTRY.encode().replace(b"clockwise", b"clock\xe9wise"))
    assert problem.line == 16


def test_byte_order_mark_and_windows_line_ends_are_read() -> None:
    assert problems_of(b"\xef\xbb\xbf" + ENTRY.replace("\n", "\r\n").encode()) == ()


def test_file_that_may_not_be_read_is_a_problem(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    (root / "numerics" / "axle.yml").symlink_to(root / "nowhere.yml")
    (problem,) = check_catalog(root).problems
    assert problem.message == "cannot be read (No such file or directory)"
