"""Jobs that were started again and died of the same cause without having come further."""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from trainwreck.survey.joining import Record

MOST_SERIES = 50
"""Jobs that a report lists."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One start of a job."""

    order: tuple[Any, ...]
    """Sorts the attempts of a job."""
    path: str
    """Its log."""
    cause: str | None
    """Id of the entry that explains its failure; None if there is none."""
    failed: bool
    """Whether it failed."""
    last_step: int | None
    """Last step that it reported."""
    gpu_hours: float
    """GPUs times hours; 0 if unknown."""


@dataclass(frozen=True, slots=True)
class Vain:
    """A job with attempts in vain."""

    job: str
    """Its number, or user and name."""
    cause: str
    """What ended the attempts."""
    attempts: int
    """All of its attempts."""
    in_vain: int
    """Those that ended like the one before."""
    gpu_hours: float
    """What those took."""
    logs: tuple[str, ...]
    """The logs of those."""


class Attempts:
    """Gathers the attempts of each job."""

    def __init__(self) -> None:
        """Start with none."""
        self._jobs: dict[str, list[Attempt]] = {}

    def add(self, record: Record) -> None:
        """Take in one log; one without a job is left out."""
        job, row = record.job, record.row
        number = row["job_id"]
        key = f"{job.user} {job.name}" if job and job.user and job.name else number
        if not key:
            return
        when = record.when
        attempt = Attempt(
            (when.timestamp() if when else 0.0, number or "", row["path"]),
            row["path"],
            record.cause if record.failed else None,
            record.failed,
            row["last_step"],
            record.gpu_hours,
        )
        self._jobs.setdefault(key, []).append(attempt)

    def in_vain(self) -> list[Vain]:
        """Return the jobs with attempts in vain, those with the most first."""
        found = (vain for job, all_ in self._jobs.items() for vain in _in_vain(job, all_))
        return sorted(found, key=lambda vain: (-vain.gpu_hours, -vain.in_vain, vain.job))


def _in_vain(job: str, attempts: Iterable[Attempt]) -> Iterable[Vain]:
    ordered = sorted(attempts, key=lambda attempt: attempt.order)
    repeated: dict[str, list[Attempt]] = {}
    for before, after in itertools.pairwise(ordered):
        if after.cause and after.cause == before.cause and not _came_further(before, after):
            repeated.setdefault(after.cause, []).append(after)
    for cause, vain in repeated.items():
        hours = sum(attempt.gpu_hours for attempt in vain)
        paths = tuple(attempt.path for attempt in vain)
        yield Vain(job, cause, len(ordered), len(vain), hours, paths)


def _came_further(before: Attempt, after: Attempt) -> bool:
    if before.last_step is None or after.last_step is None:
        return False
    return after.last_step > before.last_step
