"""The part of each message by which it is looked for, with all digits alike."""

import dataclasses
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trainwreck.logs.normalizer import Stream
from trainwreck.logs.templates import Gap, Template
from trainwreck.snapshot.patterns import Pattern, Purpose

_ALIKE = str.maketrans("023456789", "1" * 9)
_COMMON = frozenset(
    ("loss", "step", "epoch", "iter", "batch", "scale", "grad", "norm", "rank", "best", "code")
)
"""What healthy logs print on every line, so that another piece of a message is looked for."""
_NUMBER = re.compile(r"[0-9][0-9.]*[0-9]|[0-9]")
_LONGEST_FRAGMENT = 8
_SHORT = 4


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a message, which is not taken for any other."""

    text: bytes
    times: int
    """On how many lines the message has it."""


@dataclass(frozen=True, slots=True)
class MessagePart:
    """A piece of a message, rarer than the others."""

    message: int
    """Index of the message."""
    text: str
    """The piece, folded."""
    place: int
    """Index of the piece."""
    template: Template
    """The message."""
    number: Number | None
    """The longest number in the fixed text of the message, if there is one."""

    @property
    def ends_word(self) -> bool:
        """Whether the piece is so short that one must look where words end, and ends one."""
        is_last = self.place == len(self.template.pieces) - 1
        return len(self.text) < _SHORT and is_last and not self.template.open_end

    def reaches_over(self, said: Stream, *, goes_on: bool, is_wide: bool) -> bool:
        """Tell whether the message may begin on an earlier line than ``said``, or end on a later.

        Args:
            said: one line.
            goes_on: whether it may be the rest of the one before it.
            is_wide: whether it may be wrapped.

        """
        template = self.template
        if not template.is_one_line:
            return True
        before = _span(template.pieces[: self.place], template.gaps[: self.place])
        after = _span(template.pieces[self.place + 1 :], template.gaps[self.place :])
        length = len(said.text) - 1
        start = said.text.find(self.text)
        while start >= 0:
            end = start + len(self.text)
            is_word = template.may_stand(said, self.place, start, end) or end == length
            if is_word and (
                (goes_on and start < before) or (is_wide and end + after > length and after)
            ):
                return True
            start = said.text.find(self.text, start + 1)
        return False


class Fragments:
    """What the ends of a line look like if it was wrapped within one of some pieces."""

    def __init__(self, parts: Sequence[MessagePart]) -> None:
        """Break the texts of ``parts`` everywhere, but for those that are numbers."""
        texts = {part.text for part in parts if part.text.strip("1.,:-+e")}
        self._ends: dict[str, list[str]] = {}
        self._begins: dict[str, list[str]] = {}
        for text in texts:
            half = (len(text) + 1) // 2
            length = min(_LONGEST_FRAGMENT, half)
            # The larger part of the piece is on one of the two lines.
            for at in range(half, len(text)):
                self._ends.setdefault(text[at - length : at], []).append(text[:at])
            for at in range(1, len(text) - half + 1):
                self._begins.setdefault(text[at : at + length], []).append(text[at:])
        self._lengths = sorted({len(text) for text in (*self._ends, *self._begins)})
        self._all = "\n".join(texts)
        self._longest = max(map(len, texts), default=0)

    def may_begin(self, folded: str) -> bool:
        """Tell whether a line may begin with the larger part of a piece."""
        return any(
            folded.startswith(rest) or rest.startswith(folded)
            for length in self._lengths
            for rest in self._begins.get(folded[:length], ())
        )

    def may_end(self, folded: str) -> bool:
        """Tell whether a line may end with the larger part of a piece, or lie within one."""
        if len(folded) <= self._longest and folded in self._all:
            return True
        return any(
            folded.endswith(part) or part.endswith(folded)
            for length in self._lengths
            for part in self._ends.get(folded[-length:], ())
        )


def message_parts(messages: Sequence[Pattern]) -> list[MessagePart]:
    """Return a part of each message and telltale; exceptions are only read beside a message."""
    return [
        _part(index, message)
        for index, message in enumerate(messages)
        if message.purpose != Purpose.EXCEPTION and message.template.pieces
    ]


def _part(index: int, message: Pattern) -> MessagePart:
    pieces = message.template.pieces
    place = max(range(len(pieces)), key=lambda place: _rarity(pieces[place]))
    numbers = [number for piece in pieces for number in _NUMBER.findall(piece)]
    template = message.template
    if numbers:
        alike = tuple(piece.translate(_ALIKE) for piece in pieces)
        template = dataclasses.replace(template, pieces=alike)
    longest = max(numbers, key=len, default=None)
    number = Number(longest.encode(), _lines_with(message.text, longest)) if longest else None
    return MessagePart(index, template.pieces[place], place, template, number)


def _rarity(piece: str) -> tuple[bool, int]:
    return piece not in _COMMON and not _NUMBER.fullmatch(piece), len(piece)


def _lines_with(text: str, number: str) -> int:
    return sum(number in line for line in text.split("\n"))


def _span(pieces: Iterable[str], gaps: Iterable[Gap]) -> int:
    return sum(map(len, pieces)) + sum(gap.reach for gap in gaps)
