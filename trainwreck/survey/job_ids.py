"""The number of the job that wrote a log, from the log's name or its text."""

import re
from pathlib import PurePosixPath

_LABELLED = re.compile(r"(?:slurm|job|jobid)[-_.]?(\d+(?:_\d+)?)(?!\d)", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\d.])(\d{4,}(?:_\d+)?)(?![\d])")
_DAY = re.compile(r"(?:19|20)\d\d[01]\d[0-3]\d(?:_\d+)?$")
"""Matches a day, such as 20261121, which is not the number of a job."""
_IN_TEXT = (
    re.compile(rb"\bSLURM_JOB_?ID\b[\"']?\s*[=:]\s*[\"']?(\d+)"),
    re.compile(rb"\*\*\* (?:STEP|JOB) (\d+)"),
    re.compile(rb"\b[Jj]ob ?(?:[Ii][Dd]|ID)\b\s*[=:]?\s*(\d+)"),
)


def from_path(path: str) -> str | None:
    """Return the number in the name of a log or of its folder; None if there is none or several.

    >>> from_path("/logs/slurm-123_4.out")
    '123_4'
    """
    parts = PurePosixPath(path).parts[-2:]
    for part in reversed(parts):
        if match := _LABELLED.search(part):
            return match[1]
    for part in reversed(parts):
        numbers: set[str] = {n for n in _NUMBER.findall(part) if not _DAY.match(n)}
        if len(numbers) == 1:
            return numbers.pop()
    return None


def from_text(text: bytes) -> str | None:
    """Return the number that a part of a log names; None if it names none."""
    for pattern in _IN_TEXT:
        if match := pattern.search(text):
            return match[1].decode()
    return None
