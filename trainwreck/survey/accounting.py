"""What the scheduler knows of the jobs: sacct, squeue, or a CSV file with named columns."""

import csv
import datetime as dt
import hashlib
import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from trainwreck.survey.errors import InputError
from trainwreck.survey.host_lists import expanded

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "job_id": ("jobid", "job_id", "job", "id"),
    "raw_id": ("jobidraw",),
    "state": ("state", "st", "job_state"),
    "exit_code": ("exitcode", "exit_code", "derivedexitcode"),
    "nodes": ("nodelist", "node_list", "nodelist(reason)", "nodes", "hosts", "exec_host"),
    "elapsed": ("elapsed", "elapsedraw", "time", "run_time", "runtime", "elapsed_seconds"),
    "gpus": ("gpus", "ngpus", "gpu_count", "alloctres", "reqtres", "tres", "tres_per_job"),
    "user": ("user", "username", "user_name"),
    "name": ("jobname", "job_name", "name"),
    "started": ("start", "start_time", "started"),
    "ended": ("end", "end_time", "ended"),
}
"""Names that a column may have in the header, in any case, the preferred first."""
GOOD_STATES = frozenset(
    {
        *("COMPLETED", "CD", "COMPLETING", "CG", "CONFIGURING", "CF", "PENDING", "PD"),
        *("RUNNING", "R", "SIGNALING", "SI", "STAGE_OUT", "SO", "STOPPED", "ST", "SUSPENDED", "S"),
    }
)
"""States of jobs that did not fail."""
_STATE = re.compile(r"[A-Za-z_]+")
_CLOCK = re.compile(r"(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+)(?:\.\d+)?")
_GPUS = (re.compile(r"gres/gpu=(\d+)"), re.compile(r"gres/gpu:[^=,]+=(\d+)"))
_NO_NODES = re.compile(r"\(.*\)|None assigned|None|", re.IGNORECASE)
_LONGEST_HEADER = 1 << 16
_EXPORT = (
    "export it with: sacct --parsable2 --format=JobID,JobIDRaw,JobName,User,State,ExitCode,Start,"
    "End,ElapsedRaw,NodeList,AllocTRES"
)


@dataclass(frozen=True, slots=True)
class Job:
    """A job as the scheduler accounts for it; None where it doesn't say."""

    id: str
    """Number, of an array task with the task behind ``_``."""
    state: str | None = None
    """Such as COMPLETED, FAILED, TIMEOUT, NODE_FAIL."""
    exit_code: str | None = None
    """As printed, such as ``1:0``: exit code and signal."""
    nodes: tuple[str, ...] = ()
    """Names of its nodes."""
    elapsed: float | None = None
    """Seconds it ran."""
    gpus: int | None = None
    """GPUs it had."""
    user: str | None = None
    """Who submitted it: a hash, unless names are wanted."""
    name: str | None = None
    """Its name."""
    started: dt.datetime | None = None
    """When it started."""
    ended: dt.datetime | None = None
    """When it ended."""

    @property
    def gpu_hours(self) -> float | None:
        """GPUs times hours; None if either is unknown."""
        if self.elapsed is None or self.gpus is None:
            return None
        return self.elapsed * self.gpus / 3600

    @property
    def has_failed(self) -> bool | None:
        """Whether it ended badly; None if the state is unknown."""
        return None if self.state is None else self.state not in GOOD_STATES


class Accounting:
    """The jobs of an accounting file, by their numbers."""

    def __init__(self, jobs: Mapping[str, Sequence[Job]], columns: Iterable[str]) -> None:
        """Keep ``jobs`` by every number that they have; one that was requeued has several."""
        self._jobs = jobs
        self._each = tuple({id(starts): starts[-1] for starts in jobs.values()}.values())
        self.columns = frozenset(columns)
        """What the file tells of a job: names of :data:`COLUMNS`."""

    def get(self, job_id: str | None) -> Job | None:
        """Return the last start of the job with this number; None if it is not in the file."""
        starts = self.starts(job_id)
        return starts[-1] if starts else None

    def starts(self, job_id: str | None) -> Sequence[Job]:
        """Return the starts of a job in the file, in their order: ``sacct --duplicates``."""
        return self._jobs.get(job_id, ()) if job_id else ()

    def __iter__(self) -> Iterator[Job]:
        """Iterate over the jobs, of each its last start."""
        return iter(self._each)

    def __len__(self) -> int:
        """Return the number of jobs."""
        return len(self._each)


