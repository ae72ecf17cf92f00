"""Reads a log of any size for messages, in blocks, with memory that does not grow with the log.

A small log is read whole. In a large one Hyperscan first looks for the *anchors* of each message
in the bytes as they are, codes of a terminal left out; only the lines around a hit are then cleaned
and read for messages. Where Hyperscan is not installed, all lines are cleaned and read, which finds
the same and takes longer.
"""

import itertools
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING

from trainwreck.logs.failure_rules import ANCHORS as FAILURE_ANCHORS
from trainwreck.logs.noise_rules import NOISE_RULES
from trainwreck.logs.normalizer import REPORT_BEGINS, Line, lines, stream
from trainwreck.matching.matcher import Matcher, Occurrence
from trainwreck.matching.piece_check import may_match
from trainwreck.matching.sightings import Collector
from trainwreck.snapshot.patterns import Purpose

if TYPE_CHECKING:
    from trainwreck.matching.anchor_search import AnchorSearch, Hits

LARGE = 4 << 20
"""Bytes from which Hyperscan is worth its preparation; a smaller log is cleaned whole."""
BLOCK = 1 << 20
"""Bytes of a large log that are read at a time, few enough for the caches of a processor."""
PART = 1 << 17
"""Bytes of which all lines are cleaned at a time; lines of few letters need much memory."""
_HEAD, _TAIL, _FIRST_HEAD = 1 << 12, 1 << 10, 1 << 14
_MANY, _LATE = 1 << 19, 1 << 8
"""Lines of a log after which less of each block but the last is read for numbers, and how much."""
_OVERLAP = 1 << 14
_MARGIN = 1 << 12
_SAMPLE = 1 << 17
"""Bytes that show what words a log uses all the time."""
_CHECKPOINT = "heckpoint"
_UNSEEN = [character.encode() for character in NOISE_RULES.unseen]
# Codes of a terminal end before their line does.
_CODES = NOISE_RULES.escape.pattern.replace(r"\x1b]", r"\x1b\n]").encode()
_NOISE = re.compile(b"|".join((_CODES, *_UNSEEN)))


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
        for block, hits in self._searched(_blocks(chunks)):
            count = block.line_ends
            if hits is None:
                found = self._find(block.data[: block.end], line, collector)
            else:
                found = self._read(block, hits, line, collector)
            new = collector.add(found, offset)
            offset += block.cut
            collector.line_count = line - 1 + count
            line += count - block.data.count(b"\n", block.cut, block.end)
            if block.end and not block.data.endswith(b"\n", 0, block.end):
                collector.line_count += 1
            yield new

    def _searched(
        self, blocks: "Iterator[_Block | None]"
    ) -> "Iterator[tuple[_Block, Hits | None]]":
        """Yield each block with the anchors in it; None where all lines are to be read."""
        first = next(blocks)
        all_blocks = itertools.chain((first,), blocks)
        search = self._search if first and len(first.data) >= LARGE else None
        if not first or search is None:
            yield from ((part, None) for block in all_blocks if block for part in _parts(block))
            return
        from trainwreck.matching.read_ahead import read_ahead  # noqa: PLC0415  large logs only

        search.learn(first.data[-_SAMPLE:])
        plain = (block and block.plain() for block in all_blocks)
        yield from read_ahead(plain, lambda block: search.search(block.data))

    def _read(
        self, block: "_Block", hits: "Hits", line: int, collector: Collector
    ) -> list[Occurrence]:
        sampled = _sampled(block, line, may_have_checkpoint=_CHECKPOINT in hits.noted)
        collector.read_numbers(list(sampled))
        if not hits.ends:
            return []
        # Those found often enough too: what they cover is no occurrence of a weaker message.
        messages = {index for anchor in hits.ends for index in self._anchored[anchor][1]}
        messages |= self._matcher.exceptions(messages)
        wanted = sorted(self._wanted(block, hits, collector))
        found: list[Occurrence] = []
        before = done = 0
        windows = _windows(block, [end for end, _ in wanted])
        if wanted and REPORT_BEGINS in hits.noted:
            windows = iter([(0, block.end)])  # a report is left out as a whole
        for start, end in windows:
            first, done = done, bisect_right(wanted, end, key=itemgetter(0))
            data = block.data[start:end]
            if not self._may_say({anchor for _, anchor in wanted[first:done]}, data):
                continue
            line += block.data.count(b"\n", before, start)
            before = start
            here = self._find(data, line, collector, messages)
            found += (replace(one, start=start + one.start) for one in here)
        return found

    def _wanted(
        self, block: "_Block", hits: "Hits", collector: Collector
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
        self, data: bytes, line: int, collector: Collector, only: Collection[int] | None = None
    ) -> list[Occurrence]:
        said = stream(_text(data), line)
        collector.read(said.lines)
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
        return AnchorSearch([anchor for anchor, _ in self._anchored], (_CHECKPOINT, REPORT_BEGINS))


