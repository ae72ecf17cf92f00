"""Cuts a log into blocks, which overlap so that no message is cut."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from trainwreck.logs.noise_rules import NOISE_RULES

LARGE = 4 << 20
"""Bytes from which Hyperscan is worth its preparation; a smaller log is cleaned whole."""
BLOCK = 1 << 20
"""Bytes of a large log that are read at a time, few enough for the caches of a processor."""
PART = 1 << 17
"""Bytes of which all lines are cleaned at a time; lines of few letters need much memory."""
_OVERLAP = 1 << 14
_UNSEEN = [character.encode() for character in NOISE_RULES.unseen]
# Codes of a terminal end before their line does.
_CODES = NOISE_RULES.escape.pattern.replace(r"\x1b]", r"\x1b\n]").encode()
_NOISE = re.compile(b"|".join((_CODES, *_UNSEEN)))


@dataclass(frozen=True)
class Block:
    """A part of a log that is read at once."""

    data: bytes
    cut: int
    """Where the next block begins: before the end, so that no message is cut."""
    end: int
    """Where what is to be read ends: after a line, where there is one to end with."""
    is_last: bool = False
    """Whether the log ends with it, for now."""

    @property
    def is_large(self) -> bool:
        """Whether it is worth searching for anchors: the first block of a large log is."""
        return len(self.data) >= LARGE

    @cached_property
    def line_ends(self) -> int:
        """Ends of lines in what is to be read."""
        return line_ends(self.data, 0, self.end)

    def plain(self) -> "Block":
        """Return the same without the codes of a terminal and characters that cannot be seen."""
        if without_noise(self.data) is self.data:
            return self
        parts = (self.data[: self.cut], self.data[self.cut : self.end], self.data[self.end :])
        first, overlap, rest = map(without_noise, parts)
        read = len(first) + len(overlap)
        return Block(first + overlap + rest, len(first), read, self.is_last)


def line_ends(data: bytes, start: int, end: int) -> int:
    """Return how many lines end between two positions."""
    part = data[start:end]
    # Several times as fast as bytes.count, which compares byte by byte.
    return len(part) - len(part.replace(b"\n", b""))


def blocks(chunks: Iterable[bytes]) -> Iterator[Block | None]:
    """Yield the blocks of a log; None where the next one may take long to come.

    Args:
        chunks: the log in pieces of any length; an empty piece asks for all that there is.

    """
    waiting: list[bytes] = []
    size, enough = 0, LARGE
    for chunk in chunks:
        for at in range(0, max(len(chunk), 1), BLOCK):
            waiting.append(chunk[at : at + BLOCK])
            size += len(waiting[-1])
            if size >= enough or (not chunk and size):
                enough = BLOCK
                data = b"".join(waiting)
                end = data.rfind(b"\n") + 1
                if chunk and end < size - _OVERLAP:
                    end = size
                cut = _cut(data, 0, end)
                if end:
                    yield Block(data, cut, end, is_last=not chunk)
                waiting, size = [data[cut:]], size - cut
            if not chunk:
                yield None
    data = b"".join(waiting)
    yield Block(data, len(data), len(data), is_last=True)


def parts(block: Block) -> Iterator[Block]:
    """Yield blocks so small that their lines need little memory, in place of a larger one."""
    data, start = block.data, 0
    while block.end - start > PART + 2 * _OVERLAP:
        end = data.rfind(b"\n", start, start + PART) + 1
        end = end if end > start + PART - _OVERLAP else start + PART
        cut = _cut(data, start, end)
        yield Block(data[start:end], cut - start, end - start)
        start = cut
    if start:
        yield Block(data[start:], block.cut - start, block.end - start, block.is_last)
    else:
        yield block


def _cut(data: bytes, start: int, end: int) -> int:
    """Return where the next block begins, as a line does, if this one reaches up to ``end``."""
    at_least = max(start, end - _OVERLAP)
    cut = data.find(b"\n", at_least, end) + 1 or at_least
    return at_least if cut == end else cut


def without_noise(data: bytes) -> bytes:
    """Return a part of a log without codes of a terminal and characters that cannot be seen."""
    is_clean = b"\x1b" not in data and b"\0" not in data
    if is_clean and (data.isascii() or not any(each in data for each in _UNSEEN)):
        return data
    return _NOISE.sub(b"", data)
