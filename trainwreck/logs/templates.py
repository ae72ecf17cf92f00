"""The message language: the line as a program prints it, ``<*>`` where it varies.

A template is not a regular expression. Between its pieces of fixed text stand gaps; a match is each
piece in order, at most 400 characters after the one before it, within one logical line.
White space, the kind of quote and the case of letters do not matter; a version with two dots or
more stands for any. ``<~>`` is a short gap: the pieces on both sides stand near one another.
``<#>`` stands for a number, or several with ``/``, ``:`` or ``,`` between them, and nothing else.
``<#1..9>`` stands for one number from 1 to 9; either bound may be left out.
``<=>`` stands for what separates a name from its value: ``: ``, ``=``, brackets, ``=tensor(``.
A template of several lines stands for several lines of a log, between which few others may stand.
One with too little fixed text to be looked for anywhere must be a whole line: ``Killed``.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from trainwreck.logs.normalizer import END, Stream, folded
from trainwreck.logs.placeholders import ANY, GAPS, PART, Gap, gap_of, joined

ANYWHERE = 7
"""Letters and digits of fixed text from which a template may stand within a line."""
ESCAPED_BREAKS = ("\\n", "\\r", "\\t")
"""Breaks of lines as a quoted text writes them; the letter is no part of the word behind it."""


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
    end_gap: Gap | None = None
    """The number with bounds that it ends with, if it does."""

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
    def has_two_lines(self) -> bool:
        """Whether it stands for text within two logical lines, with any number between them."""
        return sum(gap.ends > 0 for gap in self.gaps) == 1

    @cached_property
    def is_whole_line(self) -> bool:
        """Whether nothing else may stand on its line, prefixes aside."""
        return self.weight < ANYWHERE

    @cached_property
    def span(self) -> int:
        """Length of the longest text that the template can match."""
        gaps = (*self.gaps, self.end_gap) if self.end_gap else self.gaps
        return sum(map(len, self.pieces)) + sum(gap.reach for gap in gaps)

    def matches(self, stream: Stream) -> Iterator[tuple[int, int]]:
        """Yield start and end of each match in ``stream``, from left to right, none in another.

        The time grows with the text around the rarest piece, each part of which is read once.
        """
        # The longest piece first: it is the one that most texts lack.
        if not self.pieces or self.pieces[self.anchor] not in stream.text:
            return
        if not all(map(stream.contains, self.pieces)):
            return
        done = 0
        for low, high in self._windows(stream):
            # Ends that a match can have, ascending; the starts that lead there ascend too.
            for last, start in self._reached(stream, low, high):
                end = self._end(stream, last)
                if start >= done and end and self._may_end(stream, start, end):
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

    def _end(self, stream: Stream, last: int) -> int | None:
        """Return where a match ends whose last piece ends at ``last``; None if it is none."""
        return bounded_end(self.end_gap, stream, last, len(stream.text)) if self.end_gap else last

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
            pending = joined(pending, gap_of(part))
        elif piece := folded(part):
            if pieces:
                gaps.append(pending or GAPS[ANY])
            elif pending:
                gaps = []
            pieces.append(piece)
            pending = None
    return Template(
        text,
        tuple(pieces),
        tuple(gaps),
        open_start=bool(PART.match(written)),
        open_end=pending is not None,
        end_gap=pending if pending and pending.is_bounded else None,
    )


def _bridges(gap: Gap, stream: Stream, end: int, position: int) -> bool:
    text = stream.text
    if position - end > gap.reach:
        return False
    if gap.is_bounded:
        number_end = bounded_end(gap, stream, end, position)
        if number_end is None or not (gap.ends or number_end == position):
            return False
    if gap.ends:
        # What begins a line begins a word, as the first piece does.
        return text.count(END, end, position) <= gap.ends and _begins_word(stream, position)
    if text.find(END, end, position) >= 0:
        return False
    if gap.holds is None or gap.is_bounded:
        return True
    # Fixed text that begins with a digit is no part of a longer number.
    may_follow = text[position] > "9" or _begins_word(stream, position)
    return may_follow and gap.holds.fullmatch(text, end, position) is not None


def bounded_end(gap: Gap, stream: Stream, start: int, limit: int) -> int | None:
    """Return where the number ends that ``gap`` stands for at ``start``; None if none does.

    Args:
        gap: what stands for the number.
        stream: where to look.
        start: position of the first character that it may stand for.
        limit: position up to which it is read.

    """
    # A little more than it may stand for shows what follows the number.
    said = stream.spaced(start, min(limit, start + gap.reach + 2))
    found = gap.holds.match(said) if gap.holds else None
    if not found or not gap.low <= float(found["number"]) <= gap.high:
        return None
    end = start + len(found[0].replace(" ", ""))
    return end if end - start <= gap.reach else None


def _begins_word(stream: Stream, position: int) -> bool:
    """Tell whether no word reaches over ``position``."""
    text = stream.text
    if position == 0 or position >= len(text) or position in stream.breaks:
        return True
    if text[position - 2 : position] in ESCAPED_BREAKS:
        return True
    before, after = text[position - 1], text[position]
    if not (before.isalnum() and after.isalnum()):
        return True
    # Chinese, Japanese and Korean texts have no spaces around a word of another script.
    return ("\u3040" <= before <= "\ud7af") != ("\u3040" <= after <= "\ud7af")
