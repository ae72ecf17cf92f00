"""The codes in a log that no entry explains.

They are looked for in the reports of failures and at the end of the log. A diagnosis that knows the
cause does without them, and so does not wait for the tables.
"""

from collections.abc import Iterable, Iterator

from trainwreck.logs.failures import FailureKind
from trainwreck.logs.normalizer import lines
from trainwreck.matching.results import CodeInLog, Diagnosis, LogLine
from trainwreck.matching.sightings import excerpt
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.snapshot.codes import Code, CodeTable

_TABLES = {FailureKind.SIGNAL: "signals", FailureKind.EXIT_CODE: "exit-codes"}
"""The tables of what launchers and shells report of a process."""
_MOST_SHOWN = 8

_Found = tuple[str, str, str, LogLine]
"""Table, what is known of the code (``number``, ``name`` or ``text``), how it is written, line."""


def codes_in(diagnosis: Diagnosis, tail: str, catalog: Snapshot) -> tuple[CodeInLog, ...]:
    """Return the codes in a log that no entry explains, in the order of their lines.

    Args:
        diagnosis: what is known of the log.
        tail: the end of the log.
        catalog: has the tables.

    """
    explained = {match.id for match in diagnosis.matches}
    tables: dict[str, CodeTable] = {}
    seen: dict[tuple[str, str], CodeInLog] = {}
    for id_, kind, value, line in (*_reported(diagnosis), *_printed(diagnosis, tail, catalog)):
        if id_ not in catalog.code_table_ids:
            continue
        table = tables.setdefault(id_, tables.get(id_) or catalog.code_table(id_))
        for code in table.find(kind, value):
            if code.entry is None or code.entry not in explained:
                seen.setdefault((id_, code.anchor), _in_log(table, code, line, catalog))
    ordered = sorted(seen.values(), key=lambda code: code.line.number)
    return tuple(ordered[:_MOST_SHOWN])


def _reported(diagnosis: Diagnosis) -> Iterator[_Found]:
    for failure in diagnosis.failures:
        if failure.kind in _TABLES and failure.code is not None:
            said = LogLine(failure.line, failure.text)
            yield _TABLES[failure.kind], "number", str(failure.code), said


def _printed(diagnosis: Diagnosis, tail: str, catalog: Snapshot) -> Iterator[_Found]:
    known = [
        (table.table, pattern)
        for table in catalog.code_patterns()
        for pattern in table.patterns
        if pattern.literal in tail
    ]
    for line in _numbered(tail, diagnosis.line_count) if known else ():
        for table, pattern in known:
            for kind, value in pattern.find(line.text):
                yield table, kind, value, line


def _numbered(tail: str, line_count: int) -> Iterable[LogLine]:
    count = tail.count("\n") + (not tail.endswith("\n"))
    return (
        LogLine(line.number, excerpt(line.text)) for line in lines(tail, line_count - count + 1)
    )


def _in_log(table: CodeTable, code: Code, line: LogLine, catalog: Snapshot) -> CodeInLog:
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
