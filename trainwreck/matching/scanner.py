"""Reads a log of any size for messages, in blocks, with memory that does not grow with the log.

A small log is read whole. In a large one Hyperscan first looks for the *anchors* of each message
in the bytes as they are; only the lines around a hit are then cleaned and read for messages. Where
Hyperscan is not installed, all lines are cleaned and read, which finds the same and takes longer.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from trainwreck.logs.failure_rules import ANCHORS as FAILURE_ANCHORS
from trainwreck.logs.normalizer import stream
from trainwreck.matching.matcher import Matcher, Occurrence
from trainwreck.matching.sampling import MARKS, MOST_MARKS, Block, NumberSampler
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
        line, sampler, database = 1, NumberSampler(collector), None
        for block in _blocks(chunks):
            if line == 1 and len(block.data) >= LARGE:
                database = self._database
            if database is None:
                found = self._find(block.data[: block.end], line, collector)
                last = line + block.data.count(b"\n", 0, block.end)
            else:
                hits, fired, marks = self._hits(database, block, collector)
                last = line + sampler.read(block, line, marks)
                found = self._read(block, line, hits, fired, collector)
            new = collector.add(found)
            line = last - block.data.count(b"\n", block.cut, block.end)
            collector.line_count = last - 1
            if block.end and not block.data.endswith(b"\n", 0, block.end):
                collector.line_count += 1
            yield new

    def _read(
        self,
        block: Block,
        line: int,
        hits: list[int],
        fired: set[int],
        collector: Collector,
    ) -> list[Occurrence]:
        """Look for messages around ``hits``."""
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
            data = block.data[start:end]
            found += self._find(data, line, collector, messages, numbers=block.is_last)
        return found

    def _find(
        self,
        data: bytes,
        line: int,
        collector: Collector,
        only: Collection[int] | None = None,
        *,
        numbers: bool = True,
    ) -> list[Occurrence]:
        said = stream(_text(data), line)
        collector.read(said.lines, numbers=numbers)
        return self._matcher.find_in(said, only)

    def _hits(
        self, database: "hyperscan.Database", block: Block, collector: Collector
    ) -> tuple[list[int], set[int], list[int]]:
        """Return where in ``block`` anchors of wanted messages end, all anchors, and marks."""
        followed = collector.followed
        unwanted = {
            pattern
            for pattern, (_, messages) in enumerate(self._anchored if collector.has_found else ())
            if messages and all(map(collector.is_enough, messages))
        }
        hits: list[int] = []
        fired: set[int] = set()
        first_mark = len(self._anchored) - len(MARKS)
        marks = [deque[int](maxlen=MOST_MARKS) for _ in MARKS]

        def on_hit(pattern: int, _start: int, end: int, _flags: int, _context: object) -> None:
            if pattern >= first_mark:
                marks[pattern - first_mark].append(end - 1)
                return
            fired.add(pattern)
            is_wanted = pattern not in unwanted and followed[pattern] < _MOST_FOLLOWED
            if is_wanted and end <= block.end:
                hits.append(end)
                followed[pattern] += 1

        database.scan(block.data, match_event_handler=on_hit)
        return hits, fired, list(chain(*marks))

    @cached_property
    def _anchored(self) -> list[tuple[str, tuple[int, ...]]]:
        """Each anchor as a regular expression, with its messages; the last ones mark numbers."""
        found: dict[str, list[int]] = {}
        for index, message in enumerate(self._matcher.messages):
            # Exceptions are looked for wherever their messages are.
            for anchor in message.anchors if message.purpose != Purpose.EXCEPTION else ():
                found.setdefault(anchor, []).append(index)
        for anchor in FAILURE_ANCHORS:
            found.setdefault(anchor, [])
        anchored = [(anchor, tuple(messages)) for anchor, messages in found.items()]
        return [*anchored, *((mark, ()) for mark in MARKS)]

    @cached_property
    def _database(self) -> "hyperscan.Database | None":
        try:
            from trainwreck.matching import hyperscan_cache  # noqa: PLC0415  not on every platform
        except ImportError:
            return None
        return hyperscan_cache.load([anchor for anchor, _ in self._anchored])


def _blocks(chunks: Iterable[bytes]) -> Iterator[Block]:
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
                    yield Block(data, cut, end)
                waiting, size = [data[cut:]], size - cut
    data = b"".join(waiting)
    yield Block(data, len(data), len(data))


def _windows(block: Block, positions: list[int]) -> Iterator[tuple[int, int]]:
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
