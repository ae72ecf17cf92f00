"""Joins the rows of logs with the accounting of their jobs, and tells which of them failed."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from trainwreck.survey.accounting import Accounting, Job
from trainwreck.survey.rows import KNOWN, SCHEMA, UNKNOWN

_JOB_FIELDS: tuple[tuple[str, pa.DataType, str], ...] = (
    ("state", pa.string(), "state of the job, such as FAILED or TIMEOUT"),
    ("exit_code", pa.string(), "exit code and signal, as the scheduler prints them"),
    ("job_nodes", pa.list_(pa.string()), "nodes of the job"),
    ("elapsed", pa.float64(), "seconds the job ran"),
    ("gpus", pa.int64(), "GPUs of the job"),
    ("gpu_hours", pa.float64(), "GPUs times hours, of the whole job in each of its logs"),
    ("user", pa.string(), "who submitted the job, as a hash unless names were asked for"),
    ("job_name", pa.string(), "name of the job"),
    ("failed", pa.bool_(), "whether the job failed, by its state, or without one by its log"),
)
JOINED_SCHEMA = pa.schema(
    [
        *SCHEMA,
        *(
            pa.field(name, type_, metadata={"description": about})
            for name, type_, about in _JOB_FIELDS
        ),
    ]
)
"""The columns of the final table: those of a part, then those of the accounting, which are null
where it doesn't know the job."""


@dataclass(frozen=True, slots=True)
class Record:
    """A log and its job."""

    row: Mapping[str, Any]
    """The row of the log."""
    job: Job | None
    """The job; None if the accounting doesn't know it, or there is none."""
    is_final: bool = True
    """Whether state and hours of the job are those of this attempt, not of a later one."""
    earlier: tuple[Job, ...] = ()
    """What the accounting knows of earlier attempts without a log of their own."""

    @property
    def failed(self) -> bool:
        """Whether the job failed, by its state; without one, whether the log shows an error."""
        known = self.job.has_failed if self.job and self.is_final else None
        if known is not None:
            return known
        return self.row["outcome"] in (KNOWN, UNKNOWN) and self.row["action"] != "none"

    @property
    def cause(self) -> str | None:
        """Id of the entry that explains the failure."""
        cause: str | None = self.row["cause"]
        return cause

    @property
    def when(self) -> dt.datetime | None:
        """When the job ended, or its log was last written."""
        known = self.job and (self.job.ended or self.job.started)
        return known or self.row["modified"]

    @property
    def written(self) -> float:
        """When the log was last written, in seconds since 1970; 0 if unknown."""
        modified: dt.datetime | None = self.row["modified"]
        return modified.timestamp() if modified else 0.0

    @property
    def began(self) -> float | None:
        """When the job began, in seconds since 1970; None if unknown."""
        job = self.job
        if job is None or not self.is_final:
            return None
        if job.started:
            return job.started.timestamp()
        if job.ended and job.elapsed is not None:
            return job.ended.timestamp() - job.elapsed
        return None

    @property
    def ended(self) -> float:
        """When the job ended, or its log was last written, in seconds since 1970."""
        job = self.job
        if job and job.ended and self.is_final:
            return job.ended.timestamp()
        return self.written

    @property
    def gpu_hours(self) -> float:
        """GPUs times hours; 0 if unknown."""
        own = [self.job] if self.job and self.is_final else []
        return sum(job.gpu_hours or 0.0 for job in (*own, *self.earlier))

    @property
    def blamed(self) -> tuple[str, ...]:
        """The nodes that the failure is attributed to.

        They are those that the log names for the cause, or the only node of the job. If the nodes
        of the job are known, no other one is blamed.
        """
        named: list[str] = self.row["nodes"]
        nodes = self.job.nodes if self.job else ()
        if not nodes:
            return tuple(named)
        short = {node.partition(".")[0]: node for node in nodes}
        own = {short[name] for node in named if (name := node.partition(".")[0]) in short}
        return tuple(sorted(own)) or (nodes if len(nodes) == 1 else ())


def joined(rows: Iterable[Mapping[str, Any]], accounting: Accounting | None) -> Iterator[Record]:
    """Yield each row with its job."""
    for row in rows:
        yield Record(row, None if accounting is None else accounting.get(row["job_id"]))


def as_table(records: Iterable[Record]) -> pa.Table:
    """Return ``records`` as a table of the joined schema."""
    return pa.Table.from_pylist([_plain(record) for record in records], schema=JOINED_SCHEMA)


def _plain(record: Record) -> dict[str, Any]:
    job = record.job
    known = (
        {}
        if job is None
        else {
            "state": job.state,
            "exit_code": job.exit_code,
            "job_nodes": list(job.nodes),
            "elapsed": job.elapsed,
            "gpus": job.gpus,
            "gpu_hours": job.gpu_hours,
            "user": job.user,
            "job_name": job.name,
        }
    )
    return {**record.row, **known, "failed": record.failed}
