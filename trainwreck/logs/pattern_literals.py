r"""The fixed text of regular expressions, by which most lines are told at once that can't match."""

import importlib
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

# Python's own parser of patterns; the tests notice where another version has another one.
_parser: Any = importlib.import_module("re._parser")
_MOST_CHARACTERS = 8
"""Members of a set up to which each counts as a character of its own."""
_MOST_TEXTS = 256
_NO_WIDTH = (_parser.AT, _parser.ASSERT, _parser.ASSERT_NOT)
_WITH_PARTS = (
    _parser.SUBPATTERN,
    _parser.MAX_REPEAT,
    _parser.MIN_REPEAT,
    _parser.ASSERT,
    _parser.ASSERT_NOT,
)
_LINE_END = ord("\n")
_WITH_LINE_END = (
    _parser.CATEGORY_SPACE,
    _parser.CATEGORY_NOT_DIGIT,
    _parser.CATEGORY_NOT_WORD,
)


def literals(patterns: Iterable[re.Pattern[str]]) -> list[str]:
    r"""Return texts of which every match of one of ``patterns`` contains at least one.

    Raises:
        ValueError: if a pattern can match without any fixed text.

    >>> literals([re.compile(r".*\b(?:died|ended) with <\w+>"), re.compile(r"(?:up|down) \d")])
    ['died with <', 'down ', 'ended with <', 'up ']

    """
    found: set[str] = set()
    for pattern in patterns:
        best = required_texts(pattern)
        if not best or pattern.flags & re.IGNORECASE:
            raise ValueError(f"{pattern.pattern!r} has no fixed text to look for first")
        found |= best
    return sorted(found)


def required_texts(pattern: re.Pattern[str]) -> frozenset[str]:
    """Return texts of which every match contains at least one; empty if none are known.

    Those of a pattern that ignores case are in lower case.
    """
    best = _best(list(_parser.parse(pattern.pattern, pattern.flags)))
    if pattern.flags & re.IGNORECASE:
        best = frozenset(map(str.lower, best))
    # Whatever contains one that contains another contains that one, too.
    return frozenset(text for text in best if not any(o in text for o in best if o != text))


def stays_in_line(pattern: re.Pattern[str]) -> bool:
    """Return whether nothing in ``pattern``, its lookarounds included, can be the end of a line.

    If so, it finds the same in each line by itself as in the whole text.
    """
    return not _takes_line_end(_parser.parse(pattern.pattern, pattern.flags), pattern.flags)


def _best(parsed: Sequence[Any]) -> frozenset[str]:
    """Return the texts of which one is in every match, the longest there are; empty if none is."""
    sets = (texts for texts in _required(parsed) if all(texts))
    return max(sets, key=lambda texts: (min(map(len, texts)), -len(texts)), default=frozenset())


def _required(parsed: Sequence[Any]) -> Iterator[frozenset[str]]:
    """Yield sets of texts; of each set every match contains at least one."""
    for start, (kind, value) in enumerate(parsed):
        if kind not in _NO_WIDTH:
            yield _leading(parsed[start:])[0]
        if kind is _parser.SUBPATTERN:
            yield from _required(list(value[-1]))
        elif kind is _parser.BRANCH:
            alternatives = [_best(list(part)) for part in value[1]]
            if all(alternatives):
                yield frozenset().union(*alternatives)


def _leading(parsed: Iterable[Any]) -> tuple[frozenset[str], bool]:
    """Return texts with one of which each match begins, and whether they are whole matches."""
    texts, is_whole = frozenset({""}), True
    for item in parsed:
        following, is_whole = _texts_of(*item)
        if len(texts) * len(following) > _MOST_TEXTS:
            return texts, False
        texts = frozenset(map("".join, itertools.product(texts, following)))
        if not is_whole:
            break
    return texts, is_whole


def _texts_of(kind: Any, value: Any) -> tuple[frozenset[str], bool]:
    """Return what :func:`_leading` does, for one item of a pattern."""
    if kind in _NO_WIDTH:
        return frozenset({""}), True
    if kind is _parser.LITERAL:
        return frozenset({chr(value)}), True
    if kind is _parser.IN and len(value) <= _MOST_CHARACTERS:
        if all(name is _parser.LITERAL for name, _ in value):
            return frozenset(chr(character) for _, character in value), True
    elif kind is _parser.SUBPATTERN:
        return _leading(value[-1])
    elif kind is _parser.BRANCH:
        alternatives = [_leading(part) for part in value[1]]
        texts = frozenset[str]().union(*(found for found, _ in alternatives))
        return texts, all(is_whole for _, is_whole in alternatives)
    return frozenset({""}), False


def _takes_line_end(parsed: Iterable[Any], flags: int) -> bool:
    return any(_is_line_end(kind, value, flags) for kind, value in parsed)


def _is_line_end(kind: Any, value: Any, flags: int) -> bool:
    if kind is _parser.BRANCH:
        return any(_takes_line_end(part, flags) for part in value[1])
    if kind in _WITH_PARTS:
        return _takes_line_end(value[-1], flags)
    if kind is _parser.AT:  # a line and the whole text begin and end in different places
        return value not in (_parser.AT_BOUNDARY, _parser.AT_NON_BOUNDARY)
    if kind is _parser.IN:
        is_negated = value[0][0] is _parser.NEGATE
        return any(_holds_line_end(*item) for item in value) != is_negated
    if kind in (_parser.LITERAL, _parser.NOT_LITERAL):
        return bool((value == _LINE_END) == (kind is _parser.LITERAL))
    # Whatever else there may be is taken for one.
    return kind is not _parser.ANY or bool(flags & re.DOTALL)


def _holds_line_end(kind: Any, value: Any) -> bool:
    if kind is _parser.RANGE:
        return bool(value[0] <= _LINE_END <= value[1])
    if kind is _parser.CATEGORY:
        return value in _WITH_LINE_END
    return bool(kind is _parser.LITERAL and value == _LINE_END)
