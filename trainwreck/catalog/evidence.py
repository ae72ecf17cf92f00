"""The records of reproductions: which error was raised when, where and with which versions.

Only ``trainwreck reproduce --record`` writes them. They lie beside the entries, one file for each:
``evidence/<id>.json``.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from trainwreck.files import read_regular
from trainwreck.model.vocabulary import Need
from trainwreck.snapshot.entry import Entry, Proof, Reproduction

DEVICES = frozenset({Need.CUDA, Need.TWO_CUDA, Need.HIP})
"""Needs that few machines meet."""
_LONGEST_RECORD = 1 << 20
_TYPES: Mapping[str, tuple[type, ...]] = {
    "date": (str,),
    "platform": (str,),
    "device": (str,),
    "versions": (dict,),
    "message": (str, type(None)),
    "template": (str, type(None)),
    "seconds": (float, int),
    "digest": (str,),
}


class RecordError(ValueError):
    """A file is not a record of a reproduction; the text says why."""


def evidence_folder(root: Path) -> Path:
    """Return the folder of the records that belong to the catalog in ``root``."""
    return root.parent / "evidence"


def digest(reproduction: Reproduction) -> str:
    """Return the digest of what ``reproduction`` runs."""
    text = json.dumps([reproduction.needs, reproduction.error, reproduction.fix])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def current(record: Proof, reproduction: Reproduction) -> bool:
    """Tell whether ``record`` is of ``reproduction`` as it is now."""
    return not reproduction.exempt and record.digest == digest(reproduction)


def missing(entry: Entry, records: Mapping[str, Proof]) -> str | None:
    """Return what ``records`` lack on the reproduction of ``entry``; None if they lack nothing.

    What needs an accelerator may wait for a machine that has one.
    """
    reproduction = entry.reproduction
    if not reproduction or reproduction.exempt or not DEVICES.isdisjoint(reproduction.needs):
        return None
    record = records.get(entry.id)
    if record and current(record, reproduction):
        return None
    was = "was changed after it was last run" if record else "was never run"
    return f"{was}; run: make reproduce"


def parse_record(id_: str, content: bytes) -> Proof:
    """Return the record of the entry ``id_`` in a file with this ``content``.

    Raises:
        RecordError: if it is not one.

    """
    try:
        data: Any = json.loads(content.decode())
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError(
            f"byte 0x{content[error.start]:02x} in line {line} is not UTF-8"
        ) from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"is not valid JSON: {error}") from None
    if not isinstance(data, dict):
        raise RecordError("is not an object")
    for name, types in _TYPES.items():
        if name not in data:
            raise RecordError(f'has no "{name}"')
        if not isinstance(data[name], types):
            raise RecordError(f'has a "{name}" of the wrong type')
    try:
        date = dt.date.fromisoformat(data["date"])
    except ValueError:
        raise RecordError('has a "date" that is not a day') from None
    return Proof(**{name: data[name] for name in _TYPES} | {"id": id_, "date": date})


def read_records(root: Path) -> dict[str, Proof]:
    """Return the records of the catalog in ``root`` by id; other files are skipped."""
    records = {}
    for path in sorted(evidence_folder(root).glob("*.json")):
        try:
            records[path.stem] = parse_record(path.stem, read_regular(path, _LONGEST_RECORD))
        except (OSError, RecordError):
            continue  # trainwreck check reports it
    return records


def write_record(root: Path, record: Proof) -> Path:
    """Write ``record`` beside the catalog in ``root``, over an older one; return its file."""
    path = evidence_folder(root) / f"{record.id}.json"
    path.parent.mkdir(exist_ok=True)
    data = asdict(record) | {"date": str(record.date)}
    del data["id"]  # the file's name says it
    path.write_text(
        json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    return path
