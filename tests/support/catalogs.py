"""Catalogs that are made in memory, for tests and benchmarks of what reads them."""

import io
from collections.abc import Iterable, Mapping
from typing import Any

from trainwreck.catalog.assembly import Part, assemble, part
from trainwreck.catalog.projection import project
from trainwreck.model.scalars import NotText
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.snapshot.file import SnapshotFile

_TRUE = NotText("true", "a truth value")
_REST: dict[str, Any] = {
    "verdict": "failed",
    "severity": "high",
    "time_to_diagnose": "hours",
    "clusters": ["any"],
    "frameworks": ["pytorch"],
    "confirm": "Look.",
    "cause": "It is broken.",
    "fix": [{"title": "Repair it", "text": "Do it."}],
    "first_step": "Look at it.",
    "action": {"decision": "fix-first", "reason": "It stays broken."},
    "verified": {"date": "2026-11-21", "evidence": "measured", "versions": "1.0"},
}


def catalog_of(entries: Iterable[Mapping[str, Any]]) -> Snapshot:
    """Return a catalog of entries of which only ``id`` and what a diagnosis needs are given.

    ``title``, ``messages``, ``unless``, ``telltales``, ``samples``, ``kind`` and ``verdict`` are
    texts, ``secondary`` those of the messages that are, ``caused_by`` and ``narrows`` ids, and
    ``action`` has ``decision`` and ``reason``.
    """
    parts = [part_of(entry) for entry in entries]
    return Snapshot(SnapshotFile(io.BytesIO(assemble(parts, ()))))


def part_of(given: Mapping[str, Any]) -> Part:
    """Return what an entry, as :func:`catalog_of` reads it, adds to a snapshot."""
    secondary = given.get("secondary", ())
    symptom = {
        "kind": given.get("kind", "crash"),
        "summary": "It fails.",
        "messages": [
            {"text": text, "secondary": _TRUE} if text in secondary else text
            for text in given.get("messages", ())
        ],
        **{name: given[name] for name in ("unless", "telltales", "samples") if name in given},
    }
    said = {name: given[name] for name in ("verdict", "action") if name in given}
    data = {**_REST, **said, "title": given.get("title", given["id"]), "symptom": symptom}
    general = given.get("narrows")
    links = {"caused_by": given.get("caused_by", ()), "narrows": [general] if general else []}
    return part(project(given["id"], "numerics", data, None), links, "")
