"""Codes as text for the terminal and as JSON for programs."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from trainwreck.markdown.absolute_links import portable
from trainwreck.matching.codes import Reading
from trainwreck.metadata import SITE
from trainwreck.output.terminal import Paint, counted

_IN_FULL = 4
"""Readings of an ambiguous code that are shown in full."""


def as_plain(reading: Reading) -> dict[str, Any]:
    """Return a reading as plain values."""
    code, table = reading.code, reading.table
    source = table.source
    return {
        "table": table.id,
        "code": code.label,
        "name": code.name,
        "text": code.text,
        "meaning": code.meaning and portable(code.meaning),
        "action": reading.action and str(reading.action),
        "entries": [reading.entry.id] if reading.entry else [],
        "source": {"title": source.title, "url": source.url, "version": source.version},
        "url": SITE + table.url(code),
    }


def as_json(found: Iterable[tuple[str, Sequence[Reading]]]) -> str:
    """Return the readings of all queries as a JSON list, each with its query."""
    plain = [
        {"query": query, **as_plain(reading)} for query, readings in found for reading in readings
    ]
    return json.dumps(plain, indent=2, ensure_ascii=False)


def as_text(query: str, readings: Sequence[Reading], *, color: bool = False) -> str:
    """Return what a query can mean as people read it.

    Args:
        query: what was asked for.
        readings: what it can mean, one at least.
        color: style it for a terminal.

    """
    paint = Paint(color)
    blocks = []
    if len(readings) > 1:
        heading = f"{query} can be {counted(len(readings), 'code')}, the likeliest first:"
        blocks.append(paint(heading, dim=True))
    blocks += ["\n".join(_full(reading, paint)) for reading in readings[:_IN_FULL]]
    if rest := readings[_IN_FULL:]:
        blocks.append("\n".join(["Less likely:", *map(_brief, rest)]))
    return "\n\n".join(blocks)


def title(reading: Reading) -> str:
    """Return the code with its name and official text, on one line."""
    code = reading.code
    said = [part for part in (code.name, code.text) if part and part != code.label]
    return f"{code.label} {': '.join(said)}".strip()


def _full(reading: Reading, paint: Paint) -> Iterator[str]:
    code, entry = reading.code, reading.entry
    yield f"{paint(title(reading), bold=True)} ({reading.table.title})"
    yield f"  {portable(code.meaning) if code.meaning else 'Nothing is known beyond that.'}"
    if reading.action:
        yield f"  What to do: {reading.action.instruction}."
    if entry:
        yield f"  Entry:   {entry.title}"
        yield f"           trainwreck show {entry.id}"
    yield f"  More:    {SITE}{reading.table.url(code)}"


def _brief(reading: Reading) -> str:
    return f"  {title(reading)} ({reading.table.title})"
