"""The ledger of reproductions: which error was raised when, where and with which versions.

Only ``trainwreck reproduce --record`` writes it. It stands beside the entries,
``errors/evidence.jsonl``, a line for each reproduction.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic import ValidationError

from trainwreck.model.entry import Entry, Model, Reproduction
from trainwreck.model.problems import Fault, shown
from trainwreck.model.vocabulary import Need

NAME = "evidence.jsonl"
DEVICES = frozenset({Need.CUDA, Need.TWO_CUDA, Need.HIP})
"""Needs that few machines meet."""


class Record(Model):
    """One reproduction as it was last run."""

    id: str
    """The entry."""
    date: dt.date
    """Day of the run."""
    platform: str
    """Operating system and processor, such as "Linux x86_64"."""
    device: str
    """Name of the accelerator that took part; "CPU" where none did."""
    versions: dict[str, str]
    """Version of Python and of each need, by its name."""
    message: str | None
    """The line printed that matched; None where the error prints nothing."""
    template: str | None
    """The message of the entry that it matched."""
    seconds: float
    """How long error and fix took together."""
    digest: str
    """Of the reproduction's text, so that a changed one is known to be unproved."""

    @property
    def software(self) -> str:
        """What took part, with versions, as people write it: "PyTorch 2.13.0, Python 3.11.7"."""
        labels = {str(need): need.label for need in Need} | {"python": "Python"}
        used = sorted(self.versions.items(), key=lambda item: item[0] == "python")
        return ", ".join(f"{labels.get(name, name)} {version}" for name, version in used)


def digest(reproduction: Reproduction) -> str:
    """Return the digest of what ``reproduction`` runs."""
    text = json.dumps([reproduction.needs, reproduction.error, reproduction.fix])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def flaw(entry: Entry, ledger: Mapping[str, Record]) -> str | None:
    """Return what ``ledger`` lacks on the reproduction of ``entry``; None where it lacks nothing.

    What needs an accelerator may wait for a machine that has one.
    """
    reproduction = entry.reproduction
    if not reproduction or reproduction.exempt or not DEVICES.isdisjoint(reproduction.needs):
        return None
    record = ledger.get(entry.id)
    if record and record.digest == digest(reproduction):
        return None
    was = "was changed after it was last run" if record else "was never run"
    return f"{was}; run: make reproduce"


def read_ledger(root: Path) -> tuple[dict[str, Record], list[Fault]]:
    """Return the records in the ledger of the catalog in ``root``, by id, and its faults."""
    path = root / NAME
    records: dict[str, Record] = {}
    faults: list[Fault] = []
    if path.exists():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            try:
                record = Record.model_validate_json(line)
            except ValidationError as error:
                problem = f"is no record: {error.errors(include_url=False)[0]['msg']}"
                remedy = "delete the line and run: make reproduce"
                faults.append(Fault(shown(path), number, "", problem, remedy))
            else:
                records[record.id] = record
    return records, faults


def write_ledger(root: Path, entries: Iterable[Entry], records: Iterable[Record]) -> None:
    """Put ``records`` in the ledger of ``root``, in place of older ones of the same reproductions.

    Records that no reproduction of ``entries`` stands behind any more are dropped.
    """
    current = {entry.id: digest(entry.reproduction) for entry in entries if entry.reproduction}
    old, _ = read_ledger(root)
    ledger = {id_: record for id_, record in old.items() if current.get(id_) == record.digest}
    ledger |= {record.id: record for record in records}
    lines = [ledger[id_].model_dump_json() for id_ in sorted(ledger)]
    (root / NAME).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
