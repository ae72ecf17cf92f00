"""The place of a value in plain data."""

Location = tuple[str | int, ...]
"""The keys and positions that lead to a value from the top of the data."""
