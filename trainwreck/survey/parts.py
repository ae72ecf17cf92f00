"""The rows that are finished: Parquet files in a folder, from which a survey goes on."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from trainwreck.files import write_whole
from trainwreck.metadata import __version__
from trainwreck.survey.errors import InputError, OutputError
from trainwreck.survey.inputs import LogFile
from trainwreck.survey.rows import SCHEMA, table

FORMAT = 2
"""Raised when the meaning of a column changes."""
_MANIFEST = "survey.json"
_PARTS = "parts"
_ROWS_AT_A_TIME = 10_000


class Parts:
    """The finished rows of one survey."""

    def __init__(self, folder: Path, catalog: str, *, restart: bool = False) -> None:
        """Open the results in ``folder``, or begin new ones.

        Args:
            folder: the output folder; it may not exist yet.
            catalog: digest of the catalog, which all rows must share.
            restart: whether to discard the finished rows.

        Raises:
            InputError: if the folder holds anything else.
            OutputError: if it cannot be written.

        """
        self._folder = folder
        self._next = 0
        manifest = {"format": FORMAT, "trainwreck": __version__, "catalog": catalog}
        try:
            self._open(manifest, restart=restart)
        except OSError as error:
            raise unwritable(folder, error) from None

    def _open(self, manifest: Mapping[str, Any], *, restart: bool) -> None:
        file = self._folder / _MANIFEST
        kept = self._manifest(file)
        if restart:
            for part in self._files():
                part.unlink()
        elif kept is not None and kept != manifest:
            raise InputError(
                f"{self._folder}: was surveyed with another catalog or version of trainwreck;"
                " name another folder, or discard its results with --restart"
            )
        for leftover in (self._folder / _PARTS).glob(".*"):
            leftover.unlink()  # of a run that was killed while it wrote
        write_whole(file, json.dumps(manifest, indent=2).encode() + b"\n")
        (self._folder / _PARTS).mkdir(exist_ok=True)
        self._next = 1 + max((int(part.stem.split("-")[1]) for part in self._files()), default=-1)

    def _manifest(self, file: Path) -> dict[str, Any] | None:
        """Return what an earlier run wrote; None if the folder is new or empty."""
        if self._folder.exists() and not self._folder.is_dir():
            raise InputError(f"{self._folder}: is not a folder; name a folder with --output")
        try:
            found: Any = json.loads(file.read_bytes())
        except FileNotFoundError:
            if self._folder.is_dir() and any(self._folder.iterdir()):
                problem = f"{self._folder}: is not empty, and not the output of a survey"
                raise InputError(f"{problem}; name a new folder with --output") from None
            return None
        except ValueError:
            found = None
        return found if isinstance(found, dict) else {}

    def remaining(self, logs: Sequence[LogFile]) -> list[LogFile]:
        """Return the ``logs`` without a row, and drop the rows of logs that changed or are gone.

        Raises:
            OutputError: if a part cannot be rewritten.

        """
        wanted = {log.path: (log.size, log.modified) for log in logs}
        done: set[str] = set()
        for file in self._files():
            found = self._read(file)
            if found is None:
                file.unlink()  # damaged: its logs are read again
                continue
            keep = [
                path not in done and wanted.get(path) == (size, modified)
                for path, size, modified in _identities(found)
            ]
            kept = found.filter(pa.array(keep, pa.bool_()))
            done.update(kept["path"].to_pylist())
            if not all(keep):
                self._replace(file, kept)
        return [log for log in logs if log.path not in done]

    def add(self, rows: list[dict[str, Any]]) -> None:
        """Write ``rows`` as the next part.

        Raises:
            OutputError: if it cannot be written; no part is then left half written.

        """
        self._replace(self._folder / _PARTS / f"part-{self._next:05}.parquet", table(rows))
        self._next += 1

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Yield all rows, a few thousand at a time, in the order of the parts."""
        for file in self._files():
            yield from pq.ParquetFile(file).iter_batches(_ROWS_AT_A_TIME)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield all rows, in the order of the parts."""
        for batch in self.batches():
            yield from batch.to_pylist()

    def jobs(self) -> Iterator[tuple[str, str | None]]:
        """Yield path and number of the job of each log."""
        for file in self._files():
            columns = pq.read_table(file, columns=["path", "job_id"])
            yield from zip(
                *(columns[name].to_pylist() for name in columns.column_names), strict=True
            )

    def _files(self) -> list[Path]:
        return sorted((self._folder / _PARTS).glob("part-*.parquet"))

    def _read(self, file: Path) -> pa.Table | None:
        """Return the rows of a part; None if it is damaged."""
        try:
            return pq.read_table(file, schema=SCHEMA)
        except (pa.ArrowInvalid, OSError):
            return None

    def _replace(self, file: Path, content: pa.Table) -> None:
        sink = pa.BufferOutputStream()
        pq.write_table(content, sink, compression="zstd")
        try:
            write_whole(file, sink.getvalue())
        except OSError as error:
            raise unwritable(file, error) from None


def _identities(found: pa.Table) -> Iterable[tuple[str, int, int]]:
    modified = (
        0 if time is None else time for time in found["modified"].cast(pa.int64()).to_pylist()
    )
    return zip(found["path"].to_pylist(), found["size"].to_pylist(), modified, strict=True)


def write_output(file: Path, data: bytes) -> None:
    """Write a result whole or not at all.

    Raises:
        OutputError: if it cannot be written.

    """
    try:
        write_whole(file, data)
    except OSError as error:
        raise unwritable(file, error) from None


def unwritable(path: Path, error: OSError) -> OutputError:
    """Return the error of a result at ``path`` that cannot be written, and how to go on."""
    reason = os.strerror(error.errno) if error.errno else str(error)
    remedy = "free some space or fix the permissions, then run the same command again"
    return OutputError(f"{path}: cannot be written: {reason}; {remedy} to continue")
