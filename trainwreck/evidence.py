"""The ledger of reproductions: which error was raised when, where and with which versions.

Only ``trainwreck reproduce --record`` writes it. It stands beside the entries,
``errors/evidence.jsonl``, a line for each reproduction.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from trainwreck.faults import CatalogError
from trainwreck.model import Entry, Model, Reproduction
from trainwreck.validate import file_fault

NAME = "evidence.jsonl"


class Evidence(Model):
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


_LINE: TypeAdapter[Evidence] = TypeAdapter(Evidence)


def digest(reproduction: Reproduction) -> str:
    """Return the digest of what ``reproduction`` runs."""
    text = json.dumps([reproduction.needs, reproduction.error, reproduction.fix])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read(root: Path) -> tuple[Evidence, ...]:
    """Return the ledger of the catalog in the folder ``root``; empty where there is none.

    Raises:
        CatalogError: where a line is no record.

    """
    path = root / NAME
    if not path.exists():
        return ()
    records = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            records.append(_LINE.validate_json(line))
        except ValidationError as error:
            problem = f"line {number} is no record: {error.errors()[0]['msg']}"
            remedy = "write it with: trainwreck reproduce --record"
            raise CatalogError((file_fault(path, problem, remedy),)) from None
    return tuple(records)


def write(root: Path, entries: Iterable[Entry], records: Iterable[Evidence]) -> None:
    """Put ``records`` in the ledger of ``root``, in place of older ones of the same reproductions.

    Records that no reproduction of ``entries`` stands behind any more are dropped.
    """
    current = {entry.id: digest(entry.reproduction) for entry in entries if entry.reproduction}
    ledger = {old.id: old for old in read(root) if current.get(old.id) == old.digest}
    ledger |= {record.id: record for record in records}
    lines = [ledger[id_].model_dump_json() for id_ in sorted(ledger)]
    (root / NAME).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
