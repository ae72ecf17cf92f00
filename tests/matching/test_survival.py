"""An error that the log goes on after, with training, is not the one that ended the job."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainwreck.logs.failure_reports import Failure, FailureKind
from trainwreck.matching.explanation import Seen
from trainwreck.matching.sightings import Sighting
from trainwreck.matching.survival import (
    HELD_BACK,
    LEAST_OF_SEVERAL,
    LEAST_STEPS,
    Survived,
    Survivors,
    Training,
    survivors,
    went_on,
)
from trainwreck.series.steps import Step, Steps

LENGTH = 100


def exception(line: int = 10, source: str | None = None) -> Failure:
    return Failure(FailureKind.EXCEPTION, "KeyError: 1", line, line - 3, line, source)


def entry(*numbers: int, message: str = "KeyError: 1") -> Seen:
    sighting = Sighting((numbers[0], 0), 40, message, set(numbers))
    return Seen(sighting, is_primary=True)


def steps(*lines: int, source: str | None = None, is_prompt: bool = False) -> Steps:
    found = Steps()
    for line in lines:
        found.add(source, Step(line, line * LENGTH, 0, line, is_prompt))
    return found


def survived(found: Steps, *failures: Failure, several: bool = False) -> list[Failure]:
    training = Training(found, has_several=several)
    return list(survivors({}, failures or [exception()], training).failures)


def test_some_steps_of_one_process_are_enough() -> None:
    assert survived(steps(1, *range(11, 11 + LEAST_STEPS))) == [exception()]
    assert survived(steps(1, *range(11, 10 + LEAST_STEPS))) == []


def test_lines_of_several_ranks_need_more_steps() -> None:
    assert survived(steps(1, *range(11, 10 + LEAST_OF_SEVERAL)), several=True) == []
    assert survived(steps(1, *range(11, 11 + LEAST_OF_SEVERAL)), several=True) == [exception()]
    other = exception(4, "3")
    assert survived(steps(1, *range(11, 10 + LEAST_OF_SEVERAL)), other, exception()) == []


def test_rank_survives_by_its_own_steps() -> None:
    own = exception(source="2")
    assert survived(steps(1, 11, 12, 13, source="2"), own, several=True) == [own]
    assert survived(steps(1, *range(11, 99), source="3"), own) == []
    assert survived(steps(1, *range(11, 99)), own) == []


def test_process_survives_by_its_steps_if_its_rank_is_known() -> None:
    training = Training(steps(1, 11, 12, 13, source="pid=7"), {"pid=7": "2"})
    own = exception(source="2")
    assert list(survivors({}, [own], training).failures) == [own]


def test_steps_that_python_may_have_held_back_prove_nothing() -> None:
    few = HELD_BACK // LENGTH
    assert survived(steps(*range(11, 11 + few))) == []
    assert survived(steps(*range(11, 11 + 3 * few))) == [exception()]
    # A step before the error would not have been printed.
    assert survived(steps(5, *range(11, 11 + few))) == [exception()]
    # One within the traceback may come from after it.
    assert survived(steps(8, *range(11, 11 + few))) == []
    late = exception(line=few + 20)
    assert survived(steps(5, *range(few + 21, few + 50)), late) == []


def test_steps_that_are_printed_at_once_are_not_held_back() -> None:
    assert survived(steps(11, 12, 13, is_prompt=True)) == [exception()]


@pytest.mark.parametrize("positions", [[9, 9, 9, 9], [9, 8, 9, 8, 9], [1, 2]])
def test_steps_that_do_not_advance_prove_nothing(positions: list[int]) -> None:
    found = steps(1, 9)
    for line, position in enumerate(positions, 11):
        found.add(None, Step(line, line * LENGTH, 0, position))
    assert survived(found) == []


def test_steps_that_begin_anew_count() -> None:
    found = steps(1, 9)
    for line in (11, 12, 13):
        found.add(None, Step(line, line * LENGTH, 0, line - 10))
    assert survived(found) == [exception()]


def test_exception_in_logging_is_survived_without_steps() -> None:
    logged = Failure(FailureKind.EXCEPTION, "KeyError: 1", 9, 6, 9, is_logged=True)
    assert survivors({}, [logged], Training()).failures == {logged: Survived(9, 0)}


def test_reports_of_ends_are_not_survived() -> None:
    signal = Failure(FailureKind.SIGNAL, "signal 9 (SIGKILL)", 9, 9, 9, code=9)
    report = Failure(FailureKind.EXCEPTION, "ChildFailedError:", 9, 6, 9, is_secondary=True)
    assert survived(steps(1, *range(11, 99)), signal, report) == []


def test_entry_is_survived_if_all_its_messages_are_in_such_exceptions() -> None:
    training = Training(steps(1, 11, 12, 13))
    failures = [exception(10)]
    shown = Survived(13, 13, is_sure=False)
    assert survivors({"key": entry(8, 10)}, failures, training).entries == {"key": shown}
    assert survivors({"key": entry(5, 10)}, failures, training).entries == {}
    failures.append(exception(20))
    assert survivors({"key": entry(10, 20)}, failures, training).entries == {}
    again = Seen(entry(10).sighting, is_primary=True, reports=frozenset({30}))
    assert survivors({"key": again}, failures, training).entries == {}


def test_entry_that_only_reports_or_only_numbers_speak_for_is_not_survived() -> None:
    training = Training(steps(1, 11, 12, 13))
    report = Seen(entry(10).sighting, is_primary=False)
    numeric = Seen(entry(10).sighting, is_primary=True, is_numeric=True)
    seen = {"report": report, "numeric": numeric}
    assert survivors(seen, [exception()], training).entries == {}


def test_training_goes_on_after_reports() -> None:
    report = entry(10, 12).sighting
    after = range(13, 13 + LEAST_STEPS)
    assert went_on([report], Training(steps(1, *after)))
    assert not went_on([report], Training(steps(1, 11, *after[1:])))
    assert not went_on([report, entry(14).sighting], Training(steps(1, *after)))
    assert not went_on([report], Training(steps(*after))), "they may have been held back"
    assert went_on([report], Training(steps(*after, is_prompt=True)))


def test_steps_of_one_rank_show_that_training_goes_on() -> None:
    after = range(13, 13 + LEAST_STEPS)
    report = entry(10).sighting
    assert not went_on([report], Training(steps(1, *after), has_several=True))
    assert went_on([report], Training(steps(1, *after, source="3"), has_several=True))


def test_script_goes_on_after_a_command_that_its_shell_did_not_find() -> None:
    seen = {"no-module": entry(2, message="module: command not found")}
    training = Training(steps(11, 12, 13, source="3"))
    assert survivors(seen, [], training).entries == {"no-module": Survived(13, 13)}
    assert survivors(seen, [], Training(steps(11, 12))).entries == {}
    assert survivors({"other": entry(2)}, [], training).entries == {}


def test_of_survived_errors_those_before_another_end_remain() -> None:
    failures = {exception(2): Survived(9, 20, is_sure=False), exception(3): Survived(9, 20)}
    found = Survivors(failures, {"early": Survived(9, 20), "late": Survived(30, 40)})
    assert found.before(0, 0) == Survivors()
    assert found.before(10, 10) == Survivors(failures, {"early": Survived(9, 20)})
    sure = {exception(3): Survived(9, 20)}
    assert found.before(0, 10) == Survivors(sure, {"early": Survived(9, 20)})


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(0, 9), st.booleans())))
def test_error_is_survived_by_later_steps_only(found: list[tuple[int, int, bool]]) -> None:
    log = Steps()
    for line, step, is_prompt in sorted(found):
        log.add(None, Step(line, line, 0, step, is_prompt))
    for failure in survived(log):
        later = {step for line, step, _ in found if line > failure.last_line}
        assert len(later) >= LEAST_STEPS
