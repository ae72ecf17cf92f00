"""What flight recorder dumps show, as text for the terminal and as plain values for programs."""

from collections.abc import Iterator
from typing import Any

from trainwreck.flight_recorder.analysis import Finding
from trainwreck.flight_recorder.dump import Call
from trainwreck.flight_recorder.report import Report, named, said
from trainwreck.output.terminal import Paint, printable

_MOST_FINDINGS = 4
_MOST_CALLS = 4
_MOST_FILES = 4


def dumps_text(report: Report, *, color: bool = False) -> str:
    """Return ``report`` as people read it: a block of a diagnosis."""
    return "\n".join(_lines(report, Paint(color)))


def dumps_json(report: Report) -> dict[str, Any]:
    """Return ``report`` as plain values."""
    return {
        "said": report.said,
        "ranks": list(report.ranks),
        "findings": [_finding(finding) for finding in report.findings],
        "refused": list(report.refused),
        "left_out": list(report.left_out),
    }


def _lines(report: Report, paint: Paint) -> Iterator[str]:
    if report.ranks:
        yield paint(f"Flight recorder dumps of {named(report.ranks)}:", bold=True)
    else:
        yield paint("Flight recorder dumps:", bold=True)
    yield from (f"  {line}" for line in _found(report))
    hidden = len(report.findings) - _MOST_FINDINGS
    if hidden > 0:
        yield f"  and in {hidden} more process groups"
    for label, files in (("refused", report.refused), ("left out", report.left_out)):
        yield from (f"  {label}: {printable(file)}" for file in files[:_MOST_FILES])
        if len(files) > _MOST_FILES:
            yield f"  {label}: {len(files) - _MOST_FILES} more"


def _found(report: Report) -> Iterator[str]:
    if not report.findings:
        yield report.said
    for finding in report.findings[:_MOST_FINDINGS]:
        yield printable(said(finding))
        if finding.place:
            yield f"  called at {printable(finding.place)}"
        for difference in finding.differences[1:]:
            values = (f"{value} on {named(ranks)}" for value, ranks in difference.values)
            yield f"  {difference.field}: {printable(', '.join(values))}"
        if len(finding.states) > 1 and not finding.differences:
            states = (f"{state} on {named(ranks)}" for state, ranks in finding.states)
            yield f"  {printable(', '.join(states))}"
        for rank in list(finding.last_calls)[:_MOST_CALLS]:
            which = "call" if rank in finding.odd else "last call"
            yield f"  rank {rank}'s {which}: {printable(_called(finding.last_calls[rank]))}"


def _called(call: Call) -> str:
    place = f", at {call.place}" if call.place else ""
    return f"{call.operation} {call.sequence} ({call.group[1] or call.group[0]}){place}"


def _finding(finding: Finding) -> dict[str, Any]:
    name, about = finding.group
    return {
        "kind": str(finding.kind),
        "said": said(finding),
        "group": {"name": name, "description": about},
        "sequence": finding.sequence,
        "operation": finding.operation,
        "joined": list(finding.joined),
        "missing": list(finding.missing),
        "without_dump": list(finding.without_dump),
        "odd": list(finding.odd),
        "differences": [
            {
                "field": difference.field,
                "values": [
                    {"value": value, "ranks": list(ranks)} for value, ranks in difference.values
                ],
            }
            for difference in finding.differences
        ],
        "states": [{"state": state, "ranks": list(ranks)} for state, ranks in finding.states],
        "place": finding.place,
        "last_calls": [
            {
                "rank": rank,
                "operation": call.operation,
                "sequence": call.sequence,
                "group": {"name": call.group[0], "description": call.group[1]},
                "place": call.place,
            }
            for rank, call in finding.last_calls.items()
        ],
    }
