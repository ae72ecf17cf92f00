"""What a worker does: it reads a batch of logs and returns their rows."""

import functools
import importlib.util
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from trainwreck.catalog.store import load_snapshot
from trainwreck.logs.error_lines import FAILURE
from trainwreck.logs.normalizer import lines
from trainwreck.logs.reader import UnusableInputError
from trainwreck.matching.blocks import LARGE
from trainwreck.matching.engine import Diagnoser
from trainwreck.survey import inputs, job_ids, rows
from trainwreck.survey.flight_dumps import with_dumps_beside
from trainwreck.survey.inputs import LogFile
from trainwreck.survey.restarts import RestartMarks

_HEAD = 1 << 16
"""Bytes at the beginning of a log in which the number of its job is looked for."""
_TAIL = 1 << 12
"""Bytes at the end of a log in which a line is looked for that looks like an error."""


def survey(batch: Sequence[LogFile], root: str | None) -> list[dict[str, Any]]:
    """Return one row per log.

    Args:
        batch: the logs.
        root: folder of the catalog; None for the one that comes with the package.

    Raises:
        CatalogError: if there is no catalog.

    """
    diagnoser = _diagnoser(root)
    return [_row(log, diagnoser) for log in batch]


def catalog_digest(root: str | None) -> str:
    """Return what tells the catalog of this worker from another one.

    Raises:
        CatalogError: if there is no catalog.

    """
    return _diagnoser(root).catalog.digest


@functools.lru_cache(maxsize=1)
def _diagnoser(root: str | None) -> Diagnoser:
    diagnoser = Diagnoser(load_snapshot(Path(root) if root else None))
    if importlib.util.find_spec("hyperscan"):
        # One log is too small for Hyperscan to be worth its start, thousands are not: a large log
        # without text starts it, and smaller ones are then read ten times as fast.
        *_, _ = diagnoser.follow([b"\n" * LARGE])
    return diagnoser


def _row(log: LogFile, diagnoser: Diagnoser) -> dict[str, Any]:
    job_id = job_ids.from_path(log.path)
    head, tail = bytearray(), bytearray()
    marks = RestartMarks()
    try:
        chunks = marks.watch(_watched(inputs.content(log.path), head, tail))
        diagnosis = with_dumps_beside(
            log, diagnoser.diagnose(chunks, log.path, size=log.size, suggest=False)
        )
    except UnusableInputError as error:
        return rows.unreadable(log, job_id, str(error).removeprefix(f"{log.path}: "))
    except Exception as error:  # noqa: BLE001  one log must not end the survey of all others
        reason = f"cannot be diagnosed: {type(error).__name__}: {error}"
        return rows.unreadable(log, job_id, reason[: rows.LONGEST_TEXT])
    row = rows.row(log, job_id or job_ids.from_text(bytes(head)), diagnosis, marks.lines)
    if row["silent"]:
        row["message"] = _last_suspect(bytes(tail))
    return row


def _last_suspect(tail: bytes) -> str | None:
    """Return the last line that looks like an error; None if none does."""
    for line in reversed(tail.decode("utf-8", "replace").split("\n")):
        if FAILURE.search(line):
            said = " ".join(part.text.strip() for part in lines(line))
            return said.strip()[: rows.LONGEST_TEXT] or None
    return None


def _watched(chunks: Iterable[bytes], head: bytearray, tail: bytearray) -> Iterator[bytes]:
    """Yield ``chunks``; keep the first bytes in ``head`` and the last in ``tail``."""
    for chunk in chunks:
        if len(head) < _HEAD:
            head += chunk[: _HEAD - len(head)]
        tail += chunk[-_TAIL:]
        del tail[:-_TAIL]
        yield chunk
