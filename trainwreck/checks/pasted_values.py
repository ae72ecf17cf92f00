"""Values in a message that are others in the next log, which its author left as they were printed.

Only what varies for sure: many numbers, such as those of an errno, say which error it is.
"""

import re
from collections.abc import Iterator

from trainwreck.logs.placeholders import ANY, NUMBER

_SEVERAL = r"(?:[2-9]|[1-9]\d+)"  # rank 0 and device 1 may be meant
_VALUES = re.compile(
    r"(?<![\w<])(?:rank|step|epoch|iteration|pid|shard|worker|device|cuda:)[ :=#]{0,2}"
    rf"(?P<number>{_SEVERAL})\b(?![.\w])|"
    r"(?<=[\w\]]):(?P<port>\d{4,5})\b(?![:.\w])|"
    r"(?P<address>\b0x[0-9a-f]{9,}\b|\b(?!0\.0\.0\.0|127\.)\d{1,3}(?:\.\d{1,3}){3}\b)|"
    r"(?P<size>\b\d+\.\d+) ?[KMGT]i?B\b|"
    r"(?P<time>\b\d\d:\d\d:\d\d\b)",
    re.IGNORECASE,
)


def pasted_values(message: str) -> Iterator[tuple[str, str]]:
    """Yield each value in ``message`` that varies, with the words before it, and what to write."""
    for found in _VALUES.finditer(message):
        value = next(filter(None, found.groups()))
        placeholder = ANY if found["address"] or found["time"] else NUMBER
        yield found[0], found[0].replace(value, placeholder)
