"""Messages without the exception that they begin with, as somebody may paste a line.

The text has to begin a line, and to say enough: an exception of Python's own adds little to it, one
of a library more. ``browser/matching/bare-messages.js`` does the same.
"""

import re
from collections.abc import Collection, Iterable, Iterator

from trainwreck.logs.error_lines import FAILURE
from trainwreck.logs.failure_rules import TYPES
from trainwreck.logs.normalizer import END, Stream, lines
from trainwreck.logs.templates import parse
from trainwreck.matching.judgement import SPECIFIC, VAGUE
from trainwreck.matching.matcher import Matcher, Occurrence
from trainwreck.snapshot.entry import Message
from trainwreck.snapshot.patterns import Pattern, Purpose, pattern

MOST_LINES = 5
"""Lines with text that a paste has at most."""
LONGEST = 4_000
"""Characters that it has at most."""
_COMMON = 16
_OF_PYTHON = (
    "Assertion|Attribute|BlockingIO|BrokenPipe|Connection(?:Aborted|Refused|Reset)?|EOF|FileExists|FileNotFound"
    "|Indentation|Index|IO|Memory|Name|NotImplemented|OS|Overflow|Permission|Recursion|Runtime|Syntax|System|Tab"
    "|Timeout|Type|UnboundLocal|Unicode(?:Decode|Encode)?|Value|ZeroDivision"
)
_OF_MEMORY = r"(?:torch\.(?:cuda\.)?)?OutOfMemoryError"
EXCEPTION = re.compile(rf"(?!\S*Warning: )(?:{TYPES}): +(?=\S)")
"""The exception with which a message begins."""
KINDS = (
    (VAGUE, re.compile(r"(?:Import|ModuleNotFound)Error: ")),
    (_COMMON, re.compile(rf"(?:(?:{_OF_PYTHON})Error|Exception|{_OF_MEMORY}): ")),
    (SPECIFIC, re.compile(r"(?!KeyError: |.*?: +\[Errno)")),
)
"""Kinds of exceptions, each with the letters of fixed text that a message has to have behind one.
The text of a ``KeyError`` is only a key, and any exception may have that of an errno."""
OPEN = SPECIFIC
"""The letters that it has to have if it begins with a placeholder."""


def without_exception(text: str) -> str | None:
    """Return a message without its exception; None if it has none, or says too little without.

    >>> without_exception("IndexError: index out of range in self")
    'index out of range in self'
    """
    rest = _rest(text)
    if rest is None:
        return None
    template = parse(rest)
    least = next((least for least, kind in KINDS if kind.match(text)), None)
    if least is None or template.weight < (max(least, OPEN) if template.open_start else least):
        return None
    return rest


def _rest(text: str) -> str | None:
    found = EXCEPTION.match(text)
    return text[found.end() :] if found else None


def is_short(text: str) -> bool:
    """Tell whether a log may be a line or a few that somebody copied."""
    if len(text) > LONGEST:
        return False
    return sum(bool(line.strip()) for line in text.split("\n")) <= MOST_LINES


def telling_lines(text: str) -> list[str]:
    """Return the lines of a log that speak of an error, without their prefixes."""
    said = (line.text.strip() for line in lines(text))
    return [line for line in said if FAILURE.search(line)]


class BareMatcher(Matcher):
    """Knows the messages of all entries, those that begin with an exception also without it."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        """Prepare to look for ``patterns``, and for what follows the exceptions in them."""
        known = list(patterns)
        super().__init__([*known, *(bare for one in known for bare in _bare(one))])
        self._first_bare = len(known)

    def find_in(self, said: Stream, only: Collection[int] | None = None) -> list[Occurrence]:
        """Return where messages stand in a normalized text, from top to bottom."""
        found = super().find_in(said, only)
        return [
            one for one in found if one.message < self._first_bare or self._begins_line(said, one)
        ]

    def _begins_line(self, said: Stream, found: Occurrence) -> bool:
        """Tell whether a line begins with a message, or with a word for its first placeholder."""
        begin = said.text.rfind(END, 0, found.start) + 1
        if not self.messages[found.message].template.open_start:
            return begin == found.start
        return said.breaks.isdisjoint(range(begin + 1, found.start))


def _bare(one: Pattern) -> Iterator[Pattern]:
    """Yield what is left of a pattern without its exception, if that says enough."""
    if one.purpose == Purpose.MESSAGE:
        rest = without_exception(one.text)
    else:
        rest = _rest(one.text) if one.purpose == Purpose.EXCEPTION else None
    if rest is not None:
        yield pattern(one.entry, Purpose(one.purpose), Message(rest, secondary=one.secondary))
