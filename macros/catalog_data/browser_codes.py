"""The tables of codes for the page that diagnoses logs: how codes look, and what they mean."""

from typing import Any

from macros.catalog_data.browser_catalog import HtmlRenderer
from macros.scripts.javascript_patterns import javascript
from trainwreck.logs.code_patterns import CodePattern
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.snapshot.codes import Code, CodeTable


def browser_codes(catalog: Snapshot, renderer: HtmlRenderer) -> list[dict[str, Any]]:
    """Return the tables of ``catalog`` by id, with patterns for JavaScript and meanings as HTML."""
    return [_table(catalog.code_table(id_), renderer) for id_ in catalog.code_table_ids]


def _table(table: CodeTable, renderer: HtmlRenderer) -> dict[str, Any]:
    return {
        "id": table.id,
        "title": table.title,
        "patterns": [_pattern(pattern) for pattern in table.patterns],
        "codes": [_code(code, renderer) for code in table.codes],
    }


def _pattern(pattern: CodePattern) -> dict[str, Any]:
    return {"literal": pattern.literal, **javascript(pattern.expression)}


def _code(code: Code, renderer: HtmlRenderer) -> dict[str, Any]:
    return {
        "anchor": code.anchor,
        "number": code.number,
        "name": code.name,
        "text": code.text,
        "meaning": code.meaning and renderer.line(code.meaning),
        "entry": code.entry,
    }
