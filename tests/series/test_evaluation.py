"""Conditions hold for what goes wrong, and not for what every healthy run does."""

import math
import random
from collections.abc import Iterable

import pytest

from trainwreck.series.conditions import parse_condition
from trainwreck.series.evaluation import evaluate
from trainwreck.series.found import SeriesEvidence
from trainwreck.series.points import Point, Series


def series(numbers: Iterable[float], metric: str = "loss", source: str | None = None) -> Series:
    found = Series(metric, metric.replace("_", " "), source)
    for line, value in enumerate(numbers, start=1):
        found.add(Point(line, line, None, value))
    return found


def holds(condition: str, *given: Series) -> SeriesEvidence | None:
    return evaluate(parse_condition(condition), given)


def noisy(values: Iterable[float], part: float = 0.05) -> list[float]:
    chance = random.Random(1)  # noqa: S311  a seed makes it repeatable
    return [value * (1 + chance.gauss(0, part)) for value in values]


def decay(count: int) -> list[float]:
    return noisy([2 + 4 * math.exp(-step / 30) for step in range(count)])


ZERO = "loss is exactly 0"
JUMP = "loss jumps by 2 x and does not recover"


def test_zero_after_a_loss_far_from_it_is_found() -> None:
    found = holds(ZERO, series([2.1, 1.8, 9.0, 0, 0, 0, 0]))
    assert found
    assert (found.point.line, found.said) == (4, "loss is 0 from step 4 on (4 values, 9 before)")


@pytest.mark.parametrize(
    "numbers",
    [
        [2.3, 0, 0, 0],
        [0.42, 0.37, 0, 0, 0],
        [0.351, 0.212, 0.123, 0.081, 0, 0, 0],
        [1e307, 0, 0, 0],
    ],
)
def test_zero_after_more_than_rounding_explains_is_found(numbers: list[float]) -> None:
    assert holds(ZERO, series(numbers))


def test_zero_from_the_first_value_on_is_found() -> None:
    assert holds(ZERO, series([0.0] * 6))


def test_zero_before_the_first_step_or_beside_another_loss_is_none() -> None:
    before = Series("loss", "loss", None)
    for line in range(1, 30):
        before.add(Point(line, 0, 1, 0.0))
    assert holds(ZERO, before) is None
    assert holds(ZERO, series([0.0] * 30), series(decay(30))) is None


@pytest.mark.parametrize(
    "numbers",
    [
        [0.01, 0.004, 0.002, 0.001, 0, 0, 0, 0],
        [0.5, 0.4, 0.3, 0.2, 0.1, 0.1, 0, 0, 0, 0],  # one decimal
        [0.35, 0.21, 0.12, 0.08, 0.06, 0, 0, 0],  # two decimals
        [9, 7, 4, 2, 0, 0, 0],  # whole numbers
        [0, 0, 0, 0, 0.5],
        [0, 0],
    ],
)
def test_zero_that_was_reached_gradually_or_left_is_none(numbers: list[float]) -> None:
    assert holds(ZERO, series(numbers)) is None


def test_validation_that_is_nan_is_found_beside_a_finite_loss() -> None:
    condition = "val_loss is nan while loss is finite"
    nan = series([math.nan, math.nan], "val_loss")
    assert holds(condition, series([1, 2]), nan)
    assert holds(condition, series([1, math.nan]), nan) is None
    assert holds(condition, series([1, 2]), series([math.nan, 1], "val_loss")) is None


def test_jump_that_stays_is_found_where_it_begins() -> None:
    found = holds(JUMP, series(decay(60) + noisy([7.5] * 30)))
    assert found
    assert found.point.line == 61


@pytest.mark.parametrize(
    "numbers",
    [
        decay(100),
        [*decay(60), 30.0, *decay(100)[60:]],  # one odd batch
        [*decay(60), *[8 - step / 5 for step in range(30)], *[2.1] * 30],  # recovers
        noisy([0.0001 * 2 ** (step % 7) for step in range(200)]),  # converged, and noisy
        [*decay(80), *[3.5] * 3],  # too short to tell
        [2 - step / 100 for step in range(300)],  # below zero
    ],
)
def test_healthy_losses_do_not_jump(numbers: list[float]) -> None:
    assert holds(JUMP, series(numbers)) is None


