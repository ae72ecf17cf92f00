"""Tells logs and flight recorder dumps apart, and which dumps belong to which log."""

import functools
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from trainwreck.logs import reader
from trainwreck.logs.dump_files import dumps_among, dumps_in
from trainwreck.matching.results import Diagnosis

_PROGRESS_FROM = 16


@dataclass(frozen=True, slots=True)
class Dumps:
    """What the flight recorder dumps of a job show, ready to be added to its diagnosis."""

    text: str
    """As people read it, styled for a terminal."""
    plain: Mapping[str, Any]
    """As programs read it."""
    is_stuck: bool
    """Whether a collective went wrong."""
    refused: tuple[str, ...]
    """Files that can't be used, with the reasons."""
    added_to: Callable[[Diagnosis], Diagnosis]
    """Returns a diagnosis with what they show in its verdict."""


class Inputs:
    """The files that are to be diagnosed: logs, and the dumps that lie beside them or are named."""

    def __init__(
        self,
        paths: Sequence[Path],
        pattern: str,
        report: Callable[[reader.UnusableInputError], None],
    ) -> None:
        """Take the files of ``paths``; of folders those whose names match ``pattern``.

        A dump that is named, or a folder of nothing but dumps, belongs to every log. A dump that
        was found in another folder belongs to the logs beside it or, if there are none, to those in
        the next folder above.
        """
        self.logs: list[Path] = []
        self.named: list[Path] = []
        self._found: list[Path] = []
        self._used: set[Path] = set()
        self._in_folder: dict[Path, tuple[Path, ...]] = {}
        self._read: dict[tuple[Path, ...], Dumps] = {}
        for path in paths:
            files = list(reader.expand([path], pattern, report))
            dumps = set(dumps_among(files))
            logs = [file for file in files if file not in dumps]
            self.logs += logs
            (self._found if logs else self.named).extend(file for file in files if file in dumps)

    def dumps_of(self, log: Path) -> Dumps | None:
        """Return what the dumps that belong to ``log`` show; None if there are none."""
        own = [*self.named, *self._beside(log)]
        self._used.update(own)
        return self._dumps(own) if own else None

    def rest(self) -> Iterator[tuple[Path, Dumps]]:
        """Yield the folders whose dumps belong to no log, with what the dumps show."""
        folders: dict[Path, list[Path]] = {}
        if self.named and not self.logs:
            folders[Path(os.path.commonpath([path.parent for path in self.named]))] = self.named
        for path in self._found:
            if path not in self._used:
                folders.setdefault(path.parent, []).append(path)
        for folder, paths in folders.items():
            yield folder, self._dumps(paths)

    def refused(self) -> Iterator[str]:
        """Yield why dumps that were named can't be used."""
        if self.named:
            known = (line for dumps in self._read.values() for line in dumps.refused)
            yield from dict.fromkeys(known)

    def _beside(self, log: Path) -> Sequence[Path]:
        if str(log) == reader.STDIN:
            return ()
        folder = log.parent
        if folder not in self._in_folder:
            self._in_folder[folder] = dumps_in(folder)
        return self._in_folder[folder] or self._below.get(folder, ())

    @functools.cached_property
    def _below(self) -> dict[Path, list[Path]]:
        """Dumps by the next folder above them that has logs."""
        folders = {log.parent for log in self.logs}
        below: dict[Path, list[Path]] = {}
        for path in self._found:
            if above := next((one for one in path.parents if one in folders), None):
                below.setdefault(above, []).append(path)
        return below

    def _dumps(self, paths: Sequence[Path]) -> Dumps:
        key = tuple(dict.fromkeys(paths))
        if key not in self._read:
            self._read[key] = _dumps(key)
        return self._read[key]


def _dumps(paths: Sequence[Path]) -> Dumps:
    # Few logs have dumps, so most diagnoses don't wait for these.
    from trainwreck.flight_recorder.report import read_report  # noqa: PLC0415
    from trainwreck.matching.with_dumps import with_dumps  # noqa: PLC0415
    from trainwreck.output.flight_recorder import dumps_json, dumps_text  # noqa: PLC0415

    if len(paths) < _PROGRESS_FROM or not sys.stderr.isatty():
        report = read_report(paths)
    else:
        with click.progressbar(paths, label="flight recorder dumps", file=sys.stderr) as shown:
            report = read_report(shown)
    return Dumps(
        text=dumps_text(report, color=True),
        plain=dumps_json(report),
        is_stuck=bool(report.findings),
        refused=report.refused,
        added_to=functools.partial(with_dumps, report=report),
    )
