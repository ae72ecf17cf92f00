"""Reads a log of any size for messages, in blocks, with memory that does not grow with the log.

A small log is read whole. In a large one Hyperscan first looks for the *anchors* of each message
in the bytes as they are, codes of a terminal left out; only the lines around a hit are then cleaned
and read for messages. Where Hyperscan is not installed, all lines are cleaned and read, which finds
the same and takes longer.
"""

import itertools
import re
from bisect import bisect_right
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING

from trainwreck.logs.failure_rules import ANCHORS as FAILURE_ANCHORS
from trainwreck.logs.normalizer import REPORT_BEGINS, stream
from trainwreck.matching.blocks import Block, blocks, line_ends, parts
from trainwreck.matching.matcher import Matcher, Occurrence
from trainwreck.matching.piece_check import may_match
from trainwreck.matching.reports import without_reports
from trainwreck.matching.sampling import MARKS, MOST_MARKS, NumberSampler
from trainwreck.matching.sightings import Collector
from trainwreck.snapshot.patterns import Purpose

if TYPE_CHECKING:
    from trainwreck.matching.anchor_search import AnchorSearch, Hits

_MARGIN = 1 << 12
_NOTED = (*itertools.chain(*MARKS), REPORT_BEGINS)
_SAMPLE = 1 << 17
"""Bytes that show what words a log uses all the time."""


class Scanner:
    """Looks for the messages of one catalog; can be used for any number of logs."""

    def __init__(self, matcher: Matcher) -> None:
        """Prepare to look for the messages of ``matcher``."""
        self._matcher = matcher

    def scan(self, chunks: Iterable[bytes], collector: Collector, size: int = 0) -> Iterator[bool]:
        """Read a log, block by block.

        Args:
            chunks: the log in pieces of any length, in UTF-8 or an encoding that extends ASCII; an
                empty piece asks to read what there is and not to wait for a full block.
            collector: takes what is found and counts the lines.
            size: bytes of the log if that is known.

        Yields:
            After each block whether an entry was found for the first time.

        """
        line, offset, sampler = 1, 0, NumberSampler(collector, size)
        for block, hits in self._searched(blocks(chunks)):
            if hits is None:
                count = block.line_ends
                found = self._find(block.data[: block.end], line, collector)
            else:
                read = without_reports(block) if REPORT_BEGINS in hits.noted else block
                count = sampler.read(read, line, _marks(read.data, hits))
                found = self._read(read, hits, line, collector)
            new = collector.add(found, offset)
            offset += block.cut
            collector.line_count = line - 1 + count
            line += count - line_ends(block.data, block.cut, block.end)
            if block.end and not block.data.endswith(b"\n", 0, block.end):
                collector.line_count += 1
            yield new

    def _searched(self, found: Iterator[Block | None]) -> "Iterator[tuple[Block, Hits | None]]":
        """Yield each block with the anchors in it; None where all lines are to be read."""
        first = next(found)
        all_blocks = itertools.chain((first,), found)
        search = self._search if first and first.is_large else None
        if not first or search is None:
            yield from ((part, None) for block in all_blocks if block for part in parts(block))
            return
        from trainwreck.matching.read_ahead import read_ahead  # noqa: PLC0415  large logs only

        search.learn(first.data[-_SAMPLE:])
        plain = (block and block.plain() for block in all_blocks)
        yield from read_ahead(plain, lambda block: search.search(block.data))

    def _read(
        self, block: Block, hits: "Hits", line: int, collector: Collector
    ) -> list[Occurrence]:
        if not hits.ends:
            return []
        # Those found often enough too: what they cover is no occurrence of a weaker message.
        messages = {index for anchor in hits.ends for index in self._anchored[anchor][1]}
        messages |= self._matcher.exceptions(messages)
        wanted = sorted(self._wanted(block, hits, collector))
        found: list[Occurrence] = []
        before = done = 0
        windows = _windows(block, [end for end, _ in wanted])
        for start, end in windows:
            first, done = done, bisect_right(wanted, end, key=itemgetter(0))
            data = block.data[start:end]
            if not self._may_say({anchor for _, anchor in wanted[first:done]}, data):
                continue
            line += line_ends(block.data, before, start)
            before = start
            here = self._find(data, line, collector, messages, numbers=block.is_last)
            found += (replace(one, start=start + one.start) for one in here)
        return found

    def _wanted(
        self, block: Block, hits: "Hits", collector: Collector
    ) -> Iterator[tuple[int, int]]:
        """Yield where anchors end around which lines may have to be read, and which they are."""
        for anchor, ends in hits.ends.items():
            messages = self._anchored[anchor][1]
            is_enough = all(map(collector.is_enough, messages))
            if not (is_enough if messages else collector.has_enough_failures):
                yield from ((end, anchor) for end in ends if end <= block.end)

    def _may_say(self, anchors: Collection[int], data: bytes) -> bool:
        """Tell whether a message of ``anchors``, or a failure, may be in ``data``."""
        messages = [self._anchored[anchor][1] for anchor in anchors]
        return not all(messages) or may_match(
            data, (self._matcher.messages[index].template for each in messages for index in each)
        )

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
    def _search(self) -> "AnchorSearch | None":
        try:
            from trainwreck.matching.anchor_search import AnchorSearch  # noqa: PLC0415  not everywhere
        except ImportError:
            return None
        anchors = [anchor for anchor, _ in self._anchored]
        single = {
            message.anchors[0] for message in self._matcher.messages if len(message.anchors) == 1
        }
        positions = [position for position, anchor in enumerate(anchors) if anchor in single]
        return AnchorSearch(anchors, _NOTED, positions)


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


def _marks(data: bytes, hits: "Hits") -> Iterator[int]:
    """Yield where the last lines with each kind of text are that are read for numbers too."""
    for texts in MARKS:
        if noted := hits.noted.intersection(texts):
            found = re.finditer("|".join(noted).encode(), data, re.IGNORECASE)
            yield from deque((match.start() for match in found), maxlen=MOST_MARKS)


def _text(block: bytes) -> str:
    return block.decode("utf-8", "replace")
