"""The steps of each rank are kept as an even sample of bounded size."""

from itertools import pairwise

from trainwreck.logs.normalizer import lines
from trainwreck.series.reader import USUAL_LENGTH, SeriesReader
from trainwreck.series.steps import MOST_SOURCES, MOST_STEPS, Step, Steps


def read(text: str) -> Steps:
    reader = SeriesReader()
    reader.read(lines(text))
    reader.end()
    return reader.steps


def test_lines_with_a_metric_and_a_position_are_steps() -> None:
    found = read("loading\nstep 1 loss 0.5\nstep 2 loss\nEpoch 3\nepoch 3 loss 0.4\nloss 0.3\n")
    assert found.of(None) == [
        Step(2, 24, 0, 1),
        Step(5, 61, 3, 0),
        Step(6, 70, 3, 0),
    ]
    assert found.of("3") == []


def test_progress_bars_are_printed_at_once() -> None:
    found = read("Epoch 0: 10%|#  | 10/100 [00:10<01:00, 2.00it/s, loss=0.5]\nstep 3 loss 0.5\n")
    assert [step.is_prompt for step in found.of(None)] == [True, False]


def test_lines_of_a_logger_are_printed_at_once_unless_all_lines_have_a_time() -> None:
    time = "2026-11-21 10:00:01,123 - INFO - "
    found = read(f"{time}step 1 loss 0.5\nready\n{time}step 2 loss 0.4\nstep 3 loss 0.3\n")
    assert [step.is_prompt for step in found.of(None)] == [False, True, False]


def test_ranks_are_kept_apart() -> None:
    found = read("[rank1]: step 1 loss 0.5\n[rank0]: step 2 loss 0.5\n")
    assert found.sources == ("1", "0")
    assert [step.step for step in found.of("0")] == [2]


def test_lines_that_were_not_read_count_as_long_as_the_others() -> None:
    reader = SeriesReader()
    reader.read(lines("step 1 loss 0.5\n"))
    reader.read(lines("step 9 loss 0.5\n", 101))
    assert [step.size for step in reader.steps.of(None)] == [16, 101 * 16]


def test_steps_of_neighboring_lines_are_as_far_apart_as_these_are_long() -> None:
    reader = SeriesReader()
    reader.read(lines("step 1 loss 0.5\n"))
    reader.read(lines("x" * 99 + "\nstep 8 loss 0.5\nstep 9 loss 0.5\n", 100_000))
    sizes = [step.size for step in reader.steps.of(None)]
    assert sizes[1:] == [99_999 * 16 + 116, 99_999 * 16 + 132]


def test_lines_before_the_first_that_is_read_have_a_usual_length() -> None:
    reader = SeriesReader()
    reader.read(lines("step 1 loss 0.5\n", 11))
    assert [step.size for step in reader.steps.of(None)] == [10 * USUAL_LENGTH + 16]


def test_of_many_steps_an_even_sample_and_the_last_one_are_kept() -> None:
    steps = Steps()
    for line in range(1, 9 * MOST_STEPS):
        steps.add(None, Step(line, line, 0, line))
    kept = [step.line for step in steps.of(None)]
    assert MOST_STEPS / 2 < len(kept) <= MOST_STEPS + 1
    assert kept[-1] == 9 * MOST_STEPS - 1
    assert {after - before for before, after in pairwise(kept[:-1])} == {16}


def test_steps_of_so_many_sources_are_kept() -> None:
    steps = Steps()
    for source in range(2 * MOST_SOURCES):
        steps.add(str(source), Step(source, source, 0, source))
    assert len(steps.sources) == MOST_SOURCES
