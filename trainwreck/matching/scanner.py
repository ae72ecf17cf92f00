"""Reads a log of any size for messages, in blocks, with memory that does not grow with the log.

Of a large log only the lines that may matter are cleaned and read, with those around them: what is
found is the same as if all were.
"""

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from trainwreck.logs.normalizer import REPORT_BEGINS, lines, stream
from trainwreck.matching.line_filter import LineFilter
from trainwreck.matching.matcher import Matcher, Occurrence
from trainwreck.matching.sightings import Collector

SMALL = 1 << 17
"""Bytes of a log that is read whole, since to prepare for more takes longer."""
BLOCK = 1 << 19
"""Bytes that are read at a time, few enough for the caches of a processor."""
_OVERLAP = 1 << 14
_MARGIN = 1 << 12
"""Bytes before and after a line that are read with it, since lines may be wrapped."""
_REPORT = REPORT_BEGINS.encode()


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
        line, offset = 1, 0
        for block in _blocks(chunks):
            found = list(self._read(block, line, offset, collector))
            new = collector.add(found)
            line += block.data.count(b"\n", 0, block.cut)
            offset += block.cut
            collector.line_count = line - 1 + block.data.count(b"\n", block.cut, block.end)
            if block.end and not block.data.endswith(b"\n", 0, block.end):
                collector.line_count += 1
            yield new

    def _read(
        self, block: "_Block", line: int, offset: int, collector: Collector
    ) -> Iterator[Occurrence]:
        """Yield what is found in a block that begins with ``line`` at ``offset``."""
        data = block.data[: block.end]
        place = 0
        for start, end in self._windows(data, collector):
            _skim(data[place:start], line, collector)
            line += data.count(b"\n", place, start)
            yield from self._find(data[start:end], line, offset + start, collector)
            line += data.count(b"\n", start, end)
            place = end
        _skim(data[place:], line, collector)

    def _windows(self, data: bytes, collector: Collector) -> Iterable[tuple[int, int]]:
        # A report that was printed into the log is left out as a whole.
        if len(data) <= SMALL or _REPORT in data:
            return [(0, len(data))]
        return _joined(data, self._filter.places(data, collector.is_enough))

    def _find(
        self, data: bytes, line: int, offset: int, collector: Collector
    ) -> Iterator[Occurrence]:
        said = stream(_text(data), line)
        collector.read(said.lines)
        for found in self._matcher.find_in(said):
            yield dataclasses.replace(found, start=offset + found.start)

    @cached_property
    def _filter(self) -> LineFilter:
        return LineFilter(self._matcher)


@dataclass(frozen=True, slots=True)
class _Block:
    """A part of a log that is read at once."""

    data: bytes
    cut: int
    """Where the next block begins: before the end, so that no message is cut."""
    end: int
    """Where what is to be read ends: after a line, where there is one to end with."""


def _blocks(chunks: Iterable[bytes]) -> Iterator[_Block]:
    """Yield the blocks of a log, the same ones whatever the lengths of ``chunks``."""
    waiting: list[bytes] = []
    size = 0
    for chunk in chunks:
        waiting.append(chunk)
        size += len(chunk)
        if size < BLOCK and (chunk or not size):
            continue
        data = b"".join(waiting)
        while len(data) >= BLOCK or not (chunk or b"\n" not in data):
            block = _block(data[:BLOCK], may_cut=bool(chunk))
            yield block
            if block.cut == 0:
                break
            data = data[block.cut :]
            if not chunk and len(data) < BLOCK:
                break
        waiting, size = [data], len(data)
    data = b"".join(waiting)
    yield _Block(data, len(data), len(data))


def _block(data: bytes, *, may_cut: bool) -> _Block:
    end = data.rfind(b"\n") + 1
    if may_cut and end < len(data) - _OVERLAP:
        end = len(data)
    at_least = max(0, end - _OVERLAP)
    cut = data.find(b"\n", at_least, end) + 1 or at_least
    return _Block(data, at_least if cut == end else cut, end)


def _joined(data: bytes, places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield start and end of the lines around ``places``, those that touch as one."""
    begin = stop = -1
    for start, end in places:
        low = data.rfind(b"\n", 0, max(0, start - _MARGIN)) + 1
        # Without the rest of a long line, which would look like a line of its own.
        low = low if start - low <= 2 * _MARGIN else data.rfind(b"\n", 0, start) + 1
        high = data.find(b"\n", min(len(data), end + _MARGIN)) + 1 or len(data)
        if low > stop:
            if stop >= 0:
                yield begin, stop
            begin = low
        stop = max(stop, high)
    if stop >= 0:
        yield begin, stop


def _skim(data: bytes, line: int, collector: Collector) -> None:
    """Read lines without a message as far as they matter to the failures before them."""
    needed = collector.needed - line + 1
    if needed <= 0:
        return
    if data.count(b"\n") > needed:
        data = b"\n".join(data.split(b"\n", needed)[:needed])
    collector.read(list(lines(_text(data), line)))


def _text(block: bytes) -> str:
    return block.decode("utf-8", "replace")
