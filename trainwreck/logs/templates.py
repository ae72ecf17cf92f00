"""The message language: the line as a program prints it, ``<*>`` where it varies.

A template is not a regular expression. Between its pieces of fixed text stand gaps; a match is each
piece in order, at most :data:`REACH` characters after the one before it, within one logical line.
White space, the kind of quote and the case of letters do not matter; a version with two dots or
more stands for any. ``<~>`` is a short gap: the pieces on both sides stand near one another.
``<#>`` stands for a number, or several with ``/``, ``:`` or ``,`` between them, and nothing else.
``<=>`` stands for what separates a name from its value: ``: ``, ``=``, brackets, ``=tensor(``.
A template of several lines stands for several lines of a log, between which few others may stand.
One with too little fixed text to be looked for anywhere must be a whole line: ``Killed``.
"""

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from trainwreck.logs.normalizer import END, Stream, folded

ANY, NEAR, NUMBER, SEPARATOR = "<*>", "<~>", "<#>", "<=>"
PLACEHOLDERS = {
    ANY: "any text",
    NEAR: "a little text",
    NUMBER: "a number",
    SEPARATOR: "a separator",
}
"""What each placeholder stands for, in words."""
REACH = 400
"""Characters, white space not counted, that ``<*>`` may stand for."""
NEAR_REACH = 24
"""Characters, white space not counted, that ``<~>`` may stand for."""

ANYWHERE = 7
"""Letters and digits of fixed text from which a template may stand within a line."""
ESCAPED_BREAKS = ("\\n", "\\r", "\\t")
"""Breaks of lines as a quoted text writes them; the letter is no part of the word behind it."""
LINE_END = "\n"
MOST_ENDS = 3
"""Ends of logical lines that the end of a template's line may stand for: ranks print at once."""

PLACEHOLDER = re.compile("|".join(map(re.escape, PLACEHOLDERS)))
"""Finds the placeholders of a template."""
PART = re.compile(rf"({PLACEHOLDER.pattern}|\s*\n\s*|\d+(?:\.\d+){{2,}})")
"""What a template is split by: gaps, and versions, which stand for any."""


@dataclass(frozen=True, slots=True)
class Gap:
    """What may stand between two pieces of a template, and how much of it."""

    reach: int
    """Characters, white space not counted."""
    holds: re.Pattern[str] | None = None
    """What all of it must match; None where it may be anything."""
    ends: int = 0
    """Ends of logical lines in it at most; 0 where it does not reach over the end of a line."""


# The site's matcher reads these too: the expressions mean the same in JavaScript.
GAPS = {
    ANY: Gap(REACH),
    NEAR: Gap(NEAR_REACH),
    NUMBER: Gap(20, re.compile(r"[\d.,:/%+e-]*\d[\d.,:/%+e-]*")),
    SEPARATOR: Gap(16, re.compile(r"(?:[^0-9a-z]|tensor\()*")),
    LINE_END: Gap(600, ends=MOST_ENDS),
}
"""The gaps by the marks that stand for them."""


