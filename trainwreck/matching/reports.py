"""Blanks what earlier diagnoses printed into a log, which would be found again."""

import dataclasses
import re
from collections.abc import Iterator

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
    """Yield where reports begin and end, or as much of them as lies in this block."""
    begin: int | None = None
    has_begun = False
    for match in _MARKED.finditer(data):
        for line in lines(match[0].decode("utf-8", "replace")):
            said = line.text.strip()
            if said.startswith(f"{REPORT_BEGINS} of "):
                begin = match.start() if begin is None else begin
                has_begun = True
            elif said == REPORT_ENDS:
                # The first one may have begun before this block.
                first = match.start() if has_begun else 0
                yield first if begin is None else begin, match.end()
                begin = None
    if begin is not None:
        yield begin, len(data)
