"""What a survey found, as plain data: the content of report.json and of the report."""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from trainwreck.metadata import SITE, __version__
from trainwreck.model.vocabulary import Action
from trainwreck.notes.site_notes import SiteNotes
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.survey import statistics
from trainwreck.survey.accounting import Accounting, Job
from trainwreck.survey.attempts import attempts
from trainwreck.survey.code_counts import counted_codes
from trainwreck.survey.grouping import MOST_GROUPS, grouped
from trainwreck.survey.joining import Record
from trainwreck.survey.retries import Retries
from trainwreck.survey.rows import KNOWN, LONGEST_TEXT, NO_ERROR, UNREADABLE

MOST_LISTED = 100
"""Rows of a table of a report."""
_NOT_OF_NODES = frozenset({str(Action.FIX_FIRST), str(Action.NONE)})
"""Actions of failures that no node is to blame for."""
_TOP = 3


class Analysis:
    """Counts the logs and attempts of a survey as they pass."""

    def __init__(
        self, catalog: Snapshot, accounting: Accounting | None, notes: SiteNotes | None = None
    ) -> None:
        """Start with no log."""
        self._catalog, self._accounting, self._notes = catalog, accounting, notes
        self._outcomes: Counter[str] = Counter()
        self._failed: Counter[str | None] = Counter()
        self._hours: defaultdict[str | None, float] = defaultdict(float)
        self._examples: dict[str | None, str] = {}
        self._weeks: defaultdict[str, Counter[str | None]] = defaultdict(Counter)
        self._week_jobs: Counter[str] = Counter()
        self._all_hours = 0.0
        self._on_node: defaultdict[str, dict[str, str | None]] = defaultdict(dict)
        self._cause_nodes: defaultdict[str | None, set[str]] = defaultdict(set)
        self._errors: list[tuple[str, str]] = []
        self._unreadable: list[tuple[str, str]] = []
        self._retries = Retries(lambda id_: self._has_action(id_, Action.RETRY))
        self._codes: Counter[str] = Counter()
        self._jobs_seen: set[Job] = set()
        self._failed_silently = 0

    def read(self, records: Iterable[Record], counts: Mapping[str, int]) -> None:
        """Count all logs.

        Args:
            records: logs with their jobs.
            counts: how many logs each job has.

        """
        logs = self._counted(records)
        for attempt in attempts(logs, counts, self._accounting, self._catalog.caused_by):
            self._add(attempt)

    def _counted(self, records: Iterable[Record]) -> Iterator[Record]:
        for record in records:
            row = record.row
            self._outcomes[row["outcome"]] += 1
            if row["outcome"] == UNREADABLE:
                self._unreadable.append((row["path"], row["error"] or ""))
            yield record

    def _add(self, record: Record) -> None:
        """Count one attempt of a job."""
        if record.job and record.is_final:
            self._jobs_seen.add(record.job)
        self._all_hours += record.gpu_hours
        week = _week(record.when)
        if week:
            self._week_jobs[week] += 1
        self._retries.add(record)
        if record.failed:
            self._codes.update(record.row["codes"])
            self._add_failure(record, week)

    def _add_failure(self, record: Record, week: str | None) -> None:
        row, cause = record.row, record.cause
        self._failed[cause] += 1
        self._hours[cause] += record.gpu_hours
        path = row["path"]
        self._examples[cause] = min(path, self._examples.get(cause, path))
        if week:
            self._weeks[week][cause] += 1
        if cause is None and row["message"]:
            self._errors.append((path, row["message"]))
        elif cause is None:
            self._failed_silently += 1
        if row["action"] not in _NOT_OF_NODES:
            for node in record.blamed:
                self._on_node[node][_counted_as(record)] = cause
                self._cause_nodes[cause].add(node)

    def as_plain(self, today: dt.date) -> dict[str, Any]:
        """Return everything as plain values."""
        failed, hours = sum(self._failed.values()), sum(self._hours.values())
        groups = grouped(self._errors)
        return {
            "format": 1,
            "date": today.isoformat(),
            "trainwreck": __version__,
            "catalog": self._catalog.digest,
            "anonymous": False,
            "site": self._notes.site if self._notes else None,
            "has_accounting": self._accounting is not None,
            "logs": {
                "total": self._outcomes.total(),
                "failed": failed,
                "explained": failed - self._failed[None],
                "unexplained": self._failed[None],
                "failed_silently": self._failed_silently,
                "without_error": self._outcomes[NO_ERROR],
                "with_known_error": self._outcomes[KNOWN],
                "unreadable": self._outcomes[UNREADABLE],
            },
            "gpu_hours": {"total": round(self._all_hours, 1), "failed": round(hours, 1)},
            "jobs_without_log": self._jobs_without_log(),
            "causes": self._causes(failed, hours),
            "weeks": self._weekly(),
            "nodes": self._nodes(),
            "retries": self._retries.as_plain(),
            "codes": counted_codes(self._codes, self._catalog, self._notes, MOST_LISTED),
            "unknown": [
                {
                    "template": group.template,
                    "count": len(group.paths),
                    "example": group.example[:LONGEST_TEXT],
                    "log": group.paths[0],
                    "command": group.command,
                }
                for group in groups[:MOST_GROUPS]
            ],
            "unknown_groups": len(groups),
            "unreadable": [
                {"log": path, "error": error}
                for path, error in sorted(self._unreadable)[:MOST_LISTED]
            ],
        }

    def _causes(self, failed: int, hours: float) -> list[dict[str, Any]]:
        found = []
        for cause, count in sorted(self._failed.items(), key=lambda pair: (-pair[1], str(pair[0]))):
            entry = self._catalog.get(cause) if cause else None
            found.append(
                {
                    "id": cause,
                    "title": entry.title if entry else None,
                    "url": SITE + entry.url if entry else None,
                    "action": str(entry.action.decision) if entry else None,
                    "action_label": entry.action.decision.label if entry else None,
                    "count": count,
                    "share": _share(count, failed),
                    "gpu_hours": round(self._hours[cause], 1),
                    "gpu_hours_share": _share(self._hours[cause], hours),
                    "nodes": len(self._cause_nodes[cause]),
                    "example": self._examples[cause],
                    "notes": self._added(cause),
                }
            )
        return found

    def _added(self, cause: str | None) -> list[dict[str, str]]:
        """Return what the center adds to an entry, each note with its label."""
        own = self._notes.on(cause) if self._notes else None
        return [{"label": label, "text": text} for label, text in own.lines()] if own else []

    def _weekly(self) -> list[dict[str, Any]]:
        return [
            {
                "week": week,
                "jobs": self._week_jobs[week],
                "failed": self._weeks[week].total(),
                "share": _share(self._weeks[week].total(), self._week_jobs[week]),
                "causes": [
                    {"id": cause, "count": count}
                    for cause, count in sorted(
                        self._weeks[week].items(), key=lambda pair: (-pair[1], str(pair[0]))
                    )[:_TOP]
                ],
            }
            for week in sorted(self._week_jobs)
        ]

    def _nodes(self) -> dict[str, Any]:
        counts = {node: len(failures) for node, failures in self._on_node.items()}
        jobs = self._jobs_on_nodes()
        rates = statistics.node_rates(counts, jobs)
        return {
            "tested": len(counts.keys() | (jobs or {}).keys()),
            "jobs_known": jobs is not None,
            "false_discovery_rate": statistics.FALSE_DISCOVERY_RATE,
            "least_failures": statistics.LEAST_FAILURES,
            "least_ratio": statistics.LEAST_RATIO,
            "rows": [self._node(rate) for rate in rates[:MOST_LISTED]],
        }

    def _node(self, rate: statistics.NodeRate) -> dict[str, Any]:
        causes = Counter(self._on_node[rate.node].values())
        ordered = sorted(causes.items(), key=lambda pair: (-pair[1], str(pair[0])))
        return {
            "node": rate.node,
            "outlier": rate.is_outlier,
            "failures": rate.failures,
            "jobs": rate.jobs,
            "expected": round(rate.expected, 2),
            "p_value": rate.p_value,
            "q_value": rate.q_value,
            "causes": [{"id": cause, "count": count} for cause, count in ordered[:_TOP]],
        }

    def _jobs_on_nodes(self) -> Mapping[str, int] | None:
        """Return how many jobs with a log ran on each node; None if the accounting names none."""
        if self._accounting is None:
            return None
        counts: Counter[str] = Counter()
        for job in self._jobs_seen:
            counts.update(set(job.nodes))
        return counts or None

    def _jobs_without_log(self) -> int | None:
        """Return how many failed jobs have no log; None without accounting."""
        if self._accounting is None:
            return None
        seen = {job.id for job in self._jobs_seen}
        return sum(job.id not in seen for job in self._accounting if job.has_failed)

    def _has_action(self, id_: str, action: Action) -> bool:
        entry = self._catalog.get(id_)
        return entry is not None and entry.action.decision is action


def _counted_as(record: Record) -> str:
    """Return what a failure counts as on its node: the job, or of an unknown error its user.

    Somebody who debugs on one node must not make it look bad.
    """
    row, job = record.row, record.job
    if record.cause is None and job and job.user:
        return f"user {job.user}"
    counted: str = row["job_id"] or row["path"]
    return counted


def _week(when: dt.datetime | None) -> str | None:
    if when is None:
        return None
    year, week, _ = when.isocalendar()
    return f"{year}-W{week:02}"


def _share(part: float, whole: float) -> float:
    return round(part / whole, 4) if whole else 0.0