def test_second_run_in_one_log_is_no_jump() -> None:
    found = series([*decay(100), *decay(100)])
    found.resets.append(101)
    assert holds(JUMP, found) is None


def test_loss_that_is_higher_after_a_resume_is_found() -> None:
    found = series([*noisy([1.0] * 20), *noisy([2.0] * 10)])
    found.resumes.append(21)
    assert holds("loss jumps by 1.3 x after a resume", found)
    found.resumes[:] = [11]
    assert holds("loss jumps by 1.3 x after a resume", found) is None


def test_steps_that_get_slower_are_found() -> None:
    slower = series(noisy([1 + step / 100 for step in range(200)]), "step_time")
    assert holds("step_time grows by 50 %", slower)


@pytest.mark.parametrize(
    "numbers",
    [
        noisy([1.0] * 200),
        [10.0, 8.0, 5.0, *noisy([1.0] * 200)],  # compilation
        [5.0 if step % 50 == 0 else 1.0 for step in range(200)],  # evaluation now and then
        noisy([1.0] * 150) + noisy([1.3] * 50),  # a little slower
    ],
)
def test_healthy_step_times_do_not_grow(numbers: list[float]) -> None:
    assert holds("step_time grows by 50 %", series(numbers, "step_time")) is None


def test_step_time_that_jumps_to_another_level_is_no_growth() -> None:
    for length in (40, 100, 104, 160):  # also in the middle of a block
        numbers = noisy([1.0] * length + [6.3] * (200 - length))
        assert holds("step_time grows by 50 %", series(numbers, "step_time")) is None


