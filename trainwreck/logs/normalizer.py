"""What a log says without its noise: one stream of text in which messages can be looked for.

Logs of training jobs come with color codes, progress bars, the prefixes of ranks and loggers,
boxes drawn around tracebacks, and lines that a terminal or a library wrapped. A :class:`Stream`
holds the text without them, and without any white space, so that a message is one run of characters
wherever its line was broken.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from trainwreck.logs.noise_rules import NOISE_RULES as RULES

END = "\n"
"""Ends each logical line of a stream. Only a message of several lines reaches over it."""

REPORT_BEGINS, REPORT_ENDS = RULES.report_begins, RULES.report_ends
QUOTE = "'"
"""What all quotes become."""
_FOLDED = str.maketrans(dict.fromkeys(RULES.quotes, QUOTE) | dict.fromkeys(RULES.unseen))
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log, and the part of it that is text."""

    number: int
    """Position in the log, from 1, as editors count."""
    raw: str
    """The line without escape codes."""
    text: str
    """What is left of it without prefixes and boxes."""
    source: str | None
    """Rank, host or process in the prefix; None where the line names none."""
    timed: bool
    """Whether the prefix holds a time, so that the line begins a record."""


@dataclass(slots=True)
class Stream:
    """Text of a log without white space, quotes all alike, letters small."""

    text: str = ""
    breaks: frozenset[int] = frozenset()
    """Positions at which a word begins that stood apart from the one before it."""
    starts: list[int] = field(default_factory=list)
    """Position at which each physical line begins, ascending."""
    lines: list[Line] = field(default_factory=list)
    """The physical line at each of ``starts``."""
    ends: list[int] = field(default_factory=list)
    """Position at which each logical line ends, ascending."""
    _counts: dict[str, int] = field(default_factory=dict)

    def contains(self, piece: str) -> bool:
        """Return whether a folded text is anywhere in it."""
        return self.count(piece) > 0

    def count(self, piece: str) -> int:
        """Return how often a folded text is in it; it is looked for once."""
        found = self._counts.get(piece)
        if found is None:
            found = self._counts[piece] = self.text.count(piece)
        return found

    def spaced(self, start: int, end: int) -> str:
        """Return the text from ``start`` up to ``end``, with spaces between its words again."""
        text = self.text
        return "".join(
            f" {text[at]}" if at in self.breaks else text[at]
            for at in range(start, min(end, len(text)))
        )

    def line_at(self, position: int) -> Line:
        """Return the line of the log that holds ``position`` of the text."""
        return self.lines[bisect_right(self.starts, position) - 1]

    def line_start(self, position: int) -> int:
        """Return the position at which the line of the log that holds ``position`` begins."""
        return self.starts[bisect_right(self.starts, position) - 1]

    def is_whole_line(self, start: int, end: int) -> bool:
        """Tell whether a line of the log holds the text from ``start`` to ``end`` and no more."""
        return self.line_start(start) == start and (
            self.text[end : end + 1] in ("", END) or self.line_start(end) == end
        )

    def logical_lines(self, start: int, end: int) -> range:
        """Return the numbers, from 0, of the logical lines that hold ``start`` up to ``end``."""
        first = bisect_right(self.ends, start - 1)
        return range(first, max(first, bisect_right(self.ends, end - 2)) + 1)

    def column(self, position: int) -> int:
        """Return where in its line, from 0, the ``position`` of the text stands."""
        at = bisect_right(self.starts, position) - 1
        line, left = self.lines[at], position - self.starts[at]
        column = len(line.raw) - len(line.text)
        for word in _WORD.finditer(line.text):
            if left < len(word[0]):
                return column + word.start() + left
            left -= len(word[0])
        return column

    def lines_between(self, start: int, end: int) -> list[Line]:
        """Return the lines of the log that hold the text from ``start`` up to ``end``."""
        first = bisect_right(self.starts, start) - 1
        last = bisect_right(self.starts, max(start, end - 1))
        return self.lines[first:last]


def folded(text: str) -> str:
    """Return ``text`` as a stream holds it: no white space, one kind of quote, small letters."""
    return "".join(text.translate(_FOLDED).lower().split())


def lines(text: str, first: int = 1) -> Iterator[Line]:
    """Yield the lines of a log; what a carriage return would overwrite is a line of its own."""
    for number, physical in enumerate(text.split("\n"), start=first):
        plain = RULES.escape.sub("", physical).rstrip("\r")
        for part in plain.split("\r"):
            yield _line(number, part)