def read_accounting(path: Path, salt: bytes | None) -> Accounting:
    """Return the jobs in an accounting file.

    Args:
        path: output of ``sacct --parsable2`` or ``squeue``, or a CSV file with a header.
        salt: users are replaced by a hash with it; None keeps their names.

    Raises:
        InputError: if it cannot be read or a column is missing.

    """
    try:
        with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            jobs, columns = _table(path, file, salt)
    except (OSError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{path}: cannot be read: {reason}") from None
    if not jobs:
        raise InputError(f"{path}: contains no jobs; {_EXPORT}")
    return Accounting(jobs, columns)


def _table(
    path: Path, file: TextIO, salt: bytes | None
) -> tuple[dict[str, list[Job]], dict[str, int]]:
    header = file.readline(_LONGEST_HEADER)
    if not header:
        raise InputError(f"{path}: is empty; {_EXPORT}")
    records = _splitter(header)
    lines = _text(path, itertools.chain([header], file))
    columns = _columns(path, next(iter(records([next(lines)])), []))
    return _jobs(path, records(lines), columns, salt), columns


def _text(path: Path, lines: Iterable[str]) -> Iterator[str]:
    """Yield ``lines`` as long as they are text."""
    for line in lines:
        if "\0" in line:
            raise InputError(f"{path}: is not text; {_EXPORT}")
        yield line


def _splitter(header: str) -> Callable[[Iterable[str]], Iterator[list[str]]]:
    """Return what splits the lines of a file with this header."""
    delimiter = next((d for d in "|,;\t" if d in header), None)
    if delimiter is None:
        return lambda lines: (line.split() for line in lines)
    return lambda lines: csv.reader(lines, delimiter=delimiter)


def _columns(path: Path, header: list[str]) -> dict[str, int]:
    """Return the position of each known column."""
    names = [name.strip().lower() for name in header]
    found = {
        field: names.index(next(alias for alias in aliases if alias in names))
        for field, aliases in COLUMNS.items()
        if any(alias in names for alias in aliases)
    }
    if "job_id" not in found and "raw_id" in found:
        found["job_id"] = found["raw_id"]
    for field, example in (("job_id", "JobID"), ("state", "State")):
        if field not in found:
            listed = ", ".join(name for name in header if name.strip())[:200] or "nothing"
            raise InputError(
                f"{path}:1: {example}: column is missing (there is: {listed}); {_EXPORT}"
            )
    return found


def _jobs(
    path: Path, records: Iterable[list[str]], columns: Mapping[str, int], salt: bytes | None
) -> dict[str, list[Job]]:
    jobs: dict[str, list[Job]] = {}
    for number, record in enumerate(records, 2):
        if not any(cell.strip() for cell in record):
            continue
        if len(record) <= max(columns[name] for name in ("job_id", "state")):
            raise InputError(f"{path}:{number}: has fewer columns than the header; export it again")
        cells = {name: record[at].strip() for name, at in columns.items() if at < len(record)}
        if "." in cells["job_id"]:
            continue  # a step of a job
        job = _job(cells, salt)
        starts = jobs.setdefault(job.id, [])
        jobs.setdefault(cells.get("raw_id") or job.id, starts)
        starts.append(job)
    for starts in jobs.values():
        starts.sort(key=lambda job: job.started.timestamp() if job.started else math.inf)
    return jobs


def _job(cells: Mapping[str, str], salt: bytes | None) -> Job:
    user, nodes = cells.get("user"), cells.get("nodes", "")
    state = _STATE.match(cells["state"])
    return Job(
        id=cells["job_id"],
        state=state[0].upper() if state else None,
        exit_code=cells.get("exit_code") or None,
        nodes=() if _NO_NODES.fullmatch(nodes) or nodes.isdecimal() else expanded(nodes),
        elapsed=_seconds(cells.get("elapsed", "")),
        gpus=_gpus(cells.get("gpus", "")),
        user=_hashed(user, salt) if user and salt is not None else user or None,
        name=cells.get("name") or None,
        started=_time(cells.get("started", "")),
        ended=_time(cells.get("ended", "")),
    )


def _hashed(user: str, salt: bytes) -> str:
    return hashlib.blake2b(user.encode(), key=salt, digest_size=5).hexdigest()


def _seconds(text: str) -> float | None:
    """Return the seconds in a number of them, or in ``[days-][hours:]minutes:seconds``."""
    if match := _CLOCK.fullmatch(text):
        days, hours, minutes, seconds = (int(part or 0) for part in match.groups())
        return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
    try:
        return max(0.0, float(text))
    except ValueError:
        return None


def _gpus(text: str) -> int | None:
    if text.isdecimal():
        return int(text)
    if match := _GPUS[0].search(text):
        return int(match[1])
    typed = [int(number) for number in _GPUS[1].findall(text)]
    return sum(typed) if typed else (0 if text else None)


def _time(text: str) -> dt.datetime | None:
    """Return a time; one without a zone is taken as UTC, which is exact enough for weeks."""
    try:
        found = dt.datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=dt.UTC)
