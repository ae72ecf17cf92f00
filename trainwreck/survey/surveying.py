"""A survey from beginning to end: reads what is left to read, and writes the results."""

import datetime as dt
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distributed import Client

from trainwreck.notes.site_notes import SiteNotes
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.survey import accounting as accounts
from trainwreck.survey import cluster
from trainwreck.survey.accounting import Accounting
from trainwreck.survey.analysis import Analysis
from trainwreck.survey.anonymous import anonymized
from trainwreck.survey.attempts import log_counts
from trainwreck.survey.batches import batches
from trainwreck.survey.inputs import LogFile
from trainwreck.survey.joining import joined
from trainwreck.survey.parts import Parts, write_output
from trainwreck.survey.report import write_report, write_table

_ROWS_OF_A_PART = 2000
_SECONDS_OF_A_PART = 10.0
_SALT = "salt"
_SALT_BYTES = 16


@dataclass(frozen=True)
class Options:
    """How to survey."""

    output: Path
    """Folder of the results."""
    root: str | None = None
    """Folder of the catalog; None for the one that comes with the package."""
    scheduler: str | None = None
    """Address of a running Dask scheduler; None for worker processes of this machine."""
    jobs: int | None = None
    """Worker processes on this machine; None for one per core."""
    restart: bool = False
    """Whether to discard the results of an earlier run."""
    anonymize: bool = False
    """Whether the report leaves out names and lines of logs."""


def read_logs(
    logs: Sequence[LogFile],
    parts: Parts,
    options: Options,
    digest: str,
    progress: Callable[[int], None],
) -> None:
    """Read the ``logs`` into ``parts``; what is finished is kept whatever happens.

    Args:
        logs: those without a row.
        parts: takes the rows.
        options: how to survey.
        digest: of the catalog.
        progress: is told how many logs were finished.

    Raises:
        SurveyError: if the survey cannot go on.

    """
    if not logs:
        return
    if options.scheduler:
        client = cluster.remote_client(options.scheduler, digest, options.root)
    else:
        client = cluster.local_client(options.jobs)
    with client as connected:
        _collect(connected, logs, parts, options.root, progress)


def _collect(
    client: Client,
    logs: Iterable[LogFile],
    parts: Parts,
    root: str | None,
    progress: Callable[[int], None],
) -> None:
    waiting: list[dict[str, Any]] = []
    written = time.monotonic()
    try:
        for rows in cluster.run(client, batches(logs), root):
            waiting += rows
            progress(len(rows))
            if len(waiting) >= _ROWS_OF_A_PART or time.monotonic() - written >= _SECONDS_OF_A_PART:
                rows_of_part, waiting = waiting, []
                parts.add(rows_of_part)
                written = time.monotonic()
    finally:
        if waiting:
            parts.add(waiting)


def write_results(
    parts: Parts,
    catalog: Snapshot,
    accounting: Accounting | None,
    options: Options,
    notes: SiteNotes | None = None,
) -> dict[str, Any]:
    """Write the table and the report, and return the report as plain values.

    Args:
        parts: the finished rows.
        catalog: the entries.
        accounting: what the scheduler knows, if anything.
        options: how to survey.
        notes: what the center adds to entries.

    Raises:
        OutputError: if they cannot be written.

    """
    records = write_table(options.output, joined(parts.rows(), accounting))
    today = dt.datetime.now().astimezone().date()
    analysis = Analysis(catalog, accounting, notes)
    analysis.read(records, log_counts(parts.jobs(), accounting))
    report = analysis.as_plain(today)
    if options.anonymize:
        report = anonymized(report)
    write_report(options.output, report)
    return report


def read_accounting(path: Path, output: Path, *, show_users: bool) -> Accounting:
    """Return the jobs in an accounting file; users are hashed with a salt kept in ``output``.

    Raises:
        InputError: if it cannot be read or a column is missing.
        OutputError: if the salt cannot be written.

    """
    if show_users:
        return accounts.read_accounting(path, None)
    file = output / _SALT
    if not file.exists():
        write_output(file, secrets.token_bytes(_SALT_BYTES))
    return accounts.read_accounting(path, file.read_bytes())
