"""Lists of nodes as Slurm prints them: ``nid[001-004,7],login1``."""

import itertools
import re
from collections.abc import Iterator

MOST_NODES = 100_000
"""Nodes of one list that are named."""
_NAME = re.compile(r"(?:[^\s,\[\]]|\[[^\[\]]*\])+")
_RANGES = re.compile(r"\[([^\[\]]*)\]")


def expanded(listed: str) -> tuple[str, ...]:
    """Return the names of the nodes in ``listed``.

    >>> expanded("nid[008-010,12],login1")
    ('nid008', 'nid009', 'nid010', 'nid12', 'login1')
    """
    names = (name for part in _NAME.findall(listed) for name in _expanded_name(part))
    return tuple(itertools.islice(names, MOST_NODES))


def _expanded_name(name: str) -> Iterator[str]:
    match = _RANGES.search(name)
    if not match:
        yield name
        return
    for number in _numbers(match[1]):
        for rest in _expanded_name(name[match.end() :]):
            yield name[: match.start()] + number + rest


def _numbers(ranges: str) -> Iterator[str]:
    for part in ranges.split(","):
        first, _, last = part.strip().partition("-")
        if first.isdecimal() and last.isdecimal():
            for number in range(int(first), int(last) + 1):
                yield f"{number:0{len(first)}}"
        elif first:
            yield part.strip()
