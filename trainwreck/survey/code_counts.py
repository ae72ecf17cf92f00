"""The codes in the logs of failed jobs that no entry explains, with what they mean."""

from collections.abc import Mapping
from typing import Any

from trainwreck.metadata import SITE
from trainwreck.notes.site_notes import SiteNotes
from trainwreck.snapshot.catalog import Snapshot


def counted_codes(
    counts: Mapping[str, int], catalog: Snapshot, notes: SiteNotes | None, most: int
) -> list[dict[str, Any]]:
    """Return codes as plain values, the most frequent first.

    Args:
        counts: how often each was found, by its table and itself, such as ``errno 71``.
        catalog: has the tables.
        notes: what the center adds to codes.
        most: how many to return.

    """
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    found = []
    for written, count in ordered[:most]:
        own = notes.on_code(written) if notes else None
        added = [{"label": label, "text": text} for label, text in own.lines()] if own else []
        found.append(_code(written, count, catalog) | {"notes": added})
    return found


def _code(written: str, count: int, catalog: Snapshot) -> dict[str, Any]:
    table_id, _, label = written.partition(" ")
    table = catalog.code_table(table_id)
    code = next((code for code in table.codes if code.label == label), None)
    return {
        "code": written,
        "name": code.name if code else None,
        "text": code.text if code else None,
        "url": SITE + (table.url(code) if code else f"codes/{table_id}/"),
        "count": count,
    }
