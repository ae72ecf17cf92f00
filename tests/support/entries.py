"""A small catalog on disk for tests: one valid entry as text, and ways to change it."""

from pathlib import Path

ENTRY = """\
# yaml-language-server: $schema=../schema.json
title: "RuntimeError: the wheel came off"
severity: high
time_to_diagnose: hours
clusters: [any]
frameworks: [pytorch]
symptom:
  kind: crash
  summary: The job ends in the first epoch with a traceback that names the wheel.
  messages:
    - "RuntimeError: wheel <*> came off at <*> km/h"
confirm: Look at the axle; a wheel that came off is not on it any more.
cause: A nut was not tightened, so the wheel came off as soon as the car moved.
fix:
  - title: Tighten the nut
    text: Take a spanner of the right size and turn the nut clockwise.
first_step: Tighten the nut.
verified:
  date: 2026-11-21
  evidence: measured
  versions: spanner 1.0
verdict: lost a wheel
action:
  decision: fix-first
  reason: A loose nut stays loose.
"""

# Parts of it that tests replace.
TITLE = 'title: "RuntimeError: the wheel came off"'
SEVERITY = "severity: high"
FIRST_STEP = "first_step: Tighten the nut."
VERIFIED = "verified:\n  date: 2026-11-21\n  evidence: measured\n  versions: spanner 1.0"
MESSAGE = "RuntimeError: wheel <*> came off at <*> km/h"

CLUSTER = """\
---
title: {label}
description: A machine called {label}.
---
"""


def make_catalog(folder: Path, entries: dict[str, str], clusters: tuple[str, ...] = ()) -> Path:
    """Write ``entries``, texts by "category/id", and return the catalog's folder.

    The valid entry's message names the entry instead of the wheel: no two may share one.
    """
    root = folder / "errors"
    for name, given in entries.items():
        id_ = name.rsplit("/", 1)[-1]
        text = given.replace(MESSAGE, MESSAGE.replace("wheel", id_))
        path = root / f"{name}.yml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    pages = folder / "docs" / "clusters"
    pages.mkdir(parents=True, exist_ok=True)
    for cluster in clusters:
        (pages / f"{cluster}.md").write_text(CLUSTER.format(label=cluster.upper()))
    return root


def changed(*replacements: tuple[str, str], entry: str = ENTRY) -> str:
    """Return the valid entry with each first text replaced by the second."""
    for old, new in replacements:
        if old not in entry:
            raise AssertionError(f"the entry does not hold {old!r}")
        entry = entry.replace(old, new, 1)
    return entry