@dataclass(frozen=True)
class _Block:
    """A part of a log that is read at once."""

    data: bytes
    cut: int
    """Where the next block begins: before the end, so that no message is cut."""
    end: int
    """Where what is to be read ends: after a line, where there is one to end with."""

    @cached_property
    def line_ends(self) -> int:
        """Ends of lines in what is to be read."""
        behind = self.data.count(b"\n", self.end)
        # Several times as fast as to count them, which compares byte by byte.
        return len(self.data) - len(self.data.replace(b"\n", b"")) - behind

    def plain(self) -> "_Block":
        """Return the same without the codes of a terminal and characters that cannot be seen."""
        if without_noise(self.data) is self.data:
            return self
        parts = (self.data[: self.cut], self.data[self.cut : self.end], self.data[self.end :])
        first, overlap, rest = map(without_noise, parts)
        return _Block(first + overlap + rest, len(first), len(first) + len(overlap))


def _blocks(chunks: Iterable[bytes]) -> Iterator[_Block | None]:
    """Yield the blocks of a log; None where the next one may take long to come."""
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
                    yield _Block(data, cut, end)
                waiting, size = [data[cut:]], size - cut
            if not chunk:
                yield None
    data = b"".join(waiting)
    yield _Block(data, len(data), len(data))


def _parts(block: _Block) -> Iterator[_Block]:
    """Yield blocks so small that their lines need little memory, in place of a larger one."""
    data, start = block.data, 0
    while block.end - start > PART + 2 * _OVERLAP:
        end = data.rfind(b"\n", start, start + PART) + 1
        end = end if end > start + PART - _OVERLAP else start + PART
        cut = _cut(data, start, end)
        yield _Block(data[start:end], cut - start, end - start)
        start = cut
    yield _Block(data[start:], block.cut - start, block.end - start) if start else block


def _cut(data: bytes, start: int, end: int) -> int:
    """Return where the next block begins, as a line does, if this one reaches up to ``end``."""
    at_least = max(start, end - _OVERLAP)
    cut = data.find(b"\n", at_least, end) + 1 or at_least
    return at_least if cut == end else cut


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


def _sampled(block: _Block, line: int, *, may_have_checkpoint: bool) -> Iterator[Line]:
    """Yield the first and last lines of ``block``, and between them its last checkpoint.

    The numbers in so large a log are too many to read them all, and no plot could show them.
    """
    data, end = block.data, block.end
    is_late = line > _MANY and block.cut < len(data)
    first = _FIRST_HEAD if line == 1 else _LATE if is_late else _HEAD
    head = data.find(b"\n", first, end) + 1 or end
    tail = max(head, data.rfind(b"\n", 0, max(0, end - (_LATE if is_late else _TAIL))) + 1)
    yield from lines(_text(data[:head]), line)
    named = data.rfind(_CHECKPOINT.encode(), head, tail) if may_have_checkpoint else -1
    if named >= 0:
        start = data.rfind(b"\n", 0, named) + 1
        stop = min(data.find(b"\n", named, tail), start + _MARGIN)
        yield from lines(_text(data[start:stop]), line + data.count(b"\n", 0, start))
    last = line + block.line_ends - data.count(b"\n", tail, end)
    yield from lines(_text(data[tail:end]), last)


def without_noise(data: bytes) -> bytes:
    """Return a part of a log without codes of a terminal and characters that cannot be seen."""
    is_clean = b"\x1b" not in data and b"\0" not in data
    if is_clean and (data.isascii() or not any(each in data for each in _UNSEEN)):
        return data
    return _NOISE.sub(b"", data)


def _text(block: bytes) -> str:
    return block.decode("utf-8", "replace")
