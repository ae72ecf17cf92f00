"""The codes in a log that no entry explains.

They are looked for in the reports of failures and at the end of the log. A code is explained by the
entry that covers it, or by one whose message is on the same line. How a process ended is explained
by any error that ends jobs, and so is a code which only reports that something else failed.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from trainwreck.logs.failure_reports import FailureKind
from trainwreck.logs.noise_rules import NOISE_RULES
from trainwreck.logs.normalizer import lines
from trainwreck.matching.judgement import STOPPING, Role
from trainwreck.matching.matcher import Matcher
from trainwreck.matching.results import CodeInLog, Diagnosis, LogLine
from trainwreck.matching.sightings import excerpt
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.snapshot.patterns import Pattern, Purpose

if TYPE_CHECKING:
    from trainwreck.snapshot.codes import Code, CodeTable

REPORTED = {FailureKind.SIGNAL: "signals", FailureKind.EXIT_CODE: "exit-codes"}
"""The tables of what launchers and shells report of a process."""
ENDS = frozenset({"exit-codes", "signals", "slurm-exit-codes", "slurm-states"})
"""The tables of how a process or job ended, which says nothing beside the cause."""
TAIL = 1 << 14
"""How much of the end of a log is looked at."""
MOST_SHOWN = 8
"""Codes that are shown of a log."""

_Found = tuple[str, str, str, LogLine]
"""Table, what is known of the code (``number``, ``name`` or ``text``), how it is written, line."""


def codes_in(
    diagnosis: Diagnosis, tail: str, catalog: Snapshot, matcher: Matcher
) -> tuple[CodeInLog, ...]:
    """Return the codes in a log that no entry explains, in the order of their lines.

    Args:
        diagnosis: what is known of the log.
        tail: the end of the log, from the beginning of a line on.
        catalog: has the tables.
        matcher: knows the messages of the entries.

    """
    explained = _Explained(diagnosis, catalog, matcher)
    tables: dict[str, CodeTable] = {}
    seen: dict[tuple[str, str], CodeInLog] = {}
    found = (*_reported(diagnosis), *_printed(diagnosis, tail, catalog, explained))
    for id_, kind, value, line in found:
        if id_ not in catalog.code_table_ids or explained.table(id_):
            continue
        table = tables.setdefault(id_, tables.get(id_) or catalog.code_table(id_))
        for code in table.find(kind, value):
            if (id_, code.anchor) not in seen and not explained.code(code, line):
                seen[id_, code.anchor] = _in_log(table, code, line, catalog)
    ordered = sorted(seen.values(), key=lambda code: code.line.number)
    return tuple(ordered[:MOST_SHOWN])


class _Explained:
    """Knows which codes the entries that were found explain."""

    def __init__(self, diagnosis: Diagnosis, catalog: Snapshot, matcher: Matcher) -> None:
        known = [match for match in diagnosis.matches if match.entry]
        self._ids = {match.id for match in known}
        self._lines = {line.number for match in known for line in match.lines}
        self._catalog = catalog
        self._matcher = matcher
        self._has_cause = any(
            match.role is Role.CAUSE and match.entry and match.entry.symptom.kind in STOPPING
            for match in known
        )

    def table(self, id_: str) -> bool:
        """Return whether all codes of a table are explained."""
        return self._has_cause and id_ in ENDS

    def code(self, code: "Code", line: LogLine) -> bool:
        """Return whether a code on a line is explained, or part of a message that doesn't count."""
        if code.entry in self._ids or line.number in self._lines:
            return True
        if self._has_cause and code.entry and self._is_report(code.entry):
            return True
        # An entry that isn't found itself gave way, or somebody handled or mentioned the error.
        return any(message.purpose == Purpose.MESSAGE for message in self._messages(line.text))

    def _is_report(self, id_: str) -> bool:
        """Return whether an entry only ever reports that something else failed."""
        entry = self._catalog.get(id_)
        return entry is not None and all(each.secondary for each in entry.symptom.messages)

    def _messages(self, text: str) -> Iterator[Pattern]:
        return (self._matcher.messages[found.message] for found in self._matcher.find(text))


def _reported(diagnosis: Diagnosis) -> Iterator[_Found]:
    for failure in diagnosis.failures:
        if failure.kind in REPORTED and failure.code is not None:
            said = LogLine(failure.line, failure.text)
            yield REPORTED[failure.kind], "number", str(failure.code), said


def _printed(
    diagnosis: Diagnosis, tail: str, catalog: Snapshot, explained: _Explained
) -> Iterator[_Found]:
    plain = NOISE_RULES.escape.sub("", tail)
    known = [(id_, text) for id_, text in catalog.code_patterns(plain) if not explained.table(id_)]
    if not known:
        return
    from trainwreck.logs.code_patterns import CodePattern  # noqa: PLC0415  most logs have no code

    patterns = [(id_, CodePattern(text)) for id_, text in known]
    for line in _numbered(tail, diagnosis.line_count):
        for id_, pattern in patterns:
            for kind, value in pattern.find(line.text):
                yield id_, kind, value, line


def _numbered(tail: str, line_count: int) -> Iterable[LogLine]:
    count = tail.count("\n") + (not tail.endswith("\n"))
    return (
        LogLine(line.number, excerpt(line.text)) for line in lines(tail, line_count - count + 1)
    )


def _in_log(table: "CodeTable", code: "Code", line: LogLine, catalog: Snapshot) -> CodeInLog:
    entry = catalog.get(code.entry) if code.entry else None
    return CodeInLog(
        table=table.id,
        code=code.label,
        name=code.name,
        text=code.text,
        meaning=code.meaning,
        action=code.action or (entry.action.decision if entry else None),
        entry=entry.id if entry else None,
        url=table.url(code),
        line=line,
    )
