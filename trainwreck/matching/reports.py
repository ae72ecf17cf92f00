"""Blanks what earlier diagnoses printed into a log, which would be found again."""

import dataclasses
import re
from collections.abc import Iterator

from trainwreck.logs.noise_rules import NOISE_RULES
from trainwreck.logs.normalizer import REPORT_BEGINS, REPORT_ENDS, lines
from trainwreck.matching.blocks import Block

_MARKED = re.compile(rf"^[^\n]*{re.escape(REPORT_BEGINS)}[^\n]*".encode(), re.MULTILINE)
_BLANK = bytes(byte if byte == ord("\n") else ord(" ") for byte in range(256))


def without_reports(block: Block) -> Block:
    """Return ``block`` with spaces in place of reports; its lines stay where they are."""
    data, kept = block.data, 0
    parts: list[bytes] = []
    for begin, end in _reports(data):
        start = max(begin, kept)
        parts += (data[kept:start], data[start:end].translate(_BLANK))
        kept = end
    return dataclasses.replace(block, data=b"".join((*parts, data[kept:]))) if parts else block


def _reports(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield where reports begin and end, or as much of them as lies in this block.

    One whose end or beginning is missing is cut as in a small log.
    """
    begin: int | None = None
    is_first = True
    for match in _MARKED.finditer(data):
        for line in lines(match[0].decode("utf-8", "replace")):
            said = line.text.strip()
            if said.startswith(f"{REPORT_BEGINS} of "):
                if begin is not None:
                    yield begin, _cut(data, begin, match.start())
                begin, is_first = match.start(), False
            elif said == REPORT_ENDS:
                # The first one may have begun before this block.
                start = _cut_before(data, match.start()) if is_first else match.start()
                yield start if begin is None else begin, match.end()
                begin, is_first = None, False
    if begin is not None:
        yield begin, _cut(data, begin, len(data))


def _cut(data: bytes, begin: int, end: int) -> int:
    """Return where a report ends at the latest that goes up to ``end`` at most."""
    at = begin
    for _ in range(NOISE_RULES.longest_report):
        at = data.find(b"\n", at, end) + 1
        if not at:
            return end
    return at


def _cut_before(data: bytes, end: int) -> int:
    """Return where a report begins at the earliest whose last line begins at ``end``."""
    at = end
    for _ in range(NOISE_RULES.longest_report):
        if at <= 0:
            break
        at = data.rfind(b"\n", 0, at - 1) + 1
    return at
