"""The report on the dumps of a job: which belong together, and what they show in one sentence."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.flight_dumps import dump, entry, write_dumps
from trainwreck.flight_recorder.report import Report, named, read_report, said
from trainwreck.output.flight_recorder import dumps_json, dumps_text

LAST = entry(1042, state="started")
WAITED = dump(entry(1041), LAST, ranks=range(4))
LEFT = dump(entry(1041), ranks=range(4))


def reported(folder: Path, dumps: dict[int, dict[str, object]]) -> Report:
    return read_report(write_dumps(folder, dumps))


@pytest.mark.parametrize(
    ("dumps", "said"),
    [
        (
            {0: WAITED, 1: WAITED, 2: WAITED, 3: LEFT},
            "Rank 3 never joined all_reduce 1042; the others waited.",
        ),
        (
            {0: WAITED, 2: LEFT, 3: LEFT},
            "Ranks 2 and 3 never joined all_reduce 1042; rank 0 waited,"
            " and there is no dump of rank 1.",
        ),
        (
            {0: WAITED, 1: WAITED, 3: WAITED},
            "There is no dump of rank 2, and ranks 0, 1 and 3 waited in all_reduce 1042.",
        ),
        (
            dict.fromkeys(range(4), WAITED),
            "All ranks joined all_reduce 1042, but it did not end.",
        ),
        (
            dict.fromkeys(range(4), LEFT),
            "Every collective in the dumps ended on all ranks.",
        ),
        (
            {0: LEFT, 1: LEFT, 2: LEFT, 3: dump(entry(1041, "broadcast"), ranks=range(4))},
            "Rank 3 called broadcast where the others called all_reduce (collective 1041).",
        ),
        (
            {0: LEFT, 1: LEFT, 2: LEFT, 3: dump(entry(1041, sizes=[[5]]), ranks=range(4))},
            "Rank 3 called all_reduce 1041 with input size [5], the others with [8].",
        ),
        (
            {rank: dump(entry(3, sizes=[[rank // 2]]), ranks=range(4)) for rank in range(4)},
            "The ranks disagree about the input size of all_reduce 3:"
            " [0] on ranks 0 and 1, [1] on ranks 2 and 3.",
        ),
        (
            {
                0: dump(entry(1), entry(2, "barrier"), ranks=range(3)),
                1: dump(entry(1), entry(2, "barrier"), ranks=range(3)),
                2: dump(entry(1, "barrier"), entry(2), ranks=range(3)),
            },
            "Rank 2 made the same calls as the others in another order, from collective 1 on.",
        ),
    ],
)
def test_report_says_in_a_sentence_what_happened(
    tmp_path: Path, dumps: dict[int, dict[str, object]], said: str
) -> None:
    assert reported(tmp_path / "flight", dumps).said == said


def test_group_is_named_unless_it_is_that_of_all_ranks(tmp_path: Path) -> None:
    groups = {"7": ("tp", [0, 1])}
    call = entry(3, group=("7", "tp"), state="started")
    report = reported(tmp_path, {0: dump(call, groups=groups), 1: dump(groups=groups)})
    assert report.said == (
        "Rank 1 never joined all_reduce 3 of process group 7 (tp); rank 0 waited."
    )


def test_long_values_are_cut(tmp_path: Path) -> None:
    odd = dump(entry(1, "x" * 500), ranks=[0, 1])
    report = reported(tmp_path, {0: odd, 1: dump(entry(1), ranks=[0, 1])})
    assert len(report.said) < 300


@pytest.mark.parametrize(
    ("ranks", "text"),
    [
        ([3], "rank 3"),
        ([1, 0], "ranks 0 and 1"),
        ([0, 1, 2], "ranks 0 to 2"),
        ([0, 1, 2, 4, 6, 7], "ranks 0 to 2, 4, 6 and 7"),
        (range(0, 40, 2), "20 ranks: 0, 2, 4, 6, 8, 10, 12, 14 and 12 more"),
    ],
)
def test_ranks_are_named_briefly(ranks: list[int], text: str) -> None:
    assert named(ranks) == text


def test_file_that_is_refused_is_named_with_the_reason(tmp_path: Path) -> None:
    paths = write_dumps(tmp_path, {0: WAITED, 1: WAITED})
    hostile = tmp_path / "nccl_trace_rank_2"
    hostile.write_bytes(b"\x80\x02}X\x09\x00\x00\x00pg_configcos\nsystem\n.")
    report = read_report([*paths, hostile])
    assert report.ranks == (0, 1)
    assert report.refused == (
        f"{hostile}: contains the operation GLOBAL; only plain data is read, and nothing is run",
    )


def test_nothing_is_claimed_if_no_file_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "rank_0").write_bytes(b"\x80\x02}")
    report = read_report([tmp_path / "rank_0"])
    assert (report.ranks, report.findings) == ((), ())
    assert report.said == "No flight recorder dump could be read."


def test_dumps_of_an_earlier_job_are_left_out(tmp_path: Path) -> None:
    new = write_dumps(tmp_path / "flight", {0: WAITED, 1: WAITED, 2: WAITED, 3: LEFT})
    old = []
    for rank in (0, 3):
        path = tmp_path / "flight" / f"old_rank_{rank}"
        path.write_bytes(new[0].read_bytes())
        os.utime(path, (1, 1))
        old.append(path)
    report = read_report([*old, *new])
    assert report.said.startswith("Rank 3 never joined")
    assert report.left_out == (
        "2 dumps named old_rank_*: another set, nccl_trace_rank_*, is of more ranks or newer",
    )


def test_newer_of_two_dumps_of_a_rank_counts(tmp_path: Path) -> None:
    old, new = (write_dumps(tmp_path / name, {0: WAITED, 1: LEFT}) for name in ("old", "new"))
    write_dumps(tmp_path / "old", {1: WAITED})
    for path in old:
        os.utime(path, (1, 1))
    report = read_report([*new, *old])
    assert report.findings[0].missing == (1,)
    assert len(report.left_out) == 2


CALLS = st.builds(
    entry,
    st.integers(0, 4),
    st.sampled_from(["all_reduce", "broadcast", "scatter", "all_to_all", "x\x1b"]),
    sizes=st.lists(st.lists(st.integers(0, 3), max_size=2), max_size=2),
    dtype=st.sampled_from(["Float", "Half"]),
    group=st.sampled_from([("0", "default_pg"), ("1", "tp"), ("2", "undefined")]),
    state=st.sampled_from(["scheduled", "started", "completed"]),
)
DUMPS = st.dictionaries(
    st.integers(0, 5),
    st.builds(
        lambda calls, ranks: dump(*calls, ranks=ranks),
        st.lists(CALLS, max_size=6),
        st.lists(st.integers(0, 6), max_size=4),
    ),
    min_size=1,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(DUMPS)
def test_report_on_any_dumps_names_only_ranks_that_fit(
    tmp_path: Path, dumps: dict[int, dict[str, object]]
) -> None:
    report = read_report(write_dumps(tmp_path / "flight", dumps))
    assert report.ranks == tuple(sorted(dumps))
    assert report.said.endswith(".")
    for finding in report.findings:
        assert set(finding.joined) | set(finding.missing) <= set(dumps)
        assert not set(finding.joined) & set(finding.missing)
        assert not set(finding.without_dump) & set(dumps)
        assert set(finding.odd) < set(finding.joined) or not finding.odd
        assert said(finding)
    text = dumps_text(report)
    assert "\x1b" not in text
    assert json.loads(json.dumps(dumps_json(report)))["said"] == report.said
