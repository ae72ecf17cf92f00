"""What people write to look up a code, with what the search shows of it."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from trainwreck.markdown.plain_text import plain_text
from trainwreck.snapshot.codes import Code, CodeTable

_LONGEST = 120
"""Characters of a query that can be a code; browser/search/code-search.js looks for no other."""

Row = tuple[int, dict[str, Any]]
"""The position of a table, and a code of it."""


def code_keys(tables: Iterable[CodeTable]) -> Iterable[tuple[str, list[Row]]]:
    """Return the codes of ``tables`` by number, name and official text, in lower case."""
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    for position, table in enumerate(tables):
        for code in table.codes:
            row = _row(code)
            for key in dict.fromkeys(_keys(code)):
                rows[key].append((position, row))
    return rows.items()


def _keys(code: Code) -> Iterable[str]:
    for value in (code.number, code.name, code.text):
        if value is not None and len(key := str(value).lower()) <= _LONGEST:
            yield key


def _row(code: Code) -> dict[str, Any]:
    row = {
        "anchor": code.anchor,
        "number": code.number,
        "name": code.name,
        "text": code.text,
        "meaning": code.meaning and plain_text(code.meaning),
        "entry": code.entry,
    }
    return {name: value for name, value in row.items() if value is not None}
