"""Puts the logs of one attempt of a job together, so that each attempt counts once.

A job may write several logs at once, such as its output and its errors or one per rank, and a job
that was requeued may have a log of each attempt.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from trainwreck.survey import job_ids
from trainwreck.survey.accounting import Accounting, Job
from trainwreck.survey.joining import Record
from trainwreck.survey.rows import UNREADABLE

SECONDS_BETWEEN = 60
"""Logs of a job belong to the same attempt if they were last written within this time. Slurm waits
for two minutes before it starts a requeued job."""

CausedBy = Callable[[str], Iterable[str]]
"""Returns the ids of the entries of which an entry is often a consequence."""


def log_counts(
    logs: Iterable[tuple[str, str | None]], accounting: Accounting | None
) -> Counter[str]:
    """Return how many logs each job has, by its number; paths and numbers of ``logs`` are given."""
    found = (_number(path, number, accounting) for path, number in logs)
    return Counter(number for number in found if number)


def attempts(
    records: Iterable[Record],
    counts: Mapping[str, int],
    accounting: Accounting | None,
    caused_by: CausedBy,
) -> Iterator[Record]:
    """Yield one record per attempt of a job; logs that could not be read are left out.

    Args:
        records: the logs, in any order.
        counts: how many of them each job has.
        accounting: what the scheduler knows, if anything.
        caused_by: relates the entries.

    """
    missing = Counter(counts)
    waiting: defaultdict[str, list[Record]] = defaultdict(list)
    for record in records:
        is_readable = record.row["outcome"] != UNREADABLE
        number = _number(record.row["path"], record.row["job_id"], accounting)
        if number is None:
            if is_readable:
                yield record
            continue
        missing[number] -= 1
        if is_readable:
            waiting[number].append(record)
        if not missing[number] and (logs := waiting.pop(number, None)):
            starts = accounting.starts(number) if accounting else ()
            yield from _attempts(logs, starts, caused_by)


def _number(path: str, number: str | None, accounting: Accounting | None) -> str | None:
    """Return the job of a log; None if only the name of its folder says so, which is too vague."""
    if accounting and (job := accounting.get(number)):
        return job.id
    return job_ids.from_path(PurePosixPath(path).name)


def _attempts(logs: list[Record], starts: Sequence[Job], caused_by: CausedBy) -> Iterator[Record]:
    """Yield the attempts of one job, the last one with what the scheduler says of its end."""
    groups = list(_by_time(logs))
    own = starts[-len(groups) :]
    known = [None] * (len(groups) - len(own)) + list(own)
    for index, (group, start) in enumerate(zip(groups, known, strict=True)):
        record = merged(group, caused_by)
        earlier = tuple(starts[: -len(groups)]) if index == 0 else ()
        is_final = start is not None or index == len(groups) - 1
        yield replace(record, job=start or record.job, is_final=is_final, earlier=earlier)


def _by_time(logs: list[Record]) -> Iterator[list[Record]]:
    """Yield the logs that were last written at much the same time, the earliest first."""
    group: list[Record] = []
    last = 0.0
    for record in sorted(logs, key=lambda record: (record.written, record.row["path"])):
        if group and record.written - last > SECONDS_BETWEEN:
            yield group
            group = []
        group.append(record)
        last = record.written
    yield group


def merged(logs: Sequence[Record], caused_by: CausedBy) -> Record:
    """Return one record for the logs of one attempt: that of the log which explains it best."""
    if len(logs) == 1:
        return logs[0]
    causes = {record.cause for record in logs if record.cause}
    best = min(logs, key=lambda record: _explains(record, causes, caused_by))
    steps = [r.row["last_step"] for r in logs if r.row["last_step"] is not None]
    last_step = max(steps, default=None)
    codes = dict.fromkeys(code for record in logs for code in record.row["codes"])
    row = {**best.row, "last_step": last_step, "codes": list(codes)}
    return replace(best, row={**row, "runs": _runs(best, logs, last_step)})


def _explains(record: Record, causes: set[str], caused_by: CausedBy) -> tuple[Any, ...]:
    """Return a key that sorts the logs of an attempt: causes, unknown errors, symptoms, silence."""
    row, cause = record.row, record.cause
    if cause is None:
        rank = 1 if row["message"] and not row["silent"] else 3
    elif row["role"] == "cause" and causes.isdisjoint({*caused_by(cause)} - {cause}):
        rank = 0
    else:
        rank = 2
    return rank, row["path"]


def _runs(best: Record, logs: Sequence[Record], last_step: int | None) -> list[dict[str, Any]]:
    """Return the starts of a job: their causes from one log, their steps perhaps from another."""
    found: list[dict[str, Any]] = [dict(run) for run in best.row["runs"]]
    if len(found) == 1:
        return [{**found[0], "last_step": last_step}]
    for index, run in enumerate(found):
        steps = [
            other.row["runs"][index]["last_step"]
            for other in logs
            if len(other.row["runs"]) == len(found)
        ]
        run["last_step"] = max((step for step in steps if step is not None), default=None)
    return found
