"""The view of an entry as a line of a snapshot: written from an entry, and read back.

Links to other entries are not in the line, because they change with the others; the header has
them.
"""

import datetime as dt
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any

from trainwreck.model.frameworks import Framework
from trainwreck.model.vocabulary import (
    Action,
    Category,
    Evidence,
    Kind,
    Need,
    Severity,
    TimeToDiagnose,
    Unreproduced,
)
from trainwreck.snapshot.entry import (
    Advice,
    Entry,
    FailedAttempt,
    Message,
    Proof,
    Reference,
    Reproduction,
    Step,
    Symptom,
    Verification,
)

LINKS = ("caused_by", "leads_to", "related", "narrows")
"""The fields of an entry that are not in its line."""
_ABSENT: dict[str, Any] = {"root_cause": None, "clusters": (), "frameworks": (), "fix": ()}
"""What is left out of a line, but has no default: of an entry that no check has passed."""


def line(entry: Entry) -> bytes:
    """Return the line of ``entry`` in the section of entries."""
    data = {name: value for name, value in asdict(entry).items() if name not in LINKS}
    text = json.dumps(_without_empty(data), ensure_ascii=False, separators=(",", ":"), default=str)
    return text.encode()


def read(data: bytes, links: Mapping[str, Any]) -> Entry:
    """Return the entry of a line, with its ``links`` by the names of the fields."""
    plain: dict[str, Any] = json.loads(data)
    values = {name: _READERS.get(name, _same)(value) for name, value in plain.items()}
    return Entry(**(_ABSENT | values), **links)


def _without_empty(value: Any) -> Any:
    """Leave out what is the default of its field, to keep the line short."""
    if isinstance(value, dict):
        return {
            name: _without_empty(item)
            for name, item in value.items()
            if item not in (None, (), False)
        }
    return [_without_empty(item) for item in value] if isinstance(value, tuple) else value


def _same(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _read(type_: Callable[..., Any], **readers: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return what makes a ``type_`` of its plain values, some by readers of their own."""

    def read(value: Mapping[str, Any]) -> Any:
        return type_(**{name: readers.get(name, _same)(item) for name, item in value.items()})

    return read


def _many(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    return lambda values: tuple(map(read, values))


def _proof(value: Mapping[str, Any]) -> Proof:
    absent: dict[str, Any] = {field.name: None for field in fields(Proof)} | {"versions": {}}
    return Proof(**{**absent, **value, "date": dt.date.fromisoformat(value["date"])})


_READERS: dict[str, Callable[[Any], Any]] = {
    "category": Category,
    "severity": Severity,
    "time_to_diagnose": TimeToDiagnose,
    "frameworks": _many(Framework),
    "evidence": Evidence,
    "symptom": _read(Symptom, kind=Kind, messages=_many(_read(Message))),
    "fix": _many(_read(Step)),
    "action": _read(Advice, decision=Action),
    "failed_attempts": _many(_read(FailedAttempt)),
    "reproduction": _read(Reproduction, needs=_many(Need), exempt=Unreproduced),
    "verified": _read(Verification, date=dt.date.fromisoformat, evidence=Evidence),
    "references": _many(_read(Reference)),
    "proof": _proof,
}
