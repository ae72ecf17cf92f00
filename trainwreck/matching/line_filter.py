"""Finds the lines of a log that may matter, without reading the others.

Most lines of a large log differ in nothing but numbers. Each is looked at with its digits all
alike, once; whether it can be part of a message, report a failure or tell something about the job
is remembered. Where in doubt a line passes: if it may be wrapped within a message, or if a number
decides that is anywhere near. A wrapped number is the one thing that is not looked for.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from trainwreck.logs import failures, job_facts
from trainwreck.logs.noise_rules import NOISE_RULES
from trainwreck.logs.normalizer import Line, Stream, lines, stream
from trainwreck.matching import needles
from trainwreck.matching.matcher import Matcher
from trainwreck.matching.message_parts import Fragments, MessagePart, Number, message_parts

_DIGITS = b"0123456789"
_ALIKE = bytes.maketrans(_DIGITS + b"\r", b"1" * len(_DIGITS) + b"\n")
_GRAM = 8
_SHORT_GRAM = 4
_LONGEST_LINE = 1 << 14
"""Bytes of a line from which it passes as it is."""
_MOST_KEPT = 20_000
"""Lines that are remembered; a log with more of them repeats nothing."""
_ESCAPE = re.compile(rb"[\x00\x1b]")
_NEAR = 1 << 12
"""Bytes between the lines of one message, with those of other ranks."""
_TITLE = "\x1b]"


@dataclass(frozen=True, slots=True)
class _Reason:
    """Why a line may matter."""

    always: bool = False
    """Whether it does in any case."""
    messages: frozenset[int] = frozenset()
    """The messages that it contains."""
    numbers: frozenset[Number] = frozenset()
    """Numbers of which one must be near, so that it contains another message."""


_INERT, _ALWAYS = _Reason(), _Reason(always=True)


class LineFilter:
    """Knows what the lines that matter look like; remembers those that it has seen."""

    def __init__(self, matcher: Matcher) -> None:
        """Prepare for the messages of ``matcher``."""
        self._matcher = matcher
        self._inert: set[bytes] = set()
        self._telling: dict[bytes, _Reason] = {}
        parts = message_parts(matcher.messages)
        self._by_gram: dict[str, list[MessagePart]] = {}
        for part in parts:
            self._by_gram.setdefault(_gram(part.text), []).append(part)
        words = {part.text for part in parts if part.ends_word}
        texts = {part.text for part in parts} - words
        self._needles = needles.Needles(texts, words)
        self._tiny = [gram for gram in self._by_gram if len(gram) < _SHORT_GRAM]
        self._fragments = Fragments(parts)

    def places(self, data: bytes, is_enough: Callable[[int], bool]) -> list[tuple[int, int]]:
        """Return start and end of each line of ``data`` that may matter.

        Args:
            data: whole lines of a log.
            is_enough: tells whether a message was found so often that more says nothing new.

        """
        parts = data.translate(_ALIKE).split(b"\n")
        rest = set(parts) - self._inert
        if not rest:
            return []
        self._look_at(rest - self._telling.keys())
        known = rest & self._telling.keys()
        found = {line for line in known if self._tells(self._telling[line], is_enough)}
        numbers = {one for line in known for one in self._telling[line].numbers}
        places = set(_places(parts, found)) if found else set()
        places |= {place for number in numbers for place in self._with_number(data, number)}
        return sorted(places)

    def _tells(self, reason: _Reason, is_enough: Callable[[int], bool]) -> bool:
        return reason.always or not all(map(is_enough, reason.messages))

    def _with_number(self, data: bytes, number: Number) -> Iterator[tuple[int, int]]:
        """Yield start and end of the lines that contain a number as often as a message needs it."""
        places = list(self._lines_with(data, number))
        for at, place in enumerate(places):
            near = places[max(0, at - number.times + 1) : at + number.times]
            if sum(abs(other[0] - place[0]) <= _NEAR for other in near) >= number.times:
                yield place

    def _lines_with(self, data: bytes, wanted: Number) -> Iterator[tuple[int, int]]:
        number = wanted.text
        found = data.find(number)
        while found >= 0:
            start = data.rfind(b"\n", 0, found) + 1
            start = max(start, data.rfind(b"\r", start, found) + 1)
            end = data.find(b"\n", found)
            end = len(data) if end < 0 else end
            end = data.find(b"\r", found, end) if b"\r" in data[found:end] else end
            reason = self._telling.get(data[start:end].translate(_ALIKE))
            if reason and wanted in reason.numbers:
                yield start, end
            found = data.find(number, end)

    def _look_at(self, lines: Collection[bytes]) -> None:
        """Find out why each of ``lines`` matters, and remember it."""
        if len(self._inert) + len(self._telling) > _MOST_KEPT:
            self._inert.clear()
            self._telling.clear()
        plain = [line for line in lines if line.isascii() and not _ESCAPE.search(line)]
        folded = list(map(needles.folded, plain))
        hits = self._needles.places(plain, folded)
        quiet = {
            line
            for at, line in enumerate(plain)
            if at not in hits and not self._may_be_a_part(line, folded[at].decode())
        }
        self._inert |= quiet
        for line in lines:
            if line in quiet:
                continue
            is_long = len(line) > _LONGEST_LINE
            reason = _ALWAYS if is_long else self._reason(line.decode("utf-8", "replace"))
            if reason == _INERT:
                self._inert.add(line)
            else:
                self._telling[line] = reason

    def _may_be_a_part(self, raw: bytes, folded: str) -> bool:
        """Tell whether an end of a line may be a part of a message, or all of it."""
        if len(raw) >= NOISE_RULES.shortest_full_line and self._fragments.may_end(folded):
            return True
        (line,) = lines(raw.decode())
        return not line.timed and self._fragments.may_begin("".join(line.text.lower().split()))

    def _reason(self, text: str) -> _Reason:
        if _TITLE in text:
            return _ALWAYS  # what ends it may be on the other side of a carriage return
        said = stream(text)
        if not said.lines:
            return _INERT
        (line,) = said.lines
        folded = said.text[:-1]
        is_wide = len(line.raw.rstrip()) >= NOISE_RULES.shortest_full_line
        is_part = self._fragments.may_begin(folded) and not line.timed
        is_part = is_part or (is_wide and self._fragments.may_end(folded))
        if is_part or failures.is_telling(line) or job_facts.is_telling(line):
            return _ALWAYS
        return self._of_messages(said, folded, line, is_wide=is_wide)

    def _of_messages(self, said: Stream, folded: str, line: Line, *, is_wide: bool) -> _Reason:
        found: set[int] = set()
        numbers: set[Number] = set()
        for part in self._candidates(folded):
            is_whole = any(part.template.matches(said))
            if not is_whole and not part.reaches_over(
                said, goes_on=not line.timed, is_wide=is_wide
            ):
                continue
            if part.number:
                numbers.add(part.number)
            elif is_whole and part.template.is_one_line:
                found.add(part.message)
            else:
                return _ALWAYS
        if found:
            only = found | self._matcher.exceptions(found)
            kept = {occurrence.message for occurrence in self._matcher.find_in(said, only)}
            if not kept:
                return _ALWAYS
            found = kept
        return _Reason(messages=frozenset(found), numbers=frozenset(numbers))

    def _candidates(self, folded: str) -> Iterator[MessagePart]:
        grams = {folded[at : at + _GRAM] for at in range(len(folded) - _GRAM + 1)}
        grams |= {folded[at : at + _SHORT_GRAM] for at in range(len(folded) - _SHORT_GRAM + 1)}
        grams |= {gram for gram in self._tiny if gram in folded}
        for gram in grams & self._by_gram.keys():
            for part in self._by_gram[gram]:
                if part.text in folded:
                    yield part


def _places(lines: Sequence[bytes], found: Collection[bytes]) -> Iterator[tuple[int, int]]:
    start = 0
    for line in lines:
        if line in found:
            yield start, start + len(line)
        start += len(line) + 1


def _gram(text: str) -> str:
    return text[: next((n for n in (_GRAM, _SHORT_GRAM) if len(text) >= n), len(text))]
