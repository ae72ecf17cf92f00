"""No message is shared, no sample misleads; a conflict is reported once, at the pattern."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.entries import ENTRY, FIRST_STEP, MESSAGE, changed, make_catalog
from trainwreck.checks.ambiguity import Sample, in_doubt
from trainwreck.checks.checker import Report, check_catalog
from trainwreck.logs.normalizer import stream
from trainwreck.model.problems import Problem
from trainwreck.model.vocabulary import Kind
from trainwreck.snapshot import patterns
from trainwreck.snapshot.entry import Message, Symptom

BROKEN = "The whole axle broke in two"


def entry(message: str, *samples: str, more: str = "") -> str:
    listed = "".join(
        f"    - |\n      step 1, loss 2.31, all is well so far\n      {sample}\n"
        for sample in samples
    )
    quoted = f"    - '{message}'\n" + (f"  samples:\n{listed}" if samples else "")
    return changed((f'    - "{MESSAGE}"\n', quoted), (FIRST_STEP, f"{FIRST_STEP}{more}"))


def checked(tmp_path: Path, entries: dict[str, str]) -> tuple[Problem, ...]:
    return check_catalog(make_catalog(tmp_path, entries)).problems


def test_message_of_two_entries_is_reported_in_the_second(tmp_path: Path) -> None:
    other = changed(("wheel <*> came off", "WHEEL  <*>came off"))
    assert other != ENTRY
    (problem,) = checked(tmp_path, {"memory/axle": other, "numerics/wheel": ENTRY})
    assert (Path(problem.file).stem, problem.field) == ("wheel", "symptom.messages.0")
    assert problem.message == "is a message of axle too"


def test_conflict_is_reported_once_at_the_pattern_that_goes_too_far(tmp_path: Path) -> None:
    entries = {
        "memory/axle": entry("RuntimeError: <*>"),
        "numerics/wheel": entry("the wheel came off at", "x RuntimeError: the wheel came off at 9"),
        "numerics/nut": entry(
            "a nut was lost on the road",
            "RuntimeError: a nut was lost on the road",
            "RuntimeError: then a nut was lost on the road",
        ),
    }
    (problem,) = checked(tmp_path, entries)
    assert (Path(problem.file).stem, problem.field, problem.line) == (
        "axle",
        "symptom.messages.0",
        11,
    )
    assert problem.message == "matches first in samples of nut.yml:13,16, wheel.yml:13"


def test_many_captured_entries_are_counted(tmp_path: Path) -> None:
    captured = {
        f"numerics/nut-{number}": entry(
            f"nut of size {letter * 5} lost", f"RuntimeError: nut of size {letter * 5} lost"
        )
        for number, letter in enumerate("abcdefgh")
    }
    entries = {"memory/axle": entry("RuntimeError: <*>"), **captured}
    (problem,) = checked(tmp_path, entries)
    assert problem.message.endswith("nut-4.yml:13 and 3 more entries")


def test_sample_without_a_message_of_its_entry_is_reported_there(tmp_path: Path) -> None:
    sample = f"{BROKEN}, and nothing of the nut is in this sample."
    entries = {
        "memory/axle": entry(BROKEN, sample),
        "numerics/nut": entry("a nut was lost", sample),
    }
    (problem,) = checked(tmp_path, entries)
    assert (Path(problem.file).stem, problem.field) == ("nut", "symptom.samples.0")
    assert problem.message == "contains no message of this entry"


def test_withdrawn_entry_takes_no_part(tmp_path: Path) -> None:
    entries = {
        "memory/axle": entry("RuntimeError: <*>", more="\nwithdrawn: It was a mistake."),
        "numerics/wheel": entry("the wheel came off at", "RuntimeError: the wheel came off at 9"),
    }
    assert checked(tmp_path, entries) == ()


def test_check_of_the_captured_entry_alone_shows_the_conflict(tmp_path: Path) -> None:
    sample = f"{BROKEN} and so the wheel came off at 90 km/h"
    root = make_catalog(
        tmp_path,
        {
            "memory/axle": entry(BROKEN),
            "numerics/wheel": entry("the wheel came off at", sample),
            "numerics/nut": ENTRY,
        },
    )
    report: Report = check_catalog(root)
    (problem,) = report.problems
    assert Path(problem.file).stem == "axle"
    assert report.about([root / "numerics" / "wheel.yml"]).problems == (problem,)
    assert report.about([root / "memory"]).problems == (problem,)
    assert report.about([root / "numerics" / "nut.yml"]).problems == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    - 'the wheel came off at'\n", "    - 'the wheel flew off at'\n"),
        ("x the wheel came off at 9", "x the wheel came away"),
        ("caused_by: [axle]", "related: [axle]"),
    ],
    ids=["message", "sample", "cause"],
)
def test_check_after_one_change_finds_what_a_fresh_one_finds(
    old: str, new: str, tmp_path: Path
) -> None:
    wheel = entry(
        "the wheel came off at",
        "x the wheel came off at 9",
        f"the wheel came off at 9, for {BROKEN}",
        more="\ncaused_by: [axle]",
    )
    entries = {"memory/axle": entry(BROKEN), "numerics/wheel": wheel}
    root = make_catalog(tmp_path, entries)
    before = check_catalog(root).problems
    file = root / "numerics" / "wheel.yml"
    file.write_text(file.read_text().replace(old, new, 1))
    after = check_catalog(root).problems
    assert after == check_catalog(root, use_cache=False).problems
    assert after != before
    file.unlink()
    assert check_catalog(root).problems == check_catalog(root, use_cache=False).problems


@given(st.lists(st.text("ab <*>\n", min_size=1, max_size=12), min_size=1, max_size=4), st.data())
def test_sample_is_in_doubt_wherever_a_changed_message_matches(
    texts: list[str], data: st.DataObject
) -> None:
    message = data.draw(st.text("ab <*>", min_size=1, max_size=6))
    samples = [
        Sample("e", index, 1, text, stream(text).text, has_own=True)
        for index, text in enumerate(texts)
    ]
    line = patterns.line("e", Symptom(Kind.CRASH, "", (Message(message),)))
    (pattern,) = patterns.read(line)
    doubtful = in_doubt(samples, [pattern], links_changed=False)
    matching = {
        index for index, text in enumerate(texts) if any(pattern.template.matches(stream(text)))
    }
    assert matching <= doubtful