@dataclass(frozen=True)
class Template:
    """A message as a catalog gives it, ready to be looked for."""

    text: str
    """The message as it was written."""
    pieces: tuple[str, ...]
    """The fixed text, folded."""
    gaps: tuple[Gap, ...]
    """What stands before each piece but the first."""
    open_start: bool
    """Whether it begins with a gap."""
    open_end: bool
    """Whether it ends with a gap."""

    @cached_property
    def weight(self) -> int:
        """Letters and digits of fixed text: how specific the template is."""
        return len("".join(filter(str.isalnum, "".join(self.pieces))))

    @cached_property
    def anchor(self) -> int:
        """Index of the longest piece, the one to look for first."""
        return max(range(len(self.pieces)), key=lambda index: len(self.pieces[index]))

    @cached_property
    def is_one_line(self) -> bool:
        """Whether it stands for text within one logical line."""
        return not any(gap.ends for gap in self.gaps)

    @cached_property
    def is_whole_line(self) -> bool:
        """Whether nothing else may stand on its line, prefixes aside."""
        return self.weight < ANYWHERE

    @cached_property
    def span(self) -> int:
        """Length of the longest text that the template can match."""
        return sum(map(len, self.pieces)) + sum(gap.reach for gap in self.gaps)

    def matches(self, stream: Stream) -> Iterator[tuple[int, int]]:
        """Yield start and end of each match in ``stream``, from left to right, none in another.

        The time grows with the text around the rarest piece, each part of which is read once.
        """
        if not self.pieces or not all(map(stream.contains, self.pieces)):
            return
        done = 0
        for low, high in self._windows(stream):
            # Ends that a match can have, ascending; the starts that lead there ascend too.
            for end, start in self._reached(stream, low, high):
                if start >= done and self._may_end(stream, start, end):
                    yield start, end
                    done = end

    def _windows(self, stream: Stream) -> Iterator[tuple[int, int]]:
        """Yield the parts of ``stream`` that may hold a match, those that touch as one."""
        text = stream.text
        rarest = min(self.pieces, key=stream.count) if len(self.pieces) > 1 else self.pieces[0]
        begin = stop = -1
        found = text.find(rarest)
        while found >= 0:
            low, high = max(0, found - self.span), min(len(text), found + self.span)
            if self.is_one_line:
                low = max(low, text.rfind(END, low, found) + 1)
                line_end = text.find(END, found, high)
                high = high if line_end < 0 else line_end
            if low > stop:
                if stop >= 0:
                    yield begin, stop
                begin = low
            stop = max(stop, high)
            found = text.find(rarest, found + 1)
        if stop >= 0:
            yield begin, stop

    def _reached(self, stream: Stream, low: int, high: int) -> list[tuple[int, int]]:
        """Return the ends of the last piece between ``low`` and ``high``, each with its start."""
        text = stream.text
        # Ends that can be reached after each piece, ascending, with the start that leads there.
        # The latest one before a piece bridges the smallest gap, so it alone need be tried.
        reached: list[tuple[int, int]] = []
        for index, piece in enumerate(self.pieces):
            following: list[tuple[int, int]] = []
            before, latest = 0, None
            position = text.find(piece, low, high)
            while position >= 0:
                end = position + len(piece)
                if index == 0:
                    if self.open_start or _begins_word(stream, position):
                        following.append((end, position))
                else:
                    gap = self.gaps[index - 1]
                    limit = stream.line_start(position) if gap.ends else position
                    while before < len(reached) and reached[before][0] <= limit:
                        latest = reached[before]
                        before += 1
                    if latest and _bridges(gap, stream, latest[0], position):
                        following.append((end, latest[1]))
                position = text.find(piece, position + 1, high)
            reached = following
            if not reached:
                break
        return reached

    def _may_end(self, stream: Stream, start: int, end: int) -> bool:
        if self.is_whole_line:
            return stream.is_whole_line(start, end)
        return self.open_end or _begins_word(stream, end)


@functools.lru_cache(maxsize=4096)  # a check asks for the same template in several rules
def parse(text: str) -> Template:
    """Return the template that ``text`` writes. One without fixed text has no pieces."""
    pieces: list[str] = []
    gaps: list[Gap] = []
    pending: Gap | None = None
    written = text.strip()
    for part in PART.split(written):
        if PART.fullmatch(part):
            gap = GAPS.get(part.strip() or LINE_END, GAPS[NUMBER])
            pending = max(gap, pending, key=lambda gap: gap.reach) if pending else gap
        elif piece := folded(part):
            if pieces:
                gaps.append(pending or GAPS[ANY])
            elif pending:
                gaps = []
            pieces.append(piece)
            pending = None
    opens = bool(PART.match(written))
    return Template(
        text, tuple(pieces), tuple(gaps), open_start=opens, open_end=pending is not None
    )


def _bridges(gap: Gap, stream: Stream, end: int, position: int) -> bool:
    text = stream.text
    if position - end > gap.reach:
        return False
    if gap.ends:
        # What begins a line begins a word, as the first piece does.
        return text.count(END, end, position) <= gap.ends and _begins_word(stream, position)
    if text.find(END, end, position) >= 0:
        return False
    return gap.holds is None or bool(gap.holds.fullmatch(text, end, position))


def _begins_word(stream: Stream, position: int) -> bool:
    """Tell whether no word reaches over ``position``."""
    text = stream.text
    if position == 0 or position >= len(text) or position in stream.breaks:
        return True
    if text[position - 2 : position] in ESCAPED_BREAKS:
        return True
    return not (text[position].isalnum() and text[position - 1].isalnum())
