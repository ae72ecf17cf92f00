"""Reads a log of any size for messages, in blocks, with memory that does not grow with the log.

A small log is read whole. In a large one Hyperscan first looks for the *anchors* of each message
in the bytes as they are; only the lines around a hit are then cleaned and read for messages. Where
Hyperscan is not installed, all lines are cleaned and read, which finds the same and takes longer.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from trainwreck.logs.failure_rules import ANCHORS as FAILURE_ANCHORS
from trainwreck.logs.normalizer import stream
from trainwreck.matching.matcher import Matcher, Occurrence
from trainwreck.matching.sightings import Collector
from trainwreck.snapshot.patterns import Purpose

if TYPE_CHECKING:
    import hyperscan

LARGE = 4 << 20
"""Bytes from which Hyperscan is worth its preparation; a smaller log is cleaned whole."""
BLOCK = 1 << 20
"""Bytes of a large log that are read at a time, few enough for the caches of a processor."""
_OVERLAP = 1 << 14
_MARGIN = 1 << 12
_MOST_FOLLOWED = 20_000
"""Hits of one anchor that are followed up: what it has not led to by then it will not."""


class Scanner:
    """Looks for the messages of one catalog; can be used for any number of logs."""

    def __init__(self, matcher: Matcher) -> None:
        """Prepare to look for the messages of ``matcher``."""
        self._matcher = matcher

    def scan(self, chunks: Iterable[bytes], collector: Collector) -> Iterator[bool]:
        """Read a log, block by block.

        Args:
            chunks: the log in pieces of any length, in UTF-8 or an encoding that extends ASCII; an
                empty piece asks to read what there is and not to wait for a full block.
            collector: takes what is found and counts the lines.

        Yields:
            After each block whether an entry was found for the first time.

        """
        line = 1
        for block in _blocks(chunks):
            new = collector.add(self._read(block, line, collector))
            line += block.data.count(b"\n", 0, block.cut)
            collector.line_count = line - 1 + block.data.count(b"\n", block.cut, block.end)
            if block.end and not block.data.endswith(b"\n", 0, block.end):
                collector.line_count += 1
            yield new

    def _read(self, block: "_Block", line: int, collector: Collector) -> list[Occurrence]:
        is_large = len(block.data) >= LARGE or "_database" in self.__dict__
        database = self._database if is_large else None
        if database is None:
            return self._find(block.data[: block.end], line, collector)
        hits, fired = self._hits(database, block, collector)
        if not hits:
            return []
        # Those found often enough too: what they cover is no occurrence of a weaker message.
        messages = {index for pattern in fired for index in self._anchored[pattern][1]}
        messages |= self._matcher.exceptions(messages)
        found: list[Occurrence] = []
        before = 0
        for start, end in _windows(block, hits):
            line += block.data.count(b"\n", before, start)
            before = start
            found += self._find(block.data[start:end], line, collector, messages)
        return found

    def _find(
        self, data: bytes, line: int, collector: Collector, only: Collection[int] | None = None
    ) -> list[Occurrence]:
        said = stream(_text(data), line)
        collector.read(said.lines)
        return self._matcher.find_in(said, only)

    def _hits(
        self, database: "hyperscan.Database", block: "_Block", collector: Collector
    ) -> tuple[list[int], set[int]]:
        """Return where in ``block`` anchors of wanted messages end, and all anchors found."""
        followed = collector.followed
        unwanted = {
            pattern
            for pattern, (_, messages) in enumerate(self._anchored if collector.has_found else ())
            if messages and all(map(collector.is_enough, messages))
        }
        hits: list[int] = []
        fired: set[int] = set()

        def on_hit(pattern: int, _start: int, end: int, _flags: int, _context: object) -> None:
            fired.add(pattern)
            is_wanted = pattern not in unwanted and followed[pattern] < _MOST_FOLLOWED
            if is_wanted and end <= block.end:
                hits.append(end)
                followed[pattern] += 1

        database.scan(block.data, match_event_handler=on_hit)
        return hits, fired

    @cached_property
    def _anchored(self) -> list[tuple[str, tuple[int, ...]]]:
        """Each anchor as a regular expression, with the messages that it belongs to."""
        found: dict[str, list[int]] = {}
        for index, message in enumerate(self._matcher.messages):
            # Exceptions are looked for wherever their messages are.
            for anchor in message.anchors if message.purpose != Purpose.EXCEPTION else ():
                found.setdefault(anchor, []).append(index)
        for anchor in FAILURE_ANCHORS:
            found.setdefault(anchor, [])
        return [(anchor, tuple(messages)) for anchor, messages in found.items()]

    @cached_property
    def _database(self) -> "hyperscan.Database | None":
        try:
            from trainwreck.matching import hyperscan_cache  # noqa: PLC0415  not on every platform
        except ImportError:
            return None
        return hyperscan_cache.load([anchor for anchor, _ in self._anchored])


@dataclass(frozen=True, slots=True)
class _Block:
    """A part of a log that is read at once."""

    data: bytes
    cut: int
    """Where the next block begins: before the end, so that no message is cut."""
    end: int
    """Where what is to be read ends: after a line, where there is one to end with."""


def _blocks(chunks: Iterable[bytes]) -> Iterator[_Block]:
    """Yield the blocks of a log."""
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
                at_least = max(0, end - _OVERLAP)
                cut = data.find(b"\n", at_least, end) + 1 or at_least
                cut = at_least if cut == end else cut
                if end:
                    yield _Block(data, cut, end)
                waiting, size = [data[cut:]], size - cut
    data = b"".join(waiting)
    yield _Block(data, len(data), len(data))


def _windows(block: _Block, positions: list[int]) -> Iterator[tuple[int, int]]:
    """Yield start and end of the lines around ``positions``, those that touch as one."""
    data, begin, end = block.data, -1, -1
    for position in sorted(positions):
        low = max(0, position - _MARGIN)
        start = data.rfind(b"\n", 0, low) + 1 if low else 0
        start = max(start, low - _MARGIN)
        high = position + _MARGIN
        stop = data.find(b"\n", high, high + _MARGIN) + 1 or high + _MARGIN
        stop = min(stop, block.end)
        if begin < 0:
            begin, end = start, stop
        elif start <= end:
            end = max(end, stop)
        else:
            yield begin, end
            begin, end = start, stop
    if begin >= 0:
        yield begin, end


def _text(block: bytes) -> str:
    return block.decode("utf-8", "replace")
