"""A small table of codes on disk for tests: a valid one as text, and ways to write it."""

from pathlib import Path

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
