"""Jobs that were started again and died of the same cause without having come further."""

import bisect
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from trainwreck.drafting.proposals import template
from trainwreck.logs.redaction import redacted
from trainwreck.survey.joining import Record

MOST_SERIES = 50
"""Jobs that a report lists."""
_MOST_LOGS, _MOST_HISTORY = 3, 8
"""Logs, and different starts, that are listed of a job."""


@dataclass(frozen=True, slots=True)
class Start:
    """One start of a job."""

    log: str
    """Its log."""
    cause: str | None
    """Id of the entry that explains its failure; None if there is none."""
    error: str | None
    """Template of an error that no entry explains."""
    last_step: int | None
    """Last step that it reported."""
    gpu_hours: float
    """GPUs times hours; 0 if unknown."""


@dataclass(slots=True)
class _Job:
    """The starts of the job with one number."""

    attempts: list[tuple[float, str, tuple[Start, ...]]] = field(default_factory=list)
    """When the log of each attempt was last written, its path, and the starts that it shows."""
    began: float = math.inf
    """Seconds since 1970; infinity if unknown."""
    ended: float = 0.0

    @property
    def starts(self) -> list[Start]:
        """All starts, in their order."""
        return [start for _, _, starts in sorted(self.attempts) for start in starts]


@dataclass(frozen=True, slots=True)
class Vain:
    """A job with starts in vain."""

    job: str
    """Its number, or user and name."""
    cause: str | None
    """What ended them."""
    error: str | None
    """What ended them, if no entry explains it."""
    history: tuple[Start, ...]
    """All of its starts, in their order."""
    in_vain: tuple[Start, ...]
    """Those that ended like the one before."""

    @property
    def gpu_hours(self) -> float:
        """What the starts in vain took."""
        return sum(start.gpu_hours for start in self.in_vain)


class Retries:
    """Gathers the starts of each job."""

    def __init__(self, retry_helps: Callable[[str], bool]) -> None:
        """Start with none.

        Args:
            retry_helps: tells of an entry's id whether the advice is to submit the job again
                unchanged, so that the same cause again says nothing.

        """
        self._retry_helps = retry_helps
        self._series: dict[str, dict[str, _Job]] = {}

    def add(self, record: Record) -> None:
        """Take in one attempt of a job."""
        job, row = record.job, record.row
        number = (job.id if job else row["job_id"]) or row["path"]
        key = f"{job.user} {job.name}" if job and job.user and job.name else number
        known = self._series.setdefault(key, {}).setdefault(number, _Job())
        known.began = min(known.began, math.inf if record.began is None else record.began)
        known.ended = max(known.ended, record.ended)
        known.attempts.append((record.written, row["path"], tuple(_starts(record))))

    def in_vain(self) -> list[Vain]:
        """Return the jobs with starts in vain, those that took the most first."""
        found = (vain for name, jobs in self._series.items() for vain in self._in_vain(name, jobs))
        return sorted(found, key=lambda vain: (-vain.gpu_hours, -len(vain.in_vain), vain.job))

    def _in_vain(self, name: str, jobs: Mapping[str, _Job]) -> Iterator[Vain]:
        ordered = [jobs[number] for number in sorted(jobs, key=lambda n: (jobs[n].ended, n))]
        history = tuple(start for job in ordered for start in job.starts)
        repeated: dict[tuple[str | None, str | None], list[Start]] = {}
        for before, after in _pairs(ordered):
            if self._is_in_vain(before, after):
                repeated.setdefault((after.cause, after.error), []).append(after)
        for (cause, error), vain in repeated.items():
            yield Vain(name, cause, error, history, tuple(vain))

    def _is_in_vain(self, before: Start, after: Start) -> bool:
        ended_by = after.cause or after.error
        if not ended_by or (after.cause, after.error) != (before.cause, before.error):
            return False
        if after.last_step is None:
            return not (after.cause and self._retry_helps(after.cause))
        return before.last_step is not None and after.last_step <= before.last_step

    def as_plain(self) -> dict[str, Any]:
        """Return the jobs with starts in vain as plain values."""
        found = self.in_vain()
        return {
            "jobs": len(found),
            "in_vain": sum(len(vain.in_vain) for vain in found),
            "gpu_hours": round(sum(vain.gpu_hours for vain in found), 1),
            "rows": [_plain(vain) for vain in found[:MOST_SERIES]],
        }


def _starts(record: Record) -> Iterator[Start]:
    """Yield the starts that the logs of an attempt show; all but the last one have failed."""
    row, runs = record.row, record.row["runs"] or [{"cause": None, "last_step": None}]
    hours = record.gpu_hours / len(runs)
    for run in runs[:-1]:
        yield Start(row["path"], run["cause"], None, run["last_step"], hours)
    last = runs[-1]
    cause = (last["cause"] if len(runs) > 1 else record.cause) if record.failed else None
    message = row["message"] if record.failed and record.cause is None else None
    error = redacted(template(message) or message) if message else None
    yield Start(row["path"], cause, error, last["last_step"], hours)


def _pairs(jobs: Sequence[_Job]) -> Iterator[tuple[Start, Start]]:
    """Yield each start but the first ones with the one before it.

    The start before the first of a job is the last of the job that ended latest before it began:
    jobs that ran at the same time, as the tasks of an array, are no retries of each other.
    """
    ends, starts = [job.ended for job in jobs], [job.starts for job in jobs]
    for index, job in enumerate(jobs):
        yield from itertools.pairwise(starts[index])
        before = index if math.isinf(job.began) else bisect.bisect_right(ends, job.began)
        if before:
            yield starts[min(before, index) - 1][-1], starts[index][0]


def _plain(vain: Vain) -> dict[str, Any]:
    return {
        "job": vain.job,
        "cause": vain.cause,
        "error": vain.error,
        "attempts": len(vain.history),
        "in_vain": len(vain.in_vain),
        "gpu_hours": round(vain.gpu_hours, 1),
        "logs": list(dict.fromkeys(start.log for start in vain.in_vain))[:_MOST_LOGS],
        "history": _history(vain.history)[-_MOST_HISTORY:],
    }


def _history(starts: Sequence[Start]) -> list[dict[str, Any]]:
    """Return ``starts`` in their order; those that ended alike one after another are counted."""
    return [
        {"starts": len(list(alike)), "cause": cause, "has_error": has_error, "last_step": step}
        for (cause, has_error, step), alike in itertools.groupby(
            starts, key=lambda start: (start.cause, start.error is not None, start.last_step)
        )
    ]
