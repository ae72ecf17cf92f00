"""What is kept of a check for the next one: by entry the problems, the facts, and the samples.

A file in the user's cache folder, in the form of a snapshot. Without one, or with one that is
damaged or of other code, everything is checked again.
"""

import contextlib
import hashlib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from trainwreck.catalog.sources import Mark, fingerprint
from trainwreck.checks.ambiguity import Conflict, Sample
from trainwreck.checks.findings import Checked
from trainwreck.execution.code_checks import shell_checker
from trainwreck.files import cache_folder, keep_newest, write_whole
from trainwreck.model.problems import CatalogError
from trainwreck.snapshot.file import SnapshotError, SnapshotFile, dump, encode

_CODE = ("markdown", "logs", "model", "snapshot", "matching", "catalog", "execution", "checks")

_MOST_COPIES = 2


@dataclass(slots=True)
class Kept:
    """What is kept of a check."""

    sources: Mapping[str, Mark] = field(default_factory=dict)
    """The files that were read."""
    entries: dict[str, Checked] = field(default_factory=dict)
    """What was found in each entry, by its id."""
    records: dict[str, list[str]] = field(default_factory=dict)
    """Digest of each record of a reproduction, and what is wrong with it, by its id."""
    tables: dict[str, list[Any]] = field(default_factory=dict)
    """What was found in each table of codes, by its id."""
    conflicts: Sequence[Conflict] | None = None
    """What was found across these entries."""


def cache_file(root: Path) -> Path | None:
    """Return where the check of the catalog in ``root`` is kept; None for a user without a home."""
    folder = cache_folder()
    if folder is None:
        return None
    # What the check of code says depends on the programs that are there.
    tools = f"{sys.version_info} {shell_checker()} {fingerprint(*_CODE)}"
    place, code = (
        hashlib.sha256(text.encode()).hexdigest()[:16] for text in (str(root.resolve()), tools)
    )
    return folder / f"check-{place}-{code}.jsonl"


def read(path: Path | None) -> Kept:
    """Return what is kept in ``path``; nothing where that cannot be read."""
    if path is None:
        return Kept()
    try:
        return _read(SnapshotFile.open(path, ""))
    except (OSError, SnapshotError, CatalogError, KeyError, TypeError, ValueError):
        return Kept()


def write(path: Path | None, kept: Kept) -> None:
    """Keep ``kept`` in ``path``, if that can be written."""
    if path is None:
        return
    header = {
        "sources": kept.sources,
        "records": kept.records,
        "tables": kept.tables,
        "conflicts": [_plain(conflict) for conflict in kept.conflicts or ()],
    }
    sections = {
        "entries": [
            dump([id_, one.state, one.problems, one.facts, one.message_lines])
            for id_, one in kept.entries.items()
        ],
        "patterns": [one.patterns for one in kept.entries.values()],
        "samples": [dump([_plain(s) for s in one.samples]) for one in kept.entries.values()],
    }
    with contextlib.suppress(OSError):  # full or read-only: checked again next time
        write_whole(path, encode(header, sections))
        keep_newest(path, _MOST_COPIES)


def _read(file: SnapshotFile) -> Kept:
    header = file.header
    entries = {}
    lines = zip(
        _values(file.section("entries")),
        file.section("patterns").splitlines(),
        _values(file.section("samples")),
        strict=True,
    )
    for (id_, state, problems, facts, message_lines), patterns, samples in lines:
        own = [Sample(*values) for values in samples]
        entries[id_] = Checked(state, problems, facts, message_lines, patterns, own)
    conflicts = [
        Conflict(id_, field_, line, message, fix, tuple(others))
        for id_, field_, line, message, fix, others in header["conflicts"]
    ]
    return Kept(header["sources"], entries, header["records"], header["tables"], conflicts)


def _values(lines: bytes) -> Iterable[Any]:
    values: Iterable[Any] = json.loads(b"[" + b",".join(lines.splitlines()) + b"]")
    return values


def _plain(value: Sample | Conflict) -> list[Any]:
    return [getattr(value, name) for name in value.__slots__]
