"""Reads the numbers in a large log: of a part of its lines, spread evenly, and of spikes.

The numbers in so large a log are too many to read them all, and no plot could show them.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import cast

from trainwreck.logs.normalizer import Line, lines
from trainwreck.matching.blocks import Block, line_ends
from trainwreck.matching.sightings import Collector

MARKS = (("resum", "traceback", "running training"), ("checkpoint",))
"""Texts of lines that are read too: a job begins anew, or saves a checkpoint."""
HEAD, TAIL = 1 << 13, 1 << 12
"""Bytes at the beginning and at the end of the log that are read."""
APART = 1 << 14
"""Bytes between two spots, of one line each, at the beginning."""
MOST_SPOTS = 192
"""Spots after which they are twice as far apart."""
GOLDEN = 0.6180339887
"""Multiples of it are spread evenly, but don't repeat."""
PART = 1 << 18
"""Bytes of the first block that are searched for spikes at once, by what was usual before."""
MOST_CANDIDATES = 64
"""Lines of a part that are compared to the limit of a spike."""
MOST_SPIKES = 8
"""Spikes of a part that are read."""
MOST_MARKS = 8
"""Lines with each of them that are read in one block, the last ones."""
BEFORE = 1 << 9
"""Bytes before each of them that are read too."""
_LONGEST = 1 << 12


OnHit = Callable[[int, int, int, int, object], bool]


class NumberSampler:
    """Reads the numbers of one log, block by block."""

    def __init__(self, collector: Collector, size: int = 0) -> None:
        """Begin a log, whose numbers ``collector`` takes.

        Args:
            collector: takes them.
            size: bytes of the log if that is known. Otherwise more spots are read than are needed
                in the end.

        """
        self._collector = collector
        self._size = size
        self._next = self._next_read = APART
        self._spot = 0
        self._offset = 0
        self._expression = ""
        self._scan: Callable[[memoryview, OnHit], None] = lambda _data, _on_hit: None

    def read(self, block: Block, line: int, marks: Iterable[int]) -> int:
        """Read the next block, and return how many line ends it has.

        Args:
            block: the block.
            line: number of its first line.
            marks: positions in lines that are read too, with those before them.

        """
        data, end, counted, first = block.data, block.end, 0, line
        marked = [_up_to(data, at) for at in marks]
        part = max(1, end if self._offset else PART)
        for start in range(0, end, part):
            stop = min(start + part, end)
            spans = [span for span in marked if start <= span[0] < stop]
            spans += self._spots(data, start, stop, end)
            if stop == end and block.is_last:
                spans.append((_line_at(data, max(0, end - TAIL))[1], end))
            found = [(span, False) for span in spans]
            found += [(span, True) for span in self._spikes(data, start, stop)]
            for (low, high), is_spike in sorted(found):
                line += line_ends(data, counted, low)
                counted = low
                self._take(lines(_text(data, (low, high)), line), is_spike)
        reader = self._collector.series
        if reader:
            # As far apart as the spots are now, wherever the log was read more densely.
            apart = self._apart_read * line // (self._offset + end)
            reader.sample_every(1 << max(0, apart.bit_length() - 1))
        self._offset += block.cut
        return line - first + line_ends(data, counted, end)

    def _spots(self, data: bytes, start: int, stop: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the parts from ``start`` on that are read; of more the loss says what is usual."""
        if self._offset == start == 0:
            yield 0, _line_end(data, HEAD, end)
        while self._next < self._offset + stop:
            at = self._next - self._offset
            is_read = self._next >= self._next_read
            if at >= start and is_read:
                yield _line_at(data, at)
            elif at >= start and self._collector.series:
                self._collector.series.spikes.watch(_text(data, _line_at(data, at)))
            self._spot += 1
            # Lines of several kinds, or ranks, take turns: spots at even distances might meet one.
            factor = 0.5 + self._spot * GOLDEN % 1
            if is_read:
                self._next_read = self._next + int(self._apart_read * factor)
            self._next += int(_apart(self._next) * factor)

    @property
    def _apart_read(self) -> int:
        """Bytes on average between two spots that are read."""
        return _apart(max(self._size, self._next))

    def _spikes(self, data: bytes, start: int, stop: int) -> list[tuple[int, int]]:
        """Return the lines between ``start`` and ``stop`` with an unusually high loss."""
        reader = self._collector.series
        expression = reader.spikes.expression if reader else None
        if not reader or not expression:
            return []
        if expression != self._expression:
            self._expression, self._scan = expression, _search(expression)
        ends: list[int] = []

        def on_hit(_pattern: int, _start: int, end: int, _flags: int, _context: object) -> bool:
            ends.append(start + end - 1)
            return len(ends) >= MOST_CANDIDATES

        self._scan(memoryview(data)[start:stop], on_hit)
        if len(ends) >= MOST_CANDIDATES:
            reader.spikes.tighten()
        spans = dict.fromkeys(_line_at(data, at) for at in ends)
        found = (span for span in spans if reader.spikes.is_spike(_text(data, span)))
        return list(islice(found, MOST_SPIKES))

    def _take(self, found: Iterator[Line], is_spike: bool) -> None:
        reader = self._collector.series
        if not is_spike:
            self._collector.read_numbers(list(found))
        elif reader:
            reader.note(found)


def _apart(size: int) -> int:
    """Return how far apart spots are on average in so many bytes: a power of two."""
    return max(APART, 1 << (size // MOST_SPOTS).bit_length())


def _search(expression: str) -> Callable[[memoryview, OnHit], None]:
    """Return what calls back for each match of ``expression``, until it is told to stop."""
    import hyperscan  # noqa: PLC0415  only large logs need it, where there is one

    database = hyperscan.Database()
    database.compile(expressions=[expression.encode()], ids=[0], elements=1, flags=[0])

    def search(data: memoryview, on_hit: OnHit) -> None:
        with contextlib.suppress(hyperscan.ScanTerminated):
            # It takes any buffer, whatever its types say.
            database.scan(cast("bytes", data), match_event_handler=on_hit)

    return search


def _text(data: bytes, span: tuple[int, int]) -> str:
    return data[slice(*span)].decode("utf-8", "replace")


def _line_at(data: bytes, at: int) -> tuple[int, int]:
    """Return where the line begins and ends that holds a position, or as much of it as is read."""
    least = max(0, at - _LONGEST)
    low = data.rfind(b"\n", least, at) + 1 or least
    return low, _line_end(data, at, len(data))


def _up_to(data: bytes, at: int) -> tuple[int, int]:
    """Return where the line begins and ends that holds a position, with those just before it.

    They show how far the job came before it began anew.
    """
    return _line_at(data, max(0, at - BEFORE))[0], _line_at(data, at)[1]


def _line_end(data: bytes, at: int, end: int) -> int:
    """Return where the line ends that holds a position, or what is read of it."""
    most = min(at + _LONGEST, end)
    return data.find(b"\n", at, most) + 1 or most
