"""Texts to look for as a Hyperscan database, kept from one run to the next.

To compile them takes a while, to load them a millisecond. The copy lies in the user's cache folder;
if it cannot be written or was made for another processor, they are compiled again.
"""

import hashlib
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import hyperscan

from trainwreck.files import cache_folder, write_whole

_DIGEST = 32


def load(expressions: Sequence[str]) -> hyperscan.Database:
    """Return the database of regular expressions, whose ids are their positions."""
    wanted = hashlib.sha256("\n".join((version("hyperscan"), *expressions)).encode())
    folder = cache_folder()
    path = folder / f"expressions-{wanted.hexdigest()[:_DIGEST]}.hs" if folder else None
    kept = _read(path) if path else None
    if kept is not None:
        return kept
    database = hyperscan.Database()
    database.compile(
        expressions=[expression.encode() for expression in expressions],
        ids=list(range(len(expressions))),
        elements=len(expressions),
        flags=[hyperscan.HS_FLAG_CASELESS] * len(expressions),
    )
    if path:
        _write(path, hyperscan.dumpb(database))
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
    return database


def _write(path: Path, data: bytes) -> None:
    try:
        for old in path.parent.glob("expressions-*.hs"):
            old.unlink()
        write_whole(path, hashlib.sha256(data).digest() + data)
    except OSError:
        return  # a home that is full or read-only: compiled again next time
