"""The anchors of a catalog as a Hyperscan database, kept from one run to the next.

To compile them takes most of a second, to load them a millisecond. The copy lies in the user's
cache folder; if it cannot be written or was made for another processor, the anchors are compiled
again.
"""

import hashlib
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import hyperscan

from trainwreck.files import cache_folder, write_whole

_DIGEST = 32


def load(anchors: Sequence[str]) -> hyperscan.Database:
    """Return the database of ``anchors``, regular expressions, whose ids are their positions."""
    wanted = hashlib.sha256("\n".join((version("hyperscan"), *anchors)).encode())
    folder = cache_folder()
    path = folder / f"anchors-{wanted.hexdigest()[:_DIGEST]}.hs" if folder else None
    kept = _read(path) if path else None
    if kept is not None:
        return kept
    database = hyperscan.Database()
    database.compile(
        expressions=[anchor.encode() for anchor in anchors],
        ids=list(range(len(anchors))),
        elements=len(anchors),
        flags=[hyperscan.HS_FLAG_CASELESS] * len(anchors),
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
        for old in path.parent.glob("anchors-*.hs"):
            old.unlink()
        write_whole(path, hashlib.sha256(data).digest() + data)
    except OSError:
        return  # a home that is full or read-only: compiled again next time
