"""Short texts of which every line that may matter contains one, looked for in many lines at once.

They are looked for in lines as a stream holds them: without white space, in small letters. With
Hyperscan, where it is installed, that takes hardly any time.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from trainwreck.logs import failure_rules, job_facts
from trainwreck.logs.failure_rules import FAILURE_RULES as RULES
from trainwreck.logs.pattern_literals import literals

if TYPE_CHECKING:
    import hyperscan

_LENGTHS = (8, 4)
_SQUARE = bytes.maketrans(
    b'ABCDEFGHIJKLMNOPQRSTUVWXYZ"`023456789', b"abcdefghijklmnopqrstuvwxyz''111111111"
)
_SPACE = b" \t\x0b\x0c\x1c\x1d\x1e\x1f\r"
_MANY = 1 << 15
"""Bytes from which it is worth asking Hyperscan."""


def folded(line: bytes) -> bytes:
    """Return an ASCII line as a stream holds it, with all digits alike."""
    return line.translate(_SQUARE, _SPACE)


class Needles:
    """Finds the lines that contain at least one of some texts."""

    def __init__(self, texts: Iterable[str], words: Iterable[str]) -> None:
        """Prepare to look for ``texts`` and ``words``, which are folded, and for reports.

        Of ``words`` the last letter must be the last one of a word.
        """
        grams = {text[: _length(text)].encode() for text in (*texts, *_of_reports())}
        self._tiny = {gram for gram in grams if len(gram) < _LENGTHS[-1]}
        self._grams = {gram for gram in grams if len(gram) in _LENGTHS}
        spaced = (r"\s*".join(map(re.escape, word)) for word in {*words})
        self._words = re.compile(f"(?:{'|'.join(spaced) or '(?!)'})(?![a-z0-9])".encode())

    def places(self, lines: Sequence[bytes], squeezed: Sequence[bytes]) -> set[int]:
        """Return the positions of lines that contain one of the texts.

        Args:
            lines: the lines.
            squeezed: the same, folded.

        """
        found = {at for at, line in enumerate(lines) if self._words.search(line.lower())}
        if sum(map(len, squeezed)) >= _MANY and self._database is not None:
            return found | self._by_hyperscan(squeezed, self._database)
        return found | {at for at, line in enumerate(squeezed) if self._has_one(line)}

    def _has_one(self, line: bytes) -> bool:
        for length in _LENGTHS:
            found = {line[at : at + length] for at in range(len(line) - length + 1)}
            if not found.isdisjoint(self._grams):
                return True
        return any(gram in line for gram in self._tiny)

    def _by_hyperscan(self, lines: Sequence[bytes], database: "hyperscan.Database") -> set[int]:
        starts, position = [], 0
        for line in lines:
            starts.append(position)
            position += len(line) + 1
        found: set[int] = set()

        def on_hit(_id: int, _start: int, end: int, _flags: int, _context: object) -> None:
            found.add(bisect_right(starts, end - 1) - 1)

        database.scan(b"\n".join(lines), match_event_handler=on_hit)
        return found

    @cached_property
    def _database(self) -> "hyperscan.Database | None":
        try:
            from trainwreck.matching import hyperscan_cache  # noqa: PLC0415  not on every platform
        except ImportError:
            return None
        texts = sorted(self._grams | self._tiny)
        return hyperscan_cache.load([re.escape(text.decode()) for text in texts])


def _length(text: str) -> int:
    return next((length for length in _LENGTHS if len(text) >= length), len(text))


def _of_reports() -> list[str]:
    """Return texts of which one is in every report of a failure and every fact about the job."""
    rules = (
        *(RULES.traceback, RULES.chained, RULES.exception, RULES.forced),
        *(RULES.summary_root, RULES.summary_rank, RULES.summary_host),
        *failure_rules.REPORTS,
        *failure_rules.ABORTS,
        *job_facts.WORLD_SIZES,
        *job_facts.NODE_OF_RANK,
        job_facts.ERROR_FILE,
    )
    texts = [folded(text.encode()).decode() for text in literals(rules)]
    texts.remove("]")  # of a line that glog begins with F and a date
    return [*texts, "f1111", "=" * _LENGTHS[0]]  # the last one is around the summary of torchrun
