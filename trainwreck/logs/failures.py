"""Failures that a log reports in a general form, whichever entry explains them.

The exception that ends a traceback, an abort of C++ code, and what a launcher, a shell or the
scheduler says about a process that ended badly. The innermost exception counts: the first of a
chain, and the one inside a worker process instead of the one that reports it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from trainwreck.logs.failure_reports import (
    Failure,
    FailureKind,
    Summary,
    abort_of,
    end_of,
    with_ranks,
)
from trainwreck.logs.failure_rules import FAILURE_RULES as RULES
from trainwreck.logs.normalizer import Line


@dataclass(slots=True)
class _Source:
    """The state of reading one rank, host or process."""

    first_line: int = 0
    """First line of the traceback that is being read; 0 if none is."""
    after_frame: bool = False
    """Whether the line before names a frame, so that this one quotes its code."""
    odd_lines: int = 0
    """Lines of the traceback so far that no traceback should have."""
    latest: int | None = None
    """Index of the last exception, while the next traceback may continue its chain."""
    chained: bool = False
    """Whether a line announced that the next traceback continues the chain."""
    ignored_line: int = 0
    """The last line that announced an exception that Python ignores."""
    ignores: bool = False
    """Whether the last traceback is of such an exception."""
    logged_line: int = 0
    """The line that announced an exception in code that writes to a log, just before the last
    traceback or where none has begun since."""
    last: int = 0
    """Number of its last line."""
    counting: list[tuple[int, int]] = field(default_factory=list)
    """Failures after which its lines are counted: their indexes and lines."""

    @property
    def is_announced(self) -> bool:
        """Whether the line before announced an exception that Python ignores."""
        return 0 < self.ignored_line == self.last

    def is_told(self, number: int, text: str) -> bool:
        """Take in what a line says about the next traceback; tell whether it is of that kind."""
        if RULES.chained.match(text):
            self.chained = self.latest is not None or self.ignores
        elif RULES.ignored.match(text):
            self.ignored_line = number
        elif RULES.logged.match(text):
            self.logged_line = number
        else:
            return False
        return True


class FailureReader:
    """Gathers the failures of a log as its lines pass; memory does not grow with the log."""

    def __init__(self) -> None:
        """Start with no failure seen."""
        self._sources: dict[str | None, _Source] = {}
        self._found: list[Failure] = []
        self._lines_after: list[int] = []
        self._summary = Summary()
        self._ended_by_launcher: set[str] = set()
        self._ignored: set[int] = set()

    def read(self, lines: Iterable[Line]) -> None:
        """Read the next lines of the log."""
        for line in lines:
            if text := line.text.strip()[: RULES.longest_line]:
                source = self._sources.setdefault(line.source, _Source())
                if line.number > source.last + RULES.most_between:
                    source.first_line = 0
                self._read_line(source, line, text)
                source.last = line.number

    @property
    def is_full(self) -> bool:
        """Whether no more failures are kept."""
        return len(self._found) >= RULES.most_kept

    def ignores(self, number: int) -> bool:
        """Tell whether a line is the last one of an exception that Python ignores."""
        return number in self._ignored

    @property
    def failures(self) -> tuple[Failure, ...]:
        """The failures so far, in the order of their lines."""
        finished = (
            replace(failure, lines_after=count)
            for failure, count in zip(self._found, self._lines_after, strict=True)
        )
        return with_ranks(sorted(finished, key=lambda failure: failure.line))

    def _read_line(self, source: _Source, line: Line, text: str) -> None:
        if RULES.traceback.match(text):
            self._begin(source, line)
        elif source.first_line and self._continues(source, line, text):
            return
        else:
            self._read_report(source, line, text)

    def _read_report(self, source: _Source, line: Line, text: str) -> None:
        """Read a line that begins no traceback and belongs to none."""
        if source.is_told(line.number, text):
            return
        if match := RULES.exception.match(text):
            if source.is_announced:
                self._ignore(line.number)
            elif not RULES.warning.match(match["type"]):
                self._end(source, line, text, line.number)
        elif failure := abort_of(line, text) or self._end_of(line, text):
            self._keep(source, failure)
        elif not self._notes(text, line.number) and source.counting:
            self._count(source, line.number)

    def _notes(self, text: str, number: int) -> bool:
        """Take in what a launcher says besides failures; tell whether the line is of that kind."""
        if match := RULES.summary_rank.match(text):
            self._summary.rank = match[1]
        elif match := RULES.summary_host.match(text):
            self._summary.host = match[1]
        elif RULES.summary_root.match(text):
            self._summary = Summary(is_first=True)
        elif match := RULES.summary_process.match(text):
            self._summary = Summary(match[1], match[2], is_first=True, first_line=number)
        elif RULES.summary_end.match(text):
            self._summary = Summary()
        elif match := RULES.forced.match(text):
            self._ended_by_launcher.add(match[1])
        else:
            return False
        return True

    def _end_of(self, line: Line, text: str) -> Failure | None:
        return end_of(line, text, self._summary, self._ended_by_launcher)

    def _begin(self, source: _Source, line: Line) -> None:
        source.first_line, source.after_frame, source.odd_lines = line.number, False, 0
        source.ignores = source.is_announced or (source.chained and source.ignores)
        if source.logged_line != source.last:
            source.logged_line = 0
        if not source.chained and not self._wraps(source.latest):
            source.latest = None

    def _wraps(self, index: int | None) -> bool:
        return index is not None and RULES.wrapper.search(self._found[index].text) is not None

    def _continues(self, source: _Source, line: Line, text: str) -> bool:
        """Read a line within a traceback; tell whether it belongs to it."""
        if RULES.frame.match(text):
            source.after_frame = not RULES.without_code.match(text)
        elif source.after_frame and not RULES.exception.match(text):
            source.after_frame = False
        elif RULES.quoted_code.match(text):
            pass
        elif RULES.raised.match(text):
            first_line, source.first_line = source.first_line, 0
            if source.ignores:
                source.chained = False
                self._ignore(line.number)
            else:
                self._end(source, line, text, first_line)
        else:
            source.odd_lines += 1
            if source.odd_lines > RULES.most_odd_lines:
                source.first_line = 0
                return False
        return True

    def _end(self, source: _Source, line: Line, text: str, first_line: int) -> None:
        """Note the exception ``text``, alone or as a part of the chain before it."""
        failure = Failure(
            FailureKind.EXCEPTION,
            text[: RULES.longest_text],
            line.number,
            first_line,
            line.number,
            line.source,
            is_secondary=RULES.secondary.search(text) is not None,
            is_logged=0 < source.logged_line < first_line < line.number,
        )
        before = source.latest
        if before is None or (self._found[before].is_logged and not source.chained):
            source.latest = self._keep(source, failure)
        elif self._wraps(before):
            # The exception inside the report of a worker's exception is the one that counts.
            outer = self._found[before]
            self._found[before] = replace(failure, first_line=outer.first_line)
        else:
            self._found[before] = replace(self._found[before], last_line=line.number)
        source.chained = False

    def _ignore(self, number: int) -> None:
        if len(self._ignored) < RULES.most_kept:
            self._ignored.add(number)

    def _keep(self, source: _Source, failure: Failure) -> int | None:
        if self.is_full:
            return None
        source.counting.append((len(self._found), failure.line))
        self._found.append(failure)
        self._lines_after.append(0)
        return len(self._found) - 1

    def _count(self, source: _Source, number: int) -> None:
        """Count a line for the failures before it that are not far away."""
        still = []
        for index, line in source.counting:
            if number <= line + RULES.most_watched:
                self._lines_after[index] += 1
                if self._lines_after[index] < RULES.most_counted:
                    still.append((index, line))
        source.counting = still
