"""Files that have not changed since the last check, which are not examined again."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from trainwreck.catalog.sources import Sources

Examined = list[Any]
"""Digest of a file, then what was found in it."""


def examined(
    files: Sequence[Path],
    sources: Sources,
    before: Mapping[str, Examined],
    examine: Callable[[Path, bytes | None], Sequence[Any]],
) -> dict[str, Examined]:
    """Return what is found in each file by itself, by the name without its ending.

    Args:
        files: the files.
        sources: reads them.
        before: what this returned the last time.
        examine: finds what is to be known of one file, by its path and content; the content is
            None where it cannot be read.

    """
    found = {}
    for path in files:
        digest = sources.digest(path)
        known = before.get(path.stem)
        if not known or known[0] != digest:
            known = [digest, *examine(path, sources.content(path))]
        found[path.stem] = known
    return found