def stream(text: str, first: int = 1) -> Stream:
    """Return what the log ``text`` says.

    Args:
        text: a log or a part of one.
        first: number of its first line.

    """
    pieces: list[str] = []
    breaks: list[int] = []
    result = Stream()
    position = 0
    for logical in _logical_lines(_without_reports(text, lines(text, first))):
        for line in logical:
            words = line.text.translate(_FOLDED).lower().split()
            result.starts.append(position)
            result.lines.append(line)
            for word in words:
                breaks.append(position)
                position += len(word)
            pieces += words
        pieces.append(END)
        result.ends.append(position)
        position += 1
    result.text = "".join(pieces)
    result.breaks = frozenset(breaks)
    return result


def _without_reports(text: str, physical: Iterator[Line]) -> Iterator[Line]:
    """Leave out what earlier diagnoses printed into the log, which would be found again."""
    if REPORT_BEGINS not in text:
        return physical
    return iter(_kept(physical))


def _kept(physical: Iterator[Line]) -> list[Line]:
    """Return the lines outside of reports.

    Of a report whose end or beginning is missing only so many lines are left out: it may have been
    cut, and what came after or before it is no part of it.
    """
    kept: list[Line] = []
    report: list[Line] | None = None
    is_first = True
    for line in physical:
        said = line.text.strip()
        if said.startswith(f"{REPORT_BEGINS} of "):
            kept += report[RULES.longest_report :] if report else ()
            report, is_first = [line], False
        elif said == REPORT_ENDS:
            if is_first:  # the beginning may lie before this piece of the log
                del kept[-RULES.longest_report :]
            report, is_first = None, False
        else:
            (kept if report is None else report).append(line)
    return kept + (report[RULES.longest_report :] if report else [])


def _line(number: int, raw: str) -> Line:
    text = raw
    if not raw.isascii():
        text = _unboxed(raw)
    source, ranked, timed = None, False, False
    position = len(text) - len(text.lstrip())
    for _ in range(RULES.most_prefixes):
        if match := RULES.time.match(text, position):
            timed = True
        elif match := RULES.source.match(text, position):
            group = match.lastindex or 0
            is_rank = group <= RULES.rank_groups
            ranked = ranked or is_rank
            source = match[group] if is_rank or source is None else source
        elif not (match := RULES.quoted.match(text, position)):
            break
        position = match.end()
    within = None if ranked else _rank_within(text, position)
    if within:
        source = within[1]
    elif source is not None and RULES.of_scheduler.match(text, position):
        source = None
    return Line(number, raw, text[position:], source, timed)


def _rank_within(text: str, start: int) -> re.Match[str] | None:
    return RULES.rank_within.search(text, start) or RULES.rank_of_group.search(text, start)


def _unboxed(line: str) -> str:
    """Return ``line`` without the box around it."""
    if left := RULES.box_left.match(line):
        line = line[left.end() :]
    bare = line.rstrip()
    if bare.endswith(tuple(RULES.box_bars)):
        line = bare[:-1].rstrip(" ")
    return RULES.box_edge.sub("", line)


def _logical_lines(physical: Iterator[Line]) -> Iterator[list[Line]]:
    """Join the lines that one rank printed as one and something else wrapped."""
    unfinished: dict[str | None, list[Line]] = {}
    order: list[list[Line]] = []
    latest: list[Line] = []
    for line in physical:
        if not line.text.strip():
            continue
        # Some write their prefix in front of the first line only.
        before = unfinished.get(line.source) if line.source or not latest else latest
        if before and not line.timed and _goes_on(before, line):
            before.append(line)
            latest = before
        else:
            unfinished[line.source] = latest = [line]
            order.append(latest)
    yield from order


def _goes_on(before: list[Line], line: Line) -> bool:
    """Tell whether ``line`` may be the rest of the one before it, by their lengths and distance.

    It may, where both fit a width into which the first word of ``line`` would not have fitted too.
    """
    if line.number > before[-1].number + RULES.most_lines_between:
        return False
    full = len(before[-1].raw.rstrip())
    if full < RULES.shortest_full_line:
        return False
    if sum(len(part.raw) for part in before) > RULES.longest_logical_line:
        return False
    first_word = line.text.split(maxsplit=1)[0]
    return len(line.raw.rstrip()) < full + 1 + len(first_word)
