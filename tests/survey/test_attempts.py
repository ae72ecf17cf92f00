"""Which logs are one attempt of a job."""

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from trainwreck.survey.accounting import Accounting, Job
from trainwreck.survey.attempts import attempts, log_counts, merged
from trainwreck.survey.joining import Record, joined

BEGAN = dt.datetime(2026, 11, 2, tzinfo=dt.UTC)
OOM, NCCL = "cuda-out-of-memory", "nccl-collective-timeout"


def row(path: str, minute: float = 0, **other: Any) -> dict[str, Any]:
    cause = other.get("cause")
    known: dict[str, Any] = {
        "path": path,
        "modified": BEGAN + dt.timedelta(minutes=minute),
        "job_id": "7001",
        "outcome": "known" if cause else "no-error",
        "cause": cause,
        "action": None,
        "role": "cause" if cause else None,
        "message": None,
        "silent": not cause,
        "last_step": None,
        "codes": [],
        "nodes": [],
    }
    known |= other
    return {"runs": [{"cause": cause, "last_step": known["last_step"]}], **known}


def caused_by(id_: str) -> Iterable[str]:
    return [OOM] if id_ == NCCL else []


def put_together(
    *rows: dict[str, Any], jobs: Sequence[Job] = (), counts: dict[str, int] | None = None
) -> list[Record]:
    accounting = Accounting({"7001": jobs}, ()) if jobs else None
    found = log_counts([(row["path"], row["job_id"]) for row in rows], accounting)
    records = joined(rows, accounting)
    return list(attempts(records, counts or found, accounting, caused_by))


def test_output_and_errors_of_a_job_count_once() -> None:
    (found,) = put_together(
        row("slurm-7001.out", last_step=12), row("slurm-7001.err", 0.5, cause=OOM)
    )
    assert (found.cause, found.row["last_step"], found.row["runs"]) == (
        *(OOM, 12),
        [{"cause": OOM, "last_step": 12}],
    )


def test_attempts_of_a_requeued_job_count_each() -> None:
    rows = [row(f"slurm-7001-{n}.out", 10 * n, cause=OOM) for n in range(3)]
    assert [record.row["path"] for record in put_together(*rows)] == [r["path"] for r in rows]


def test_hours_of_a_requeued_job_count_once() -> None:
    job = Job("7001", "COMPLETED", elapsed=3600, gpus=4)
    logs = [row("slurm-7001.out", 0, cause=OOM), row("slurm-7001-b.out", 30)]
    first, last = put_together(*logs, jobs=[job])
    assert (first.gpu_hours, last.gpu_hours) == (0, 4)
    assert (first.failed, last.failed) == (True, False)


def test_attempts_have_the_hours_and_states_of_their_own_starts() -> None:
    starts = [Job("7001", "NODE_FAIL", elapsed=1800, gpus=4), Job("7001", "FAILED", elapsed=0)]
    first, last = put_together(row("7001.a", 0), row("7001.b", 30), jobs=starts)
    assert [(r.job.state if r.job else None, r.gpu_hours) for r in (first, last)] == [
        ("NODE_FAIL", 2),
        ("FAILED", 0),
    ]


def test_log_of_all_starts_has_the_hours_of_all() -> None:
    starts = [
        Job("7001", "NODE_FAIL", elapsed=1800, gpus=4),
        Job("7001", "FAILED", elapsed=3600, gpus=4),
    ]
    (found,) = put_together(row("slurm-7001.out", cause=OOM), jobs=starts)
    assert (found.gpu_hours, found.job and found.job.state) == (6, "FAILED")


def test_logs_of_a_folder_with_a_number_are_not_one_job() -> None:
    rows = [row(f"/runs/exp-7001/{name}.log", cause=OOM) for name in "abc"]
    assert len(put_together(*rows)) == 3


def test_logs_of_a_folder_are_one_job_that_the_accounting_knows() -> None:
    rows = [row(f"/runs/exp-7001/rank{rank}.log", cause=OOM) for rank in range(3)]
    assert len(put_together(*rows, jobs=[Job("7001", "FAILED")])) == 1


def test_unreadable_logs_are_left_out_and_hold_nothing_up() -> None:
    rows = [row("7001.out", cause=OOM), row("7001.err", outcome="unreadable")]
    assert [record.cause for record in put_together(*rows)] == [OOM]


def test_cause_is_preferred_to_its_consequence_whichever_rank_it_is_on() -> None:
    ranks = [row("a.log", cause=NCCL), row("b.log", cause=OOM), row("c.log", cause=NCCL)]
    assert merged([Record(r, None) for r in ranks], caused_by).cause == OOM


def test_unknown_error_is_preferred_to_a_symptom_and_to_silence() -> None:
    ranks = [
        row("a.log"),
        row("b.log", cause=NCCL, role="symptom"),
        row("c.log", outcome="unknown", message="KeyError: x", silent=False),
    ]
    assert merged([Record(r, None) for r in ranks], caused_by).row["path"] == "c.log"


def test_steps_of_restarts_come_from_the_other_log() -> None:
    errors = row("a.err", cause=OOM, runs=[{"cause": OOM, "last_step": None}] * 2)
    output = row("a.out", runs=[{"cause": None, "last_step": n} for n in (5, 9)], last_step=9)
    found = merged([Record(errors, None), Record(output, None)], caused_by)
    assert found.row["runs"] == [{"cause": OOM, "last_step": n} for n in (5, 9)]


@given(st.lists(st.tuples(st.sampled_from(["7001", "7002", None]), st.integers(0, 9)), max_size=30))
def test_no_log_with_a_cause_is_lost(logs: list[tuple[str | None, int]]) -> None:
    rows = [
        row(f"{number or 'train'}-x{index}.out", minute, job_id=number, cause=f"cause-{index}")
        for index, (number, minute) in enumerate(logs)
    ]
    found = put_together(*rows)
    moments = {(number or index, minute) for index, (number, minute) in enumerate(logs)}
    assert len(found) <= len(moments)
    assert {r["job_id"] for r in rows} == {r.row["job_id"] for r in found}
