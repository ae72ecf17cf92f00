"""Many diagnoses as one table: which causes, how often, for instance in which log."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from trainwreck.logs.failure_reports import Failure, FailureKind
from trainwreck.matching.results import Diagnosis
from trainwreck.output.terminal import Paint, counted, printable

_LONGEST_TITLE = 60
_LONGEST_ERROR = 120
_MOST_NODES = 4


@dataclass
class _Row:
    id: str | None
    title: str
    decision: str | None
    logs: list[str] = field(default_factory=list)
    nodes: set[str] = field(default_factory=set)
    ranks: set[str] = field(default_factory=set)


class Summary:
    """Counts the first cause of each log."""

    def __init__(self) -> None:
        """Start with no log."""
        self._rows: dict[str, _Row] = {}
        self._healthy = 0
        self._unexplained: list[str] = []
        self._errors: dict[str, list[str]] = {}
        self._logs = 0

    def add(self, diagnosis: Diagnosis, *, is_stuck: bool = False) -> None:
        """Count one log; ``is_stuck`` if dumps show that it hung."""
        self._logs += 1
        first = next(iter(diagnosis.matches), None)
        if first is None:
            if diagnosis.failures or is_stuck:
                self._unexplained.append(diagnosis.source)
                if error := telling(diagnosis.failures):
                    self._errors.setdefault(error.text, []).append(diagnosis.source)
            else:
                self._healthy += 1
            return
        decision = str(diagnosis.action.decision) if diagnosis.action else None
        key = first.id or f"unknown: {first.title}"
        row = self._rows.setdefault(key, _Row(first.id, first.title, decision))
        row.logs.append(diagnosis.source)
        row.nodes.update(first.nodes)
        row.ranks.update(source for source in first.sources if source.isdecimal())

    def as_plain(self, hints: Sequence[str] = ()) -> dict[str, Any]:
        """Return the table as plain values, with ``hints`` which log to read first."""
        return {
            "logs": self._logs,
            "causes": [
                {
                    "id": row.id,
                    "title": row.title,
                    "count": len(row.logs),
                    "action": row.decision,
                    "example": row.logs[0],
                    "ranks": sorted(row.ranks, key=int),
                    "nodes": sorted(row.nodes),
                }
                for row in self._ordered()
            ],
            "unexplained": self._unexplained,
            "unexplained_errors": [
                {"text": text, "count": len(logs), "example": logs[0]}
                for text, logs in self._by_frequency()
            ],
            "healthy": self._healthy,
            "hints": list(hints),
        }

    def as_json(self, hints: Sequence[str] = ()) -> str:
        """Return the table as JSON."""
        return json.dumps(self.as_plain(hints), indent=2, ensure_ascii=False)

    def as_text(self, *, color: bool = False) -> str:
        """Return the table as people read it, the most frequent cause first."""
        return "\n".join(self._lines(Paint(color)))

    def _lines(self, paint: Paint) -> Iterator[str]:
        yield paint(f"{counted(self._logs, 'log')}:", bold=True)
        rows = self._ordered()
        width = len(str(max((len(row.logs) for row in rows), default=0)))
        for row in rows:
            where = self._where(row)
            name = row.id or "no entry yet"
            yield f"  {len(row.logs):>{width}}  {paint(name, bold=True)}: {_short(row.title)}"
            action, example = row.decision or "action unknown", printable(row.logs[0])
            yield f"  {'':>{width}}  {action}{where}; for instance {example}"
        if self._unexplained:
            number, example = len(self._unexplained), printable(self._unexplained[0])
            yield f"  {number} with an error that no entry explains; for instance {example}"
            for text, logs in self._by_frequency():
                yield f"    {len(logs)}  {_short(text, _LONGEST_ERROR)}; in {printable(logs[0])}"
        if self._healthy:
            yield f"  {self._healthy} without any known error message"

    def _by_frequency(self) -> list[tuple[str, list[str]]]:
        return sorted(self._errors.items(), key=lambda error: (-len(error[1]), error[0]))

    def _ordered(self) -> list[_Row]:
        return sorted(self._rows.values(), key=lambda row: (-len(row.logs), row.id or "~"))

    @staticmethod
    def _where(row: _Row) -> str:
        nodes = sorted(row.nodes)
        if not nodes:
            return ""
        more = f" and {len(nodes) - _MOST_NODES} more" if len(nodes) > _MOST_NODES else ""
        return f"; on {', '.join(map(printable, nodes[:_MOST_NODES]))}{more}"


def telling(failures: Sequence[Failure]) -> Failure | None:
    """Return the failure that says most of ``failures``; None if there is none."""
    exceptions = (failure for failure in failures if failure.kind is FailureKind.EXCEPTION)
    return next(exceptions, next(iter(failures), None))


def _short(text: str, longest: int = _LONGEST_TITLE) -> str:
    line = printable(text)
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
