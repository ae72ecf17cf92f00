"""The starts of a job that one log holds: each with its last step and what ended it."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from trainwreck.matching.results import Diagnosis
from trainwreck.series.found import Run

MOST_RUNS = 100
"""Starts of a job that a row lists, the last ones."""
_MARK = re.compile(
    rb"(\d+)/\d+ attempts left; will restart worker group"
    rb"|\*\*\* JOB \d+ ON \S+ CANCELLED AT \S+ DUE TO (?:PREEMPTION|JOB REQUEUE)"
)
"""Matches what torchrun and Slurm print when they are going to start a job again."""
_SIGNS = (b"will restart worker group", b"DUE TO PREEMPTION", b"DUE TO JOB REQUEUE")
"""Of these, each mark contains one."""
_LONGEST_MARK = 400


class RestartMarks:
    """Finds the lines after which a job is started again while its log is read."""

    def __init__(self) -> None:
        """Start with none."""
        self._found: dict[int, bytes | None] = {}
        self._before = 1
        self._end = b""

    @property
    def lines(self) -> list[int]:
        """Numbers of these lines, counted from 1; what several agents report counts once."""
        marks: list[tuple[int, bytes | None]] = [*sorted(self._found.items()), (0, None)]
        return [
            line
            for (line, left), (_, after) in itertools.pairwise(marks)
            if left is None or left != after
        ]

    def watch(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """Yield ``chunks``, and note the lines with a mark."""
        for chunk in chunks:
            self._read(self._end + chunk)
            yield chunk

    def _read(self, text: bytes) -> None:
        if any(sign in text for sign in _SIGNS):
            for found in _MARK.finditer(text):
                self._found[self._before + text.count(b"\n", 0, found.start())] = found[1]
        # A mark may go on in the next chunk; a whole one is noted twice, under the same line.
        self._end = text[-_LONGEST_MARK:]
        self._before += text.count(b"\n") - self._end.count(b"\n")


def runs(diagnosis: Diagnosis, marks: Sequence[int], cause: str | None) -> list[dict[str, Any]]:
    """Return the starts of the job in their order, at least one: the last step and the cause.

    Args:
        diagnosis: of the log.
        marks: numbers of the lines after which the job was started again.
        cause: id of the entry that explains the log.

    """
    firsts = _first_lines(diagnosis.runs, marks)
    found = []
    for first, end in zip(firsts, [*firsts[1:], diagnosis.line_count + 1], strict=True):
        steps = next((run.last_step for run in diagnosis.runs if first <= run.line < end), None)
        run = {"cause": _cause(diagnosis, first, end), "last_step": steps}
        if any(value is not None for value in run.values()):
            found.append(run)
    if len(found) > 1:
        return found[-MOST_RUNS:]
    return [{"cause": cause, "last_step": found[0]["last_step"] if found else None}]


def _first_lines(runs_with_steps: Sequence[Run], marks: Sequence[int]) -> list[int]:
    """Return the number of the first line of each start.

    A mark between two steps of a run is left out: it is not known which of them came before it.
    """
    within = [(run.line, run.last_line) for run in runs_with_steps]
    firsts = {1, *(m + 1 for m in marks if not any(a <= m <= b for a, b in within))}
    for (_, last), (line, _) in itertools.pairwise(within):
        if not any(last < first <= line for first in firsts):
            firsts.add(line)
    return sorted(firsts)


def _cause(diagnosis: Diagnosis, first: int, end: int) -> str | None:
    """Return the entry that explains the lines from ``first`` to before ``end``."""
    return next(
        (
            match.id
            for match in diagnosis.matches
            if match.id and any(first <= number < end for number in match.line_numbers)
        ),
        None,
    )
