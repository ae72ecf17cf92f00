"""The row of a log in the results: its fields, and how a diagnosis becomes one."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from trainwreck.logs.failure_reports import FailureKind
from trainwreck.matching.judgement import Role
from trainwreck.matching.results import Diagnosis
from trainwreck.survey.inputs import LogFile
from trainwreck.survey.restarts import runs

KNOWN, UNKNOWN, NO_ERROR, UNREADABLE = "known", "unknown", "no-error", "unreadable"
"""What became of a log."""
LONGEST_TEXT = 500
"""Characters of a text in a row."""

_FIELDS: tuple[tuple[str, pa.DataType, str], ...] = (
    ("path", pa.string(), "path or URL of the log"),
    ("size", pa.int64(), "bytes as stored, compressed or not"),
    ("modified", pa.timestamp("s", "UTC"), "time of the last change; null if unknown"),
    ("lines", pa.int64(), "lines read; null if it could not be read"),
    ("job_id", pa.string(), "job, from the filename or the log; an array task is 123_4"),
    (
        "outcome",
        pa.string(),
        f"{KNOWN}, {UNKNOWN} (an error without an entry), {NO_ERROR} or {UNREADABLE}",
    ),
    ("cause", pa.string(), "ID of the entry of the first cause or symptom; null if there is none"),
    ("role", pa.string(), "cause or symptom"),
    ("confidence", pa.string(), "certain, likely or possible"),
    ("consequences", pa.list_(pa.string()), "IDs of the other entries found, causes first"),
    ("action", pa.string(), "what to do with the job; null if the cause is not known"),
    ("nodes", pa.list_(pa.string()), "nodes that the log names for the cause"),
    ("ranks", pa.list_(pa.string()), "ranks, hosts or processes that printed the cause"),
    (
        "codes",
        pa.list_(pa.string()),
        "codes that no entry explains, each with its table, such as errno 71",
    ),
    ("last_step", pa.int64(), "last step that the log reports; null if it reports none"),
    (
        "runs",
        pa.list_(pa.struct([("cause", pa.string()), ("last_step", pa.int64())])),
        "starts of the job that the log shows, in their order",
    ),
    ("silent", pa.bool_(), "whether the log contains no error at all"),
    (
        "message",
        pa.string(),
        "the log's own error if no entry explains it; of a silent log the last line that looks"
        " like an error",
    ),
    ("verdict", pa.string(), "what happened, in one sentence"),
    ("error", pa.string(), "why the log could not be read"),
)
SCHEMA = pa.schema(
    [pa.field(name, type_, metadata={"description": about}) for name, type_, about in _FIELDS]
)
"""The columns of a part, in their order; each has a description in its metadata."""
_EMPTY: dict[str, Any] = {
    name: [] if pa.types.is_list(type_) else None for name, type_, _ in _FIELDS
}


def unreadable(log: LogFile, job_id: str | None, reason: str) -> dict[str, Any]:
    """Return the row of a log that could not be read."""
    return {**_file(log, job_id), "outcome": UNREADABLE, "silent": False, "error": reason}


def row(
    log: LogFile, job_id: str | None, diagnosis: Diagnosis, restarts: Sequence[int] = ()
) -> dict[str, Any]:
    """Return the row of a log.

    Args:
        log: the log.
        job_id: number of its job, if it is known.
        diagnosis: what explains it.
        restarts: numbers of the lines after which the job was started again.

    """
    first = next((m for m in diagnosis.matches if m.role is not Role.CONSEQUENCE), None)
    entry = first.entry if first else None
    others = (match.id for match in diagnosis.matches if match is not first)
    message = None if entry else _message(diagnosis)
    action = diagnosis.action
    return {
        **_file(log, job_id),
        "lines": diagnosis.line_count,
        "outcome": KNOWN if entry else UNKNOWN if message else NO_ERROR,
        "cause": entry and entry.id,
        "role": str(first.role) if first else None,
        "confidence": str(first.confidence) if first else None,
        "consequences": list(dict.fromkeys(id_ for id_ in others if id_)),
        "action": str(action.decision) if action else None,
        "nodes": list(first.nodes) if first else _failed_nodes(diagnosis),
        "ranks": list(first.sources) if first else [],
        "codes": [f"{code.table} {code.code}" for code in diagnosis.codes],
        "last_step": _last_step(diagnosis),
        "runs": runs(diagnosis, restarts, first.id if first else None),
        "silent": not diagnosis.matches and not diagnosis.failures,
        "message": message,
        "verdict": diagnosis.verdict[:LONGEST_TEXT],
    }


def table(rows: list[dict[str, Any]]) -> pa.Table:
    """Return ``rows`` as a table of the schema."""
    return pa.Table.from_pylist(rows, schema=SCHEMA)


def _file(log: LogFile, job_id: str | None) -> dict[str, Any]:
    known = {"path": log.path, "size": log.size, "modified": log.modified or None}
    return {**_EMPTY, **known, "job_id": job_id}


def _message(diagnosis: Diagnosis) -> str | None:
    """Return the error of a log that no entry explains: an exception, or else what ended it."""
    if diagnosis.matches:
        return diagnosis.matches[0].title[:LONGEST_TEXT]
    ordered = sorted(
        diagnosis.failures,
        key=lambda failure: (failure.is_secondary, failure.kind is not FailureKind.EXCEPTION),
    )
    return ordered[0].text[:LONGEST_TEXT] if ordered else None


def _failed_nodes(diagnosis: Diagnosis) -> list[str]:
    return sorted({failure.node for failure in diagnosis.failures if failure.node})


def _last_step(diagnosis: Diagnosis) -> int | None:
    """Return the last step of the last run in the log that reported one."""
    steps = [run.last_step for run in diagnosis.runs if run.last_step is not None]
    return steps[-1] if steps else None
