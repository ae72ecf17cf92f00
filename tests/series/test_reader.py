"""Series of a whole log: per rank, with bounded memory, and the last sign of life."""

import math

from hypothesis import given
from hypothesis import strategies as st

from trainwreck.logs.normalizer import lines
from trainwreck.series.points import MOST_BUCKETS, Point, Series, thinned
from trainwreck.series.reader import MANY_LINES, SeriesReader


def read(text: str) -> SeriesReader:
    reader = SeriesReader()
    reader.read(lines(text))
    reader.end()
    return reader


def values(text: str, metric: str = "loss") -> list[float]:
    return [p.value for s in read(text).series if s.metric == metric for p in s.samples]


def test_ranks_have_series_of_their_own() -> None:
    text = "[rank0]: step 1 loss 1.0\n[rank1]: step 1 loss 2.0\n[rank0]: step 2 loss 0.5\n"
    assert [(s.source, s.count) for s in read(text).series] == [("0", 2), ("1", 1)]


def test_csv_is_read_by_its_head() -> None:
    assert values("step,loss,lr\n1,0.5,0.1\n2,0.4,0.1\n") == [0.5, 0.4]


def test_table_of_a_notebook_is_read_by_its_head() -> None:
    text = "epoch  train_loss  valid_loss  time\n0      0.61        0.52        00:12\n"
    assert values(text) == [0.61]
    assert values(text, "val_loss") == [0.52]


def test_prose_with_commas_is_no_head() -> None:
    assert values("training, then testing, then deploying\n1, 2, 3\n") == []


def test_epoch_of_a_line_of_its_own_counts_for_those_below() -> None:
    series = read("Epoch 3/10\n  1/16 - loss: 2.5\n").series
    assert series[0].first is not None
    assert (series[0].first.epoch, series[0].first.step) == (3, 1)


def test_lines_that_come_twice_are_read_once() -> None:
    reader = SeriesReader()
    reader.read(lines("step 1 loss 1\nstep 2 loss 2\n"))
    reader.read(lines("step 2 loss 2\nstep 3 loss 3\n", 2))
    assert [series.count for series in reader.series] == [3]


def test_of_many_lines_some_are_read_and_the_last_one_always() -> None:
    last = 5 * MANY_LINES
    reader = read("".join(f"step {step} loss 1.5\n" for step in range(last + 1)))
    assert reader.series[0].count < 3 * MANY_LINES
    assert reader.progress.runs[-1].last_step == last


def test_restart_begins_another_run() -> None:
    text = (
        "step 1 loss 3\nstep 2 loss 2\nstep 3 loss 1.9\nTraceback (most recent call last):\n"
        "Resuming from checkpoint\nstep 2 loss 2\nstep 3 loss 1.5\n"
    )
    reader = read(text)
    assert [(run.first_step, run.last_step) for run in reader.progress.runs] == [(1, 3), (2, 3)]
    assert reader.series[0].resumes == [6]


def test_resume_at_the_next_step_begins_another_run() -> None:
    text = "step 1 loss 3\nstep 2 loss 2\nResuming from checkpoint out/step-2\nstep 3 loss 2\n"
    reader = read(text)
    assert [run.first_step for run in reader.progress.runs] == [1, 3]
    assert reader.series[0].resumes == [4]


def test_new_epoch_begins_no_run() -> None:
    text = "".join(f"step {step % 5} loss 1.0\n" for step in range(20))
    reader = read(text)
    assert len(reader.progress.runs) == 1
    assert reader.series[0].resumes == []
    assert len(reader.series[0].resets) == 3


def test_checkpoint_that_was_saved_counts() -> None:
    text = "step 100 loss 3\nsaved checkpoint at step 100\nstep 150 loss 2\n"
    run = read(text).progress.runs[0]
    assert (run.checkpoint_step, run.lost_steps) == (100, 50)


def test_checkpoint_that_was_only_begun_does_not_count() -> None:
    text = "step 100 loss 3\nSaving model checkpoint to out/checkpoint-100\n"
    assert read(text).progress.runs[0].checkpoint_line is None


def test_checkpoint_that_was_begun_counts_after_another_step() -> None:
    text = "step 100 loss 3\nSaving model checkpoint to out/checkpoint-100\nstep 110 loss 2\n"
    assert read(text).progress.runs[0].checkpoint_step == 100


def test_checkpoint_saved_before_a_restart_is_of_the_run_before() -> None:
    text = "step 9 loss 3\nsaved checkpoint at step 9\nresuming from checkpoint\nstep 10 loss 2\n"
    assert [run.checkpoint_step for run in read(text).progress.runs] == [9, None]


def test_time_of_the_last_step_is_as_printed() -> None:
    run = read("[2026-11-21 16:14:07,389][INFO] step 9/120 loss 2.3311\n").progress.runs[0]
    assert run.last_time == "2026-11-21 16:14:07"


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=3000))
def test_memory_is_bounded_and_extremes_are_kept(numbers: list[float]) -> None:
    series = Series("loss", "loss", None)
    for line, value in enumerate(numbers, start=1):
        series.add(Point(line, line, None, value))
    shown = [point.value for point in series.shown(100)]
    assert len(series.buckets) <= MOST_BUCKETS + 1
    assert len(shown) <= 100
    assert (min(shown), max(shown)) == (min(numbers), max(numbers))
    assert (shown[0], shown[-1]) == (numbers[0], numbers[-1])


@given(st.lists(st.sampled_from([0.0, 1.0, math.nan]), min_size=1, max_size=60))
def test_run_at_the_end_is_counted(numbers: list[float]) -> None:
    series = Series("loss", "loss", None)
    for line, value in enumerate(numbers, start=1):
        series.add(Point(line, line, None, value))
    text = [str(number) for number in numbers]
    expected = next(
        (index for index, one in enumerate(reversed(text)) if one != text[-1]), len(text)
    )
    assert series.run == expected


def test_few_points_are_all_shown() -> None:
    points = [Point(line, None, None, 1.0) for line in range(5)]
    assert thinned(points, 5) == points
