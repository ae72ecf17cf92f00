"""Writes the results of a survey: one table of all logs, and the report as JSON and as a page."""

import functools
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2
import pyarrow.parquet as pq

from trainwreck.survey.frequencies import as_frequencies
from trainwreck.survey.joining import JOINED_SCHEMA, Record, as_table
from trainwreck.survey.parts import unwritable, write_output

TABLE, PAGE, DATA = "logs.parquet", "report.html", "report.json"
FREQUENCIES = "frequencies.yml"
"""Files of the output folder."""
_ROWS = 10_000


def write_report(folder: Path, report: Mapping[str, Any]) -> None:
    """Write ``report`` as JSON, as a page, and its counts as a table for the site.

    Raises:
        OutputError: if they cannot be written.

    """
    text = json.dumps(report, indent=2, ensure_ascii=False)
    write_output(folder / DATA, text.encode() + b"\n")
    write_output(folder / FREQUENCIES, as_frequencies(report).encode())
    write_output(folder / PAGE, as_html(report).encode())


def as_html(report: Mapping[str, Any]) -> str:
    """Return ``report`` as one page that loads nothing."""
    return _template().render(report=report)


def write_table(folder: Path, records: Iterable[Record]) -> Iterator[Record]:
    """Yield ``records``, and write them to the table as they pass.

    The table is complete when all of them have passed; until then an older one stays.

    Raises:
        OutputError: if it cannot be written.

    """
    partial = folder / f".{TABLE}.part"
    try:
        with pq.ParquetWriter(partial, JOINED_SCHEMA, compression="zstd") as writer:
            for some in _some(records):
                writer.write_table(as_table(some))
                yield from some
        partial.replace(folder / TABLE)
    except OSError as error:
        raise unwritable(folder / TABLE, error) from None
    finally:
        partial.unlink(missing_ok=True)


def _some(records: Iterable[Record]) -> Iterator[list[Record]]:
    iterator = iter(records)
    while some := list(itertools.islice(iterator, _ROWS)):
        yield some


@functools.cache
def _template() -> jinja2.Template:
    text = (resources.files(__package__) / "report.html.jinja").read_text(encoding="utf-8")
    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    environment.globals.update(number=_number, percent=_percent)
    return environment.from_string(text)


def _number(value: float) -> str:
    return f"{value:,.0f}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}\N{NO-BREAK SPACE}%"
