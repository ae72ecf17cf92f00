"""How often errors were reported in published tables."""

from pathlib import Path

import pytest

import trainwreck
from macros.catalog_data.frequencies import (
    Frequency,
    FrequencyError,
    Row,
    Table,
    frequencies,
    read_tables,
)
from tests.support.paths import ROOT

TABLE = """\
- title: "A: B et al., 2025"
  share_of: failures
  rows:
    - {name: NVLink, error: gpu-nvlink-error, count: 5, share: 30.2}
"""


def read(tmp_path: Path, text: str) -> tuple[Table, ...]:
    path = tmp_path / "frequencies.yml"
    path.write_text(text)
    return read_tables(path, {"gpu-nvlink-error"})


def test_published_tables_name_entries_and_sources() -> None:
    tables = read_tables(ROOT / "docs" / "frequencies.yml", trainwreck.load(ROOT / "errors").ids)
    assert len(tables) >= 10
    assert all(table.url or table.via for table in tables)


def test_table_is_read(tmp_path: Path) -> None:
    row = Row("NVLink", "gpu-nvlink-error", 30.2, 5)
    assert read(tmp_path, TABLE) == (Table("A: B et al., 2025", "failures", (row,)),)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("gpu-nvlink-error", "gpu-nvlink", 'table 1: NVLink: there is no entry "gpu-nvlink"'),
        ("30.2", "130.2", "table 1: NVLink: 130.2 is not a share in percent"),
        ("30.2", "many", "table 1: NVLink: 'many' is not a share in percent"),
        ("share_of", "shares", "table 1: .*unexpected keyword argument 'shares'"),
        ("rows", "row", "table 1: 'rows'"),
    ],
)
def test_wrong_table_is_refused(tmp_path: Path, old: str, new: str, problem: str) -> None:
    with pytest.raises(FrequencyError, match=problem):
        read(tmp_path, TABLE.replace(old, new))


def test_rows_of_one_table_add_up_and_tables_are_counted() -> None:
    tables = (
        Table("A", "failures", (Row("x", "a", 1.5), Row("y", "a", 2.0), Row("z", "b", 0.01))),
        Table("B", "failures", (Row("x", "a", 3.0),)),
    )
    assert frequencies(tables) == {"a": Frequency(2, 3.5), "b": Frequency(1, 0.01)}


@pytest.mark.parametrize(
    ("frequency", "text"),
    [
        (Frequency(1, 0.01), "1 table, up to 0.1 %"),
        (Frequency(3, 30.25), "3 tables, up to 30.2 %"),
        (Frequency(2, 11), "2 tables, up to 11 %"),
    ],
)
def test_text_is_short(frequency: Frequency, text: str) -> None:
    assert frequency.text == text
