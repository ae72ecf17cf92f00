"""In a large log, reports of earlier diagnoses are left out as in a small one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainwreck.logs.normalizer import stream
from trainwreck.matching.blocks import Block
from trainwreck.matching.reports import without_reports

LINES = [
    "trainwreck diagnosis of train.log (3 lines)",
    "[rank0]: trainwreck diagnosis of a.log (1 line)",
    "2026-11-21 10:00:00 end of trainwreck diagnosis",
    "end of trainwreck diagnosis",
    "at the end of trainwreck diagnosis nothing is left",
    "a trainwreck diagnosis of mine",
    "RuntimeError: No HIP GPUs are available",
    "step 7 loss 2.5 é",
    "",
    "step 8\n" * 250,
]


@given(st.lists(st.sampled_from(LINES), max_size=12), st.booleans())
def test_what_is_left_is_what_a_small_log_says(lines: list[str], ends: bool) -> None:
    text = "\n".join(lines) + ("\n" if ends else "")
    data = text.encode()
    block = without_reports(Block(data, len(data), len(data)))
    assert len(block.data) == len(data)
    assert block.data.count(b"\n") == data.count(b"\n")
    left, expected = stream(block.data.decode()), stream(text)
    assert left.text == expected.text
    assert [line.number for line in left.lines] == [line.number for line in expected.lines]


FAILURE = "RuntimeError: No HIP GPUs are available\n"
BEGIN, END = "trainwreck diagnosis of a (1 line)\n", "end of trainwreck diagnosis\n"


@pytest.mark.parametrize(
    "text",
    [
        BEGIN + "step 8\n" * 400 + FAILURE,
        BEGIN + "step 8\n" * 400 + FAILURE + BEGIN + END,
        FAILURE + "step 8\n" * 400 + END,
        FAILURE + "step 8\n" * 400 + END + END,
    ],
)
def test_report_without_a_beginning_or_an_end_hides_no_distant_failure(text: str) -> None:
    data = text.encode()
    block = without_reports(Block(data, len(data), len(data)))
    for left in (stream(text), stream(block.data.decode())):
        assert "nohipgpusareavailable" in left.text


def test_block_without_a_report_stays_as_it_is() -> None:
    block = Block(b"a trainwreck diagnosis of mine\nstep 7\n", 5, 38)
    assert without_reports(block) is block


def test_what_is_read_of_a_block_stays_the_same() -> None:
    data = b"step 1\ntrainwreck diagnosis of a (1 line)\nstep 7\n"
    block = without_reports(Block(data, 7, len(data), is_last=True))
    assert (block.cut, block.end, block.is_last) == (7, len(data), True)
    assert block.data.split() == [b"step", b"1"]