def test_growing_batch_explains_slower_steps() -> None:
    slower = series(noisy([1 + step / 100 for step in range(200)]), "step_time")
    batch = series([16 + step // 20 for step in range(200)], "batch_size")
    assert holds("step_time grows by 50 %", slower, batch) is None


def test_throughput_that_drops_is_found() -> None:
    dropping = series(noisy([100 - step / 4 for step in range(200)]), "throughput")
    assert holds("throughput drops by 30 %", dropping)


def test_memory_that_grows_to_the_end_is_found() -> None:
    assert holds("memory grows steadily by 50 %", series(range(1000, 3000, 20), "memory"))


def test_memory_that_reaches_a_plateau_is_none() -> None:
    numbers = [min(1000 + 50 * step, 2000) for step in range(200)]
    assert holds("memory grows steadily by 50 %", series(numbers, "memory")) is None


def test_loss_scale_at_its_minimum_is_found() -> None:
    scales = [65536 / 2**step for step in range(17)]
    assert holds("loss_scale falls to 1", series(scales, "loss_scale"))
    assert holds("loss_scale falls to 1", series(scales[:10], "loss_scale")) is None
    assert holds("loss_scale falls to 1", series([1.0] * 30, "loss_scale")) is None


def test_skipped_steps_count_by_their_share_at_the_end() -> None:
    first, last = [1.0] * 20 + [0.0] * 60, [0.0] * 20 + [1.0] * 60
    assert holds("skipped exceeds 50 %", series(last, "skipped"))
    assert holds("skipped exceeds 50 %", series(first, "skipped")) is None


def test_loss_that_never_moves_is_found() -> None:
    assert holds("loss stays within 0.5 %", series([2.3026, 2.3025, 2.3027] * 10))
    assert holds("loss stays within 0.5 %", series(noisy([2.3] * 30, 0.01))) is None


SLOW_RANK = "step_time differs by 30 % between ranks"


def ranks(levels: Iterable[float], metric: str = "step_time", count: int = 30) -> list[Series]:
    return [
        series(noisy([level] * count, 0.02), metric, str(rank)) for rank, level in enumerate(levels)
    ]


def test_slow_rank_is_named() -> None:
    given = [series([1.6 if rank == 3 else 1.0] * 12, "step_time", str(rank)) for rank in range(8)]
    found = holds(SLOW_RANK, *given)
    assert found
    assert found.said == "step time of rank 3 is 1.6, the median of the others 1"
    assert holds(SLOW_RANK, *given[:3]) is None


def test_rank_with_less_throughput_is_named() -> None:
    condition = "throughput differs by 30 % between ranks"
    found = holds(condition, *ranks([100, 100, 60, 100, 100], "throughput"))
    assert found
    assert found.series.source == "2"
    assert holds(condition, *ranks([100, 100, 160, 100, 100], "throughput")) is None


@pytest.mark.parametrize(
    "given",
    [
        ranks([1.0, 1.0, 0.5, 1.0, 1.0]),  # one is faster
        ranks([1.0, 1.25, 1.1, 0.9, 1.2]),  # none is far from the others
        ranks([0.6, 1.0, 1.5, 2.0, 2.4, 2.9]),  # all differ, as the stages of a pipeline do
        ranks([1.0, 1.0, 2.0, 2.0, 1.0, 2.0]),  # two kinds of ranks
        [*ranks([1.0] * 4), series([1.0] * 18 + [3.0] * 12, "step_time", "4")],  # only at the end
        [*ranks([1.0] * 4), series([1.0, 9.0, 1.0] * 10, "step_time", "4")],  # evaluates too
    ],
)
def test_ranks_that_differ_for_other_reasons_are_none(given: list[Series]) -> None:
    assert holds(SLOW_RANK, *given) is None


PLATEAU = "loss does not move by 2 %"


def epochs(numbers: Iterable[float], first: int = 1) -> Series:
    found = Series("loss", "loss", None)
    for epoch, value in enumerate(numbers, start=first):
        found.add(Point(epoch, None, epoch, value))
    return found


@pytest.mark.parametrize(
    "numbers",
    [
        noisy([2.303] * 100, 0.01),
        noisy([2.303] * 2000, 0.03),
        [2.9, 2.5, 2.4, *noisy([2.303] * 100, 0.01)],  # from the guess of the first weights
        noisy([2.31 - step / 20000 for step in range(200)], 0.005),  # far too low a learning rate
    ],
)
def test_loss_that_stays_on_its_level_is_found(numbers: list[float]) -> None:
    found = holds(PLATEAU, series(numbers))
    assert found
    assert found.point.line == 1
    assert "after" in found.said
    assert holds(PLATEAU, epochs(numbers))


@pytest.mark.parametrize(
    "numbers",
    [
        noisy([1.64] * 30, 0.005),
        noisy([2.303] * 25, 0.005),
    ],
)
def test_few_epochs_show_a_level(numbers: list[float]) -> None:
    assert holds(PLATEAU, epochs(numbers))
    assert holds(PLATEAU, series(numbers)) is None


@pytest.mark.parametrize(
    "given",
    [
        series(decay(200)),
        epochs([0.66, 0.62, 0.60, *noisy([0.58] * 27, 0.002)]),  # fell in its first epochs
        epochs(noisy([2.303] * 24, 0.01)),  # too short to tell
        series([*decay(30), *noisy([2.0] * 400, 0.01)]),  # fell, and has converged
        series(noisy([1.1 - step / 2000 for step in range(200)], 0.05)),  # fine-tuning
        series(noisy([1.0] * 200, 0.3)),  # too noisy to tell
        series(noisy([2.303] * 40, 0.01)),  # too short to tell
        series([-2.0, -2.01] * 100),  # a likelihood
        series([*noisy([2.3] * 60, 0.01), *noisy([1.8] * 60, 0.01), *noisy([2.3] * 60, 0.01)]),
        epochs(noisy([2.303] * 100, 0.01), first=40),  # the beginning is missing
    ],
)
def test_healthy_losses_are_no_plateau(given: Series) -> None:
    assert holds(PLATEAU, given) is None


def test_progress_bar_is_no_plateau() -> None:
    bar = series([0.9] * 100)
    bar.is_bar = True
    assert holds(PLATEAU, bar) is None


def test_steps_without_a_number_are_no_plateau() -> None:
    found = Series("loss", "loss", None)
    for line, value in enumerate(noisy([2.3] * 100, 0.01), start=1):
        found.add(Point(line, None, None, value))
    assert holds(PLATEAU, found) is None


def test_jump_of_a_single_value_is_found() -> None:
    found = holds("grad_norm jumps by 100 x", series([*noisy([1.0] * 30), 500.0, 1.0], "grad_norm"))
    assert found
    assert found.point.line == 31
