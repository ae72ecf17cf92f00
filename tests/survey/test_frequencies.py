"""The counts of a report as a table for the site."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.catalog_data.frequencies import Row, Table, read_tables
from trainwreck.survey.frequencies import as_frequencies

WEEKS = [{"week": "2026-W44"}, {"week": "2026-W48"}]


def report(*causes: tuple[str | None, str, int, float], **other: Any) -> dict[str, Any]:
    rows = [dict(zip(("id", "title", "count", "share"), cause, strict=True)) for cause in causes]
    return {"causes": rows, "weeks": WEEKS, "site": "Example HPC", "date": "2026-11-22"} | other


def read(folder: Path, text: str) -> Table:
    path = folder / "frequencies.yml"
    path.write_text(text, encoding="utf-8")
    (table,) = read_tables(path, {"nan-loss", "disk-quota-exceeded"})
    return table


def test_site_reads_the_table(tmp_path: Path) -> None:
    found = report(("nan-loss", 'Loss: "nan"', 7, 0.1234), (None, "", 50, 0.8766))
    table = read(tmp_path, as_frequencies(found))
    assert table == Table(
        title="Example HPC",
        share_of="failed jobs",
        rows=(Row('Loss: "nan"', "nan-loss", 12.34, 7),),
        period="2026-W44 to 2026-W48",
    )


@pytest.mark.parametrize("causes", [[], [(None, "", 5, 1.0)]])
def test_report_without_known_causes_gives_an_empty_table(tmp_path: Path, causes: Any) -> None:
    text = as_frequencies(report(*causes, weeks=[], site=None))
    table = read(tmp_path, text)
    assert (table.rows, table.period) == ((), "2026-11-22")


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_any_title_is_read_back(tmp_path_factory: pytest.TempPathFactory, title: str) -> None:
    folder = tmp_path_factory.mktemp("table")
    table = read(folder, as_frequencies(report(("nan-loss", title, 1, 1.0))))
    assert table.rows[0].name == title
