"""What flight recorder dumps beside a log add to its row: the ranks for which the others waited."""

import functools
from dataclasses import dataclass
from pathlib import Path

from trainwreck.flight_recorder.report import read_report
from trainwreck.logs.dump_files import dumps_in
from trainwreck.matching.judgement import Role
from trainwreck.matching.results import Diagnosis
from trainwreck.matching.with_dumps import with_dumps
from trainwreck.model.vocabulary import Kind
from trainwreck.survey.inputs import LogFile, is_url

NEAR = 3600
"""Seconds between the last changes of a log and of dumps that belong to it, at most: the folder may
hold logs of many jobs."""
MOST_BYTES = 1 << 27
"""Bytes of dumps that are read for one log, at most."""


@dataclass(frozen=True, slots=True)
class DumpFile:
    """A file that begins like a dump."""

    path: Path
    size: int
    """Bytes."""
    modified: float
    """Time of the last change in seconds since 1970."""


def with_dumps_beside(log: LogFile, diagnosis: Diagnosis) -> Diagnosis:
    """Return ``diagnosis`` with what dumps beside ``log`` show in its verdict.

    Dumps are looked for only if the log shows no more than that ranks waited. Part of a set of
    dumps says something else than all of them, so too many are not read at all.
    """
    first = next(iter(diagnosis.matches), None)
    if not first or not first.entry or first.role is not Role.SYMPTOM or is_url(log.path):
        return diagnosis
    if first.entry.symptom.kind is not Kind.HANG:
        return diagnosis
    near = [
        file
        for file in found_in(Path(log.path).parent)
        if abs(file.modified - log.modified) <= NEAR
    ]
    if not near or sum(file.size for file in near) > MOST_BYTES:
        return diagnosis
    return with_dumps(diagnosis, read_report(file.path for file in near))


@functools.lru_cache(maxsize=64)
def found_in(folder: Path) -> tuple[DumpFile, ...]:
    """Return the dumps in ``folder``, which is looked at once for all logs in it."""
    found = []
    for path in dumps_in(folder):
        try:
            status = path.stat()
        except OSError:
            continue  # it was deleted meanwhile
        found.append(DumpFile(path, status.st_size, status.st_mtime))
    return tuple(found)
