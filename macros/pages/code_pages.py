"""What the pages of tables of codes have."""

from trainwreck.snapshot.codes import CodeTable

LONG = 30
"""Codes from which on a table has a filter."""


def is_filtered(table: CodeTable) -> bool:
    """Tell whether the page of a table has a filter."""
    return len(table.codes) >= LONG
