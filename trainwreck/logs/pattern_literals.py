r"""The fixed text of regular expressions, by which most lines are told at once that can't match."""

import importlib
import re
from collections.abc import Iterable, Iterator
from typing import Any

# Python's own parser of patterns; the tests notice where another version has another one.
_parser: Any = importlib.import_module("re._parser")


def literals(patterns: Iterable[re.Pattern[str]]) -> list[str]:
    r"""Return texts of which every match of one of ``patterns`` contains at least one.

    Raises:
        ValueError: if a pattern can match without any fixed text.

    >>> literals([re.compile(r".*\b(?:died|ended) with <\w+>"), re.compile(r"(?:up|down) \d")])
    [' with <', 'down', 'up']

    """
    found: set[str] = set()
    for pattern in patterns:
        best = _best(_parser.parse(pattern.pattern))
        if not best or pattern.flags & re.IGNORECASE:
            raise ValueError(f"{pattern.pattern!r} has no fixed text to look for first")
        found |= best
    return sorted(found)


def _best(parsed: Iterable[Any]) -> frozenset[str]:
    """Return the texts of which one is in every match, the longest there are; empty if none is."""
    return max(_required(parsed), key=lambda texts: min(map(len, texts)), default=frozenset())


def _required(parsed: Iterable[Any]) -> Iterator[frozenset[str]]:
    """Yield sets of texts; of each set every match contains at least one."""
    run = ""
    for kind, value in parsed:
        if kind is _parser.LITERAL:
            run += chr(value)
            continue
        if kind is _parser.AT:  # stands for no character
            continue
        if run:
            yield frozenset({run})
            run = ""
        if kind is _parser.SUBPATTERN:
            yield from _required(value[-1])
        elif kind is _parser.BRANCH:
            alternatives = [_best(part) for part in value[1]]
            if all(alternatives):
                yield frozenset().union(*alternatives)
    if run:
        yield frozenset({run})
