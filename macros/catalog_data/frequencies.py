"""How often errors were reported in published tables of failures: docs/frequencies.yml."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a published table."""

    name: str
    """What the table calls the error."""
    error: str
    """Id of the entry."""
    share: float
    """Percent of what the table counts."""
    count: int | None = None
    """Number of failures; None if the table doesn't say."""


@dataclass(frozen=True, slots=True)
class Table:
    """A published table of failures."""

    title: str
    """Who published it, and where."""
    share_of: str
    """What its shares are parts of."""
    rows: tuple[Row, ...]
    """The rows that are about an entry."""
    url: str | None = None
    """Its address."""
    via: str | None = None
    """Where its numbers were read, if elsewhere."""
    period: str | None = None
    """When or for how long the failures were counted."""


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often one error was reported."""

    tables: int
    """Tables that list it."""
    share: float
    """Its largest share in one of them, in percent."""

    @property
    def text(self) -> str:
        """The frequency as a reader sees it; browser/matrix/filter.js sorts by its numbers."""
        tables = "1 table" if self.tables == 1 else f"{self.tables} tables"
        return f"{tables}, up to {_percent(self.share)}"


class FrequencyError(ValueError):
    """The file says something that cannot be; the text names table and row."""


def read_tables(path: Path, known: Collection[str]) -> tuple[Table, ...]:
    """Read the tables from the YAML file ``path``.

    Args:
        path: the file.
        known: ids of all entries.

    Raises:
        FrequencyError: if a field is missing or unknown, a share is none, or there is no such
            entry.

    """
    tables = []
    for number, data in enumerate(yaml.safe_load(path.read_text(encoding="utf-8")), 1):
        place = f"{path.name}: table {number}"
        try:
            rows = tuple(Row(**row) for row in data.pop("rows"))
            tables.append(Table(rows=rows, **data))
        except (TypeError, KeyError, AttributeError) as error:
            raise FrequencyError(f"{place}: {error}; see the comment above the tables") from None
        _check(rows, place, known)
    return tuple(tables)


def _check(rows: Iterable[Row], place: str, known: Collection[str]) -> None:
    for row in rows:
        if row.error not in known:
            raise FrequencyError(f'{place}: {row.name}: there is no entry "{row.error}"')
        if not _is_share(row.share):
            raise FrequencyError(f"{place}: {row.name}: {row.share!r} is not a share in percent")


def _is_share(value: Any) -> bool:
    return isinstance(value, int | float) and 0 <= value <= 100  # noqa: PLR2004  percent


def frequencies(tables: Iterable[Table]) -> Mapping[str, Frequency]:
    """Return how often each error was reported, by its id."""
    shares: dict[str, list[float]] = {}
    for table in tables:
        of_table: dict[str, float] = {}
        for row in table.rows:
            of_table[row.error] = of_table.get(row.error, 0) + row.share
        for error, share in of_table.items():
            shares.setdefault(error, []).append(share)
    return {error: Frequency(len(found), max(found)) for error, found in shares.items()}


def _percent(share: float) -> str:
    if share < 0.1:  # noqa: PLR2004  one digit behind the point
        return "0.1 %"
    return f"{share:.1f} %".replace(".0 %", " %")
