"""Small tables of codes for tests: a valid one as text, on disk, and in memory."""

import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.support.catalogs import part_of
from trainwreck.catalog.assembly import CodePart, assemble
from trainwreck.catalog.code_tables import project
from trainwreck.model.scalars import NotText
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.snapshot.codes import line, pattern_line
from trainwreck.snapshot.file import SnapshotFile

TABLE = """\
# yaml-language-server: $schema=schema.json
title: Codes of the wheel
summary: What the wheel prints when it comes off, on a line of its own.
source:
  title: The wheel's manual
  url: https://example.org/wheel
  version: "1.0"
priority: 3
forms:
  - wheel
  - wheel error
patterns:
  - "wheel code <number>"
rows:
  - number: 7
    name: WHEEL_OFF
    text: the wheel came off
    meaning: The wheel came off, because a nut was loose.
    entry: wheel
  - number: 8
    name: WHEEL_FLAT
    plain: true
"""


def write_table(folder: Path, text: str, name: str = "wheel.yml") -> Path:
    """Write a table beside the catalog in ``folder`` and return its file."""
    path = folder / "codes" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def catalog_with(
    entries: Iterable[Mapping[str, Any]], tables: Iterable[Mapping[str, Any]]
) -> Snapshot:
    """Return a catalog of entries, as ``catalog_of`` reads them, with tables of codes.

    Tables are as in their files, with the ``id`` and with numbers as texts.
    """
    codes = [_part(dict(table)) for table in tables]
    data = assemble(map(part_of, entries), (), codes=codes)
    return Snapshot(SnapshotFile(io.BytesIO(data)))


def _part(data: dict[str, Any]) -> CodePart:
    if data.get("negated"):
        data["negated"] = NotText("true", "a truth value")
    table = project(data["id"], data)
    return CodePart(table.id, "", table.title, pattern_line(table), line(table))
