"""Expressions as a Hyperscan database, kept from one run to the next.

To compile thousands takes a tenth of a second and more, to load them a millisecond. The copies lie
in the user's cache folder; if one cannot be written or was made for another processor, its
expressions are compiled again.
"""

import contextlib
import hashlib
import os
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import hyperscan

from trainwreck.files import cache_folder, write_whole

_DIGEST = 32
LONGEST_KEPT = 30 * 24 * 3600
"""Seconds since its last use after which a copy is deleted."""
MOST_BYTES = 16 << 20
"""Bytes of all copies; those that were not used for the longest time are deleted first."""
_FRESH = 24 * 3600
"""Seconds in which the use of a copy is not noted again."""

Expression = tuple[str, bool]
"""A regular expression in which case does not matter, and whether to report it only once."""


def load(expressions: Sequence[Expression]) -> hyperscan.Database:
    """Return the database of ``expressions``, whose ids are their positions."""
    text = "\n".join(f"{once:d}{expression}" for expression, once in expressions)
    wanted = hashlib.sha256(f"{version('hyperscan')}\n{text}".encode()).hexdigest()
    folder = cache_folder()
    path = folder / f"anchors-{wanted[:_DIGEST]}.hs" if folder else None
    kept = _read(path) if path else None
    if kept is not None:
        return kept
    database = compiled(expressions)
    if path:
        _write(path, hyperscan.dumpb(database))
    return database


def compiled(expressions: Sequence[Expression]) -> hyperscan.Database:
    """Return a new database of ``expressions``, whose ids are their positions."""
    database = hyperscan.Database()
    once = hyperscan.HS_FLAG_CASELESS | hyperscan.HS_FLAG_SINGLEMATCH
    database.compile(
        expressions=[expression.encode() for expression, _ in expressions],
        ids=list(range(len(expressions))),
        elements=len(expressions),
        flags=[once if is_once else hyperscan.HS_FLAG_CASELESS for _, is_once in expressions],
    )
    return database


def _read(path: Path) -> hyperscan.Database | None:
    try:
        data = path.read_bytes()
        # Hyperscan trusts what it loads: a file that was cut must not reach it.
        if hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
            return None
        database = hyperscan.loadb(data[_DIGEST:], hyperscan.HS_MODE_BLOCK)
        database.scratch = hyperscan.Scratch(database)
    except (OSError, hyperscan.HyperscanError):
        return None
    with contextlib.suppress(OSError):  # a folder that is read-only: only its age is not known
        if path.stat().st_mtime < time.time() - _FRESH:
            os.utime(path)
    return database


def _write(path: Path, data: bytes) -> None:
    try:
        write_whole(path, hashlib.sha256(data).digest() + data)
        _clear(path)
    except OSError:
        return  # a home that is full or read-only: compiled again next time


def _clear(written: Path) -> None:
    """Delete the copies that are old or too many, but not the one that was just written."""
    copies = [(copy, copy.stat()) for copy in written.parent.glob("anchors-*.hs")]
    copies.sort(key=lambda copy: (copy[0] == written, copy[1].st_mtime), reverse=True)
    size, oldest = 0, time.time() - LONGEST_KEPT
    for copy, status in copies:
        size += status.st_size
        if copy != written and (size > MOST_BYTES or status.st_mtime < oldest):
            copy.unlink(missing_ok=True)
