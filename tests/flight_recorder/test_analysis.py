"""What the ranks disagree about, and which of them did not join."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.flight_dumps import RECORDED, dump, entry, write_dumps
from trainwreck.flight_recorder.analysis import Finding, FindingKind, analyze
from trainwreck.flight_recorder.dump import Dump, calls_of, read_dump

FOUR = range(4)


@pytest.fixture
def found(tmp_path: Path) -> Any:
    def analyzed(dumps: Mapping[int, Mapping[str, Any]]) -> tuple[Finding, ...]:
        return analyze([read_dump(path) for path in write_dumps(tmp_path / "flight", dumps)])

    return analyzed


def steps(number: int, **fields: Any) -> list[dict[str, Any]]:
    return [entry(sequence, **fields) for sequence in range(1, number + 1)]


def test_rank_that_did_not_join_is_named(found: Any) -> None:
    last = entry(6, state="started")
    dumps = {rank: dump(*steps(5), last, ranks=FOUR) for rank in FOUR}
    dumps[3] = dump(*steps(5), ranks=FOUR)
    (finding,) = found(dumps)
    assert finding.kind is FindingKind.MISSING
    assert (finding.operation, finding.sequence, finding.group) == (
        "all_reduce",
        6,
        ("0", "default_pg"),
    )
    assert (finding.missing, finding.joined) == ((3,), (0, 1, 2))
    assert finding.last_calls[3].sequence == 5


def test_first_collective_that_a_rank_did_not_join_counts(found: Any) -> None:
    # Calls are enqueued ahead, so the others may be well beyond the one that hangs.
    ahead = [entry(sequence, state="scheduled") for sequence in range(6, 30)]
    dumps = {rank: dump(*steps(5), *ahead, ranks=[0, 1]) for rank in (0, 1)}
    dumps[1] = dump(*steps(5), *ahead[:3], ranks=[0, 1])
    (finding,) = found(dumps)
    assert (finding.kind, finding.sequence) == (FindingKind.INCOMPLETE, 6)


@pytest.mark.parametrize(
    ("odd", "field", "common", "other"),
    [
        (entry(3, "broadcast"), "operation", "all_reduce", "broadcast"),
        (entry(3, sizes=[[5]]), "input size", "[8]", "[5]"),
        (entry(3, dtype="Half"), "input dtype", "Float", "Half"),
        (entry(3, sizes=[[8], [8]]), "number of inputs", "1", "2"),
    ],
    ids=["operation", "size", "dtype", "number"],
)
def test_rank_that_called_something_else_is_named(
    found: Any, odd: dict[str, Any], field: str, common: str, other: str
) -> None:
    dumps = {rank: dump(*steps(3), ranks=FOUR) for rank in FOUR}
    dumps[2] = dump(*steps(2), odd, ranks=FOUR)
    (finding,) = found(dumps)
    assert (finding.kind, finding.sequence) == (FindingKind.DIFFERENT, 3)
    difference = finding.differences[0]
    assert difference.field == field
    assert difference.values == ((common, (0, 1, 3)), (other, (2,)))
    assert finding.odd == (2,)


def test_first_tensor_that_differs_is_named(found: Any) -> None:
    sizes = {0: [[1], [2], [3]], 1: [[1], [7], [8]]}
    (finding,) = found({r: dump(entry(1, sizes=s), ranks=[0, 1]) for r, s in sizes.items()})
    assert finding.differences[0].field == "size of input 1"
    assert finding.differences[0].values == (("[2]", (0,)), ("[7]", (1,)))


def test_no_rank_is_odd_where_two_halves_disagree(found: Any) -> None:
    dumps = {rank: dump(entry(1, sizes=[[rank // 2]]), ranks=FOUR) for rank in FOUR}
    (finding,) = found(dumps)
    assert finding.odd == ()


def test_calls_in_another_order_are_recognized(found: Any) -> None:
    calls = [*steps(2), entry(3, "broadcast"), entry(4, "all_gather"), entry(5)]
    swapped = [*steps(2), entry(3, "all_gather"), entry(4, "broadcast"), entry(5)]
    dumps = {rank: dump(*calls, ranks=FOUR) for rank in FOUR}
    dumps[1] = dump(*swapped, ranks=FOUR)
    (finding,) = found(dumps)
    assert finding.kind is FindingKind.ORDER
    assert (finding.sequence, finding.odd) == (3, (1,))


@pytest.mark.parametrize(
    ("operation", "sides"),
    [
        ("scatter", ("input",)),
        ("gather", ("output",)),
        ("all_to_all", ("input", "output")),
        ("all_to_all_single", ("input", "output")),
        ("all_gather_v", ("input", "output")),
    ],
)
def test_sizes_that_may_differ_are_not_compared(
    found: Any, operation: str, sides: tuple[str, ...]
) -> None:
    odd = entry(1, operation) | {f"{side}_sizes": [[2], [3]] for side in sides}
    dumps = {0: dump(entry(1, operation), ranks=[0, 1]), 1: dump(odd, ranks=[0, 1])}
    assert found(dumps) == ()


def test_groups_are_compared_each_by_itself(found: Any) -> None:
    groups = {"1": ("tp", [0, 1]), "2": ("tp", [2, 3])}
    own = [entry(1, group=("1", "tp"), sizes=[[4]]), entry(1, group=("2", "tp"), sizes=[[9]])]
    missed = entry(2, group=("2", "tp"), state="started", created=100)
    dumps = {rank: dump(entry(1), own[rank // 2], ranks=FOUR, groups=groups) for rank in (0, 1, 3)}
    dumps[2] = dump(entry(1), own[1], missed, ranks=FOUR, groups=groups)
    (finding,) = found(dumps)
    assert (finding.group, finding.missing, finding.joined) == (("2", "tp"), (3,), (2,))


def test_group_in_which_the_missing_rank_itself_waits_comes_first(found: Any) -> None:
    groups = {"1": ("tp", [0, 1]), "2": ("dp", [1, 2])}
    waits = {
        0: [entry(1, group=("1", "tp"), state="started", created=10)],
        1: [entry(1, group=("2", "dp"), state="started", created=20)],
        2: [],
    }
    first, second = found({r: dump(*calls, groups=groups) for r, calls in waits.items()})
    assert (first.group, first.missing) == (("2", "dp"), (2,))
    assert (second.group, second.missing) == (("1", "tp"), (1,))


def test_same_name_of_other_ranks_is_another_group(found: Any) -> None:
    sizes = {0: [[4]], 1: [[4]], 2: [[9]], 3: [[9]]}
    dumps = {
        rank: dump(
            entry(1, group=("1", "tp"), sizes=size),
            groups={"1": ("tp", [0, 1] if rank < 2 else [2, 3])},
        )
        for rank, size in sizes.items()
    }
    assert found(dumps) == ()


def test_rank_without_a_dump_is_suspected(found: Any) -> None:
    last = entry(3, state="started")
    dumps = {rank: dump(*steps(2), last, ranks=FOUR) for rank in (0, 1, 3)}
    (finding,) = found(dumps)
    assert finding.kind is FindingKind.NO_DUMP
    assert (finding.without_dump, finding.joined) == ((2,), (0, 1, 3))


def test_ranks_below_a_lone_high_one_are_not_suspected() -> None:
    last = calls_of([entry(1, state="started")])
    (finding,) = analyze([Dump(Path("x"), 100_000, last, {})])
    assert (finding.kind, finding.without_dump) == (FindingKind.INCOMPLETE, ())
    (finding,) = analyze([Dump(Path("x"), 3, last, {})])
    assert finding.without_dump == (0, 1, 2)


def test_rank_that_is_missing_counts_more_than_one_without_a_dump(found: Any) -> None:
    dumps = {0: dump(*steps(2), ranks=FOUR), 1: dump(*steps(1), ranks=FOUR)}
    (finding,) = found(dumps)
    assert finding.kind is FindingKind.MISSING
    assert (finding.missing, finding.without_dump) == ((1,), (2, 3))


def test_collective_that_all_joined_and_none_ended_is_named(found: Any) -> None:
    states = {0: "started", 1: "started", 2: "scheduled"}
    dumps = {r: dump(*steps(2), entry(3, state=s), ranks=range(3)) for r, s in states.items()}
    (finding,) = found(dumps)
    assert finding.kind is FindingKind.INCOMPLETE
    assert finding.states == (("scheduled", (2,)), ("started", (0, 1)))


def test_what_the_buffer_no_longer_holds_is_not_missing(found: Any) -> None:
    dumps = {0: dump(*steps(9), ranks=[0, 1]), 1: dump(*steps(9)[6:], ranks=[0, 1])}
    assert found(dumps) == ()


def test_rank_whose_buffer_was_full_is_not_missing_from_a_group_that_it_dropped(found: Any) -> None:
    groups = {"1": ("tp", [0, 1])}
    rare = entry(1, group=("1", "tp"))
    dumps = {
        0: dump(rare, *steps(3), ranks=[0, 1], groups=groups),
        1: dump(*steps(3), ranks=[0, 1], groups=groups, first=1),
    }
    assert found(dumps) == ()


def test_healthy_ranks_give_no_finding(found: Any) -> None:
    assert found({rank: dump(*steps(4), ranks=FOUR) for rank in FOUR}) == ()


def test_coalesced_calls_are_compared_together(found: Any) -> None:
    pair = [entry(1, "all_reduce", sizes=[[2]]), entry(1, "allreduce_coalesced", sizes=[[2]])]
    dumps = {0: dump(*pair, ranks=[0, 1]), 1: dump(pair[0], ranks=[0, 1])}
    (finding,) = found(dumps)
    assert finding.differences[0].field == "operation"
    assert [value for value, _ in finding.differences[0].values] == [
        "all_reduce + allreduce_coalesced",
        "all_reduce",
    ]


@pytest.mark.parametrize(("fault", "kind"), [("missing", "missing"), ("type", "different")])
def test_recorded_dumps_show_their_fault(fault: str, kind: str) -> None:
    paths = sorted((RECORDED / fault).iterdir())
    first = analyze([read_dump(path) for path in paths])[0]
    assert (first.kind, first.sequence, first.group) == (kind, 4, ("0", "default_pg"))
    assert (first.missing or first.odd) == (1,)
    if fault == "missing":
        assert first.last_calls[1].place == "/scratch/project/train.py:23, in step"


@given(st.integers(2, 9), st.integers(1, 30), st.randoms())
def test_rank_that_stops_is_found_wherever_it_stops(
    world: int, length: int, rng: random.Random
) -> None:
    kinds = ["all_reduce", "broadcast", "reduce_scatter", "barrier"]
    calls = [entry(s, rng.choice(kinds), sizes=[[rng.randrange(9)]]) for s in range(length)]
    stopped, at = rng.randrange(world), rng.randrange(length)
    members = {"0": frozenset(range(world))}
    made = [
        Dump(Path("x"), rank, calls_of(calls[: at if rank == stopped else length]), members)
        for rank in range(world)
    ]
    (finding,) = analyze(made)
    assert (finding.sequence, finding.missing) == (at, (stopped,))


def test_many_groups_take_no_longer_than_their_calls() -> None:
    # One pass over all calls for each group would take hours.
    calls = calls_of([entry(1, group=(str(number), "")) for number in range(30_000)])
    assert analyze([Dump(Path("x"), rank, calls, {}) for rank in range(3)]) == ()
