"""Retries that were in vain."""

import datetime as dt
from typing import Any

import pytest

from trainwreck.survey.accounting import Job
from trainwreck.survey.joining import Record
from trainwreck.survey.retries import Retries, Vain

BEGAN = dt.datetime(2026, 11, 2, tzinfo=dt.UTC)
HOUR = dt.timedelta(hours=1)
OOM, NCCL, PREEMPTED = "cuda-out-of-memory", "nccl-collective-timeout", "preempted"


def record(hour: int, job: Job | None = None, **other: Any) -> Record:
    cause = other.get("cause")
    row: dict[str, Any] = {
        "path": f"slurm-{hour}.out",
        "modified": BEGAN + hour * HOUR,
        "job_id": "7001",
        "outcome": "known" if cause else "unknown",
        "action": None,
        "message": None,
        "cause": cause,
        "last_step": None,
    }
    row |= other
    return Record({"runs": [{"cause": cause, "last_step": row["last_step"]}], **row}, job)


def job(number: int, began: int, ended: int, name: str = "train") -> Job:
    times = {"started": BEGAN + began * HOUR, "ended": BEGAN + ended * HOUR}
    known: dict[str, Any] = {"elapsed": 3600.0 * (ended - began), "gpus": 8, **times}
    return Job(str(number), "FAILED", user="jane", name=name, **known)


def found(*records: Record) -> list[Vain]:
    retries = Retries(lambda cause: cause == PREEMPTED)
    for one in records:
        retries.add(one)
    return retries.in_vain()


def in_vain(*records: Record) -> int:
    return sum(len(vain.in_vain) for vain in found(*records))


def runs(*known: tuple[str | None, int | None]) -> list[dict[str, Any]]:
    return [{"cause": cause, "last_step": step} for cause, step in known]


@pytest.mark.parametrize(
    ("steps", "number"),
    [
        ([100, 100, 100], 2),
        ([100, 200, 300], 0),
        ([100, 200, 200], 1),
        ([100, 50], 1),
        ([None, None], 1),
        ([None, 5], 0),
        ([5, None], 1),
    ],
)
def test_attempt_is_in_vain_unless_it_came_further(steps: list[int | None], number: int) -> None:
    logs = [record(n, cause=OOM, last_step=step) for n, step in enumerate(steps)]
    assert in_vain(*logs) == number


@pytest.mark.parametrize(
    ("steps", "number"),
    [([100, 100, 100], 2), ([100, 200, 300], 0), ([None, None], 1), ([7, 9, None, 3], 1)],
)
def test_restarts_in_one_log_are_attempts(steps: list[int | None], number: int) -> None:
    log = record(1, cause=OOM, runs=runs(*((OOM, step) for step in steps)))
    assert in_vain(log) == number


def test_restarts_in_a_log_without_a_job_number_are_attempts() -> None:
    assert in_vain(record(1, job_id=None, cause=OOM, runs=runs((OOM, 4), (OOM, 4)))) == 1


def test_restarts_within_and_across_logs_are_one_history() -> None:
    first = record(1, cause=OOM, runs=runs((NCCL, 2), (OOM, 4)))
    second = record(2, cause=OOM, runs=runs((OOM, 4), (OOM, 9)))
    (vain,) = found(first, second)
    assert [start.last_step for start in vain.history] == [2, 4, 4, 9]
    assert [(start.log, start.last_step) for start in vain.in_vain] == [("slurm-2.out", 4)]


def test_logs_are_put_in_order_by_their_times() -> None:
    late, early = (record(n, cause=OOM, last_step=step) for n, step in ((2, 200), (1, 100)))
    assert in_vain(late, early) == 0


def test_other_cause_is_no_retry_in_vain() -> None:
    assert in_vain(record(1, cause=OOM), record(2, cause=NCCL), record(3, cause=OOM)) == 0


def test_restart_of_a_job_that_succeeded_in_the_end_may_be_in_vain() -> None:
    done = Job("7001", "COMPLETED", elapsed=3600, gpus=8)
    assert in_vain(record(1, done, cause=None, runs=runs((OOM, 4), (OOM, 4), (None, 9)))) == 1


def test_same_unknown_error_is_in_vain_too() -> None:
    logs = [record(n, message=f"KeyError: 'sample {n} of the shard is gone'") for n in (1, 2)]
    (vain,) = found(*logs)
    assert (vain.cause, len(vain.in_vain)) == (None, 1)
    assert vain.error is not None
    assert vain.error.startswith("KeyError")


def test_retry_that_is_the_advice_is_in_vain_only_if_steps_say_so() -> None:
    assert in_vain(record(1, cause=PREEMPTED), record(2, cause=PREEMPTED)) == 0
    assert in_vain(record(1, cause=PREEMPTED, last_step=9), record(2, cause=PREEMPTED)) == 0
    logs = [record(n, cause=PREEMPTED, last_step=40) for n in (1, 2)]
    assert in_vain(*logs) == 1


def test_jobs_of_the_same_user_and_name_are_attempts() -> None:
    logs = [record(n, job(n, n, n + 1), cause=OOM, job_id=str(n)) for n in (1, 2, 3)]
    (vain,) = found(*logs)
    assert (vain.job, len(vain.in_vain), vain.gpu_hours) == ("jane train", 2, 16.0)


def test_jobs_at_the_same_time_are_no_retries_of_each_other() -> None:
    logs = [record(n, job(n, 1, 5), cause=OOM, job_id=str(n)) for n in range(9)]
    assert in_vain(*logs) == 0
    assert in_vain(*logs, record(9, job(9, 6, 7), cause=OOM, job_id="9")) == 1


def test_jobs_of_other_names_are_no_attempts() -> None:
    logs = [record(n, job(n, n, n + 1, f"train-{n}"), cause=OOM, job_id=str(n)) for n in (1, 2)]
    assert in_vain(*logs) == 0


def test_hours_of_a_log_are_shared_by_its_restarts() -> None:
    log = record(1, job(1, 1, 5), cause=OOM, runs=runs((OOM, 4), (OOM, 4), (OOM, 4), (OOM, 4)))
    (vain,) = found(log)
    assert vain.gpu_hours == 24.0


def test_history_counts_attempts_that_ended_alike() -> None:
    retries = Retries(lambda _: False)
    retries.add(record(1, cause=OOM, runs=runs(*[(OOM, 4)] * 30, (NCCL, 5))))
    (row,) = retries.as_plain()["rows"]
    assert row["history"] == [
        {"starts": 30, "cause": OOM, "has_error": False, "last_step": 4},
        {"starts": 1, "cause": NCCL, "has_error": False, "last_step": 5},
    ]
