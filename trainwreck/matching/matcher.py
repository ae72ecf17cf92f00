"""Finds the messages of a catalog in a piece of a log."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from trainwreck.logs.normalizer import Line, Stream, stream
from trainwreck.snapshot.patterns import GRAM, Pattern, Purpose

_SHORT_GRAM = 4
"""Characters by which a pattern is looked up that has no piece as long as a gram."""
_MANY_SHORT = 300
"""Such patterns from which looking them up takes less time than looking for each."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A place in a log where a message stands."""

    message: int
    """Index of the pattern."""
    lines: tuple[Line, ...]
    """The lines of the log that hold it, at least one."""
    start: int
    """Position in the stream of text that was looked at."""
    column: int
    """Where in the first of the lines, from 0, the message stands there for the first time."""


class Matcher:
    """The messages of all entries, and their exceptions."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        """Prepare to look for ``patterns``."""
        self.messages: Sequence[Pattern] = list(patterns)
        self._by_gram: dict[str, list[int]] = {}
        self._by_short_gram: dict[str, list[int]] = {}
        self._always: list[int] = []
        short = []
        for index, message in enumerate(self.messages):
            if len(message.gram) == GRAM:
                self._by_gram.setdefault(message.gram, []).append(index)
            elif message.gram:
                short.append(index)
        if len(short) < _MANY_SHORT:
            self._always = short
            return
        for index in short:
            gram = self.messages[index].gram[:_SHORT_GRAM]
            if len(gram) == _SHORT_GRAM:
                self._by_short_gram.setdefault(gram, []).append(index)
            else:
                self._always.append(index)

    def find(
        self, text: str, first: int = 1, only: Collection[int] | None = None
    ) -> list[Occurrence]:
        """Return where messages stand in ``text``, from top to bottom.

        Args:
            text: a log or a part of it that begins with a line.
            first: number of its first line.
            only: indexes of the messages to look for; all by default.

        """
        return self.find_in(stream(text, first), only)

    def find_in(self, said: Stream, only: Collection[int] | None = None) -> list[Occurrence]:
        """Return where messages stand in a normalized text, from top to bottom.

        Of two entries' messages on the same text the one with less fixed text is left out.
        """
        chosen = self._candidates(said.text) if only is None else sorted(only)
        spans = [
            (start, end, index)
            for index in chosen
            for start, end in self.messages[index].template.matches(said)
        ]
        kept = self._without_exceptions(said, spans)
        columns: dict[tuple[int, int], int] = {}
        found = []
        for start, end, index in self._strongest(said, kept):
            lines = tuple(said.lines_between(start, end))
            # Once per line and message: a long line may hold one thousands of times.
            place = (index, lines[0].number)
            if place not in columns:
                columns[place] = said.column(start)
            found.append(Occurrence(index, lines, start, columns[place]))
        return found

    def _candidates(self, text: str) -> list[int]:
        """Return the messages of which the longest piece may stand in ``text``.

        The time for it grows with the text, not with the number of messages.
        """
        found = list(self._always)
        for length, by_gram in ((GRAM, self._by_gram), (_SHORT_GRAM, self._by_short_gram)):
            if by_gram:
                grams = {text[at : at + length] for at in range(len(text) - length + 1)}
                found += (index for gram in grams & by_gram.keys() for index in by_gram[gram])
        return sorted(found)

    def exceptions(self, messages: Collection[int]) -> set[int]:
        """Return the indexes of the exceptions to ``messages``."""
        entries = {self.messages[index].entry for index in messages}
        return {index for entry in entries for index in self._exceptions.get(entry, ())}

    @cached_property
    def _exceptions(self) -> Mapping[str, Sequence[int]]:
        """The indexes of the exceptions of each entry that has some."""
        found: dict[str, list[int]] = {}
        for index, message in enumerate(self.messages):
            if message.purpose == Purpose.EXCEPTION:
                found.setdefault(message.entry, []).append(index)
        return found

    def _without_exceptions(
        self, said: Stream, spans: list[tuple[int, int, int]]
    ) -> list[tuple[int, int, int]]:
        """Leave out the messages that share a line with an exception to them."""
        excluded: dict[str, set[int]] = {}
        for start, end, index in spans:
            message = self.messages[index]
            if message.purpose == Purpose.EXCEPTION:
                excluded.setdefault(message.entry, set()).update(said.logical_lines(start, end))
        return [
            (start, end, index)
            for start, end, index in spans
            if (message := self.messages[index]).purpose != Purpose.EXCEPTION
            and (
                message.entry not in excluded
                or excluded[message.entry].isdisjoint(said.logical_lines(start, end))
            )
        ]

    def _strongest(
        self, said: Stream, spans: list[tuple[int, int, int]]
    ) -> list[tuple[int, int, int]]:
        """Leave out each message that lies within another entry's message with more fixed text."""
        # What may cover a span comes before it: by start, then the longest, then the heaviest.
        spans.sort(key=lambda span: (span[0], -span[1], -self._weight(span)))
        kept: list[tuple[int, int, int]] = []
        open_: list[tuple[int, int, int]] = []
        for span in spans:
            open_ = [other for other in open_ if other[1] > span[0]]
            if not any(self._covers(said, other, span) for other in open_):
                kept.append(span)
                open_.append(span)
        return kept

    def _covers(self, said: Stream, one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
        if one[1] < other[1] or not self._outweighs(one, other):
            return False
        if self.messages[one[2]].template.has_two_lines:  # those between them say something else
            around, within = said.logical_lines(*one[:2]), said.logical_lines(*other[:2])
            return within[0] == around[0] or within[-1] == around[-1]
        return True

    def _weight(self, span: tuple[int, int, int]) -> int:
        return self.messages[span[2]].template.weight

    def _outweighs(self, one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
        first, second = self.messages[one[2]], self.messages[other[2]]
        if Purpose.TELLTALE in (first.purpose, second.purpose):
            return False  # a telltale says nothing without the message that it may lie on
        return first.entry != second.entry and self._weight(one) > self._weight(other)
