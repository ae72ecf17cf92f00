"""Reads rows of numbers below a head that names the columns: CSV, and tables of notebooks."""

import re

from trainwreck.series.line_parser import LONGEST_LINE, POSITIONS, Reading, name_of, scaled
from trainwreck.series.metric_data import NUMBER, ROWS

MOST_COLUMNS = 64
_NUMBER = re.compile(NUMBER, re.IGNORECASE)
_DIGIT = re.compile(r"[0-9]")
HEAD = re.compile(r"[A-Za-z_][A-Za-z0-9_/.() -]{0,40}")
"""The whole of a cell in the head of a table."""


class Table:
    """The columns of the table that a log is in, if it is in one."""

    def __init__(self) -> None:
        """Begin outside of any table."""
        self._columns: dict[int, tuple[str, str, str]] = {}
        self._width = 0

    @property
    def has_begun(self) -> bool:
        """Whether the head of a table was read."""
        return self._width > 0

    def read(self, text: str) -> Reading | None:
        """Return what a row says; None for a head and for what is no row."""
        if len(text) > LONGEST_LINE or (not self._width and _DIGIT.search(text)):
            return None
        text = text.strip(" |\u2502\t")
        cells = ROWS.split(text)
        if self._width == len(cells) and (reading := self._row(cells)):
            return reading
        if (
            not _DIGIT.search(text)
            and 1 < len(cells) <= MOST_COLUMNS
            and all(map(HEAD.fullmatch, cells))
        ):
            self._begin(cells)
        return None

    def _begin(self, cells: list[str]) -> None:
        """Take ``cells`` for the head of a table if at least two of them are known."""
        found = {
            index: (known.metric, known.unit, known.text)
            for index, known in enumerate(map(name_of, cells))
            if known.metric
        }
        metrics = {metric for metric, _, _ in found.values()}
        if len(metrics) >= 2 and metrics - POSITIONS:  # noqa: PLR2004  one alone may be prose
            self._columns, self._width = found, len(cells)

    def _row(self, cells: list[str]) -> Reading | None:
        reading = Reading()
        for index, (metric, unit, name) in self._columns.items():
            cell = cells[index]
            if not _NUMBER.fullmatch(cell):
                if metric in POSITIONS:
                    return None
                continue
            value = scaled(metric, float(cell), unit)
            if metric == "epoch":
                reading.epoch = value
            elif metric == "step":
                reading.step = int(float(cell)) if float(cell).is_integer() else None
            elif value is not None and metric not in {known for known, _, _ in reading.values}:
                reading.values.append((metric, name, value))
        return reading if reading.values else None
