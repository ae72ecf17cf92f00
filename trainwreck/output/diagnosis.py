"""A diagnosis as text for the terminal, as JSON for programs, and as GitHub annotations."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

import click

from trainwreck.markdown.absolute_links import portable
from trainwreck.matching.results import ENOUGH, Diagnosis, Match, Role
from trainwreck.metadata import SITE
from trainwreck.output.annotations import annotation
from trainwreck.snapshot.entry import Step

_MOST_SOURCES = 12


def as_plain(diagnoses: Iterable[Diagnosis], cluster: str | None = None) -> list[dict[str, Any]]:
    """Return ``diagnoses`` as plain values, one object per log."""
    return [
        {
            "source": diagnosis.source,
            "line_count": diagnosis.line_count,
            "matches": [_match(match, cluster) for match in diagnosis.matches],
            "similar": [
                {"id": entry.id, "title": entry.title, "url": SITE + entry.url}
                for entry in diagnosis.similar
            ],
        }
        for diagnosis in diagnoses
    ]


def as_json(diagnoses: Iterable[Diagnosis], cluster: str | None = None) -> str:
    """Return ``diagnoses`` as a JSON list, one object per log."""
    return json.dumps(as_plain(diagnoses, cluster), indent=2, ensure_ascii=False)


def _match(match: Match, cluster: str | None) -> dict[str, Any]:
    entry = match.entry
    return {
        "id": entry.id,
        "title": entry.title,
        "severity": entry.severity,
        "category": entry.category,
        "role": str(match.role),
        "caused_by": list(match.causes),
        "message": match.message,
        "confidence": str(match.confidence),
        "reason": match.reason,
        "count": match.count,
        "lines": [{"number": line.number, "text": line.text} for line in match.lines],
        "ranks": list(match.sources),
        "verdict": entry.verdict,
        "cause": portable(entry.cause),
        "first_step": entry.first_step,
        "action": {"decision": entry.action.decision, "reason": entry.action.reason},
        "fix": [
            {
                "number": step.number,
                "anchor": step.anchor_on(cluster) if cluster else step.anchor,
                "title": step.title,
                "when": step.when and portable(step.when),
                "danger": step.danger and portable(step.danger),
                "text": portable(step.text),
            }
            for step in entry.steps(cluster)
        ],
        "url": SITE + entry.url,
    }


def as_github(diagnosis: Diagnosis) -> str:
    """Return a workflow command for each cause in ``diagnosis``."""
    return "\n".join(
        annotation(
            "error",
            f"{portable(match.entry.cause)}\nFirst step: {match.entry.first_step}\n"
            f"{diagnosis.source}, line {match.lines[0].number}\n{SITE}{match.entry.url}",
            title=f"{match.entry.id}: {match.entry.title}",
        )
        for match in diagnosis.matches
        if match.role is Role.CAUSE
    )


def as_text(
    diagnosis: Diagnosis, *, cluster: str | None = None, in_full: bool = False, color: bool = False
) -> str:
    """Return ``diagnosis`` as people read it: the causes with their fixes, then the consequences.

    Args:
        diagnosis: what was found.
        cluster: leave out the steps that are for other clusters only.
        in_full: give the steps of the fixes with their commands.
        color: style it for a terminal.

    """
    paint = _Paint(color)
    count = f"{diagnosis.line_count:,} line" + ("s" if diagnosis.line_count != 1 else "")
    if not diagnosis.matches:
        return "\n".join(_not_sure(diagnosis, count, paint))
    causes = [match for match in diagnosis.matches if match.role is Role.CAUSE]
    consequences = [match for match in diagnosis.matches if match.role is Role.CONSEQUENCE]
    blocks = [f"{printable(diagnosis.source)}: {count} read, {_counted(causes, consequences)}"]
    blocks += ["\n".join(_cause(match, cluster, paint, in_full=in_full)) for match in causes]
    blocks += ["\n".join(_consequence(match, paint)) for match in consequences]
    return "\n\n".join(blocks)


def printable(text: str) -> str:
    """Return ``text`` without characters that steer a terminal or turn the order of writing."""
    return "".join(
        character
        if character.isprintable()
        else "\t"
        if character == "\t"
        else "\N{REPLACEMENT CHARACTER}"
        for character in text
    )


class _Paint:
    """Styles text for a terminal, or leaves it as it is."""

    def __init__(self, on: bool) -> None:
        self._on = on

    def __call__(self, text: str, **style: Any) -> str:
        return click.style(text, **style) if self._on else text


def _counted(causes: list[Match], consequences: list[Match]) -> str:
    text = "1 cause" if len(causes) == 1 else f"{len(causes)} causes"
    if consequences:
        number = len(consequences)
        text += ", 1 consequence" if number == 1 else f", {number} consequences"
    return text


def _cause(match: Match, cluster: str | None, paint: _Paint, *, in_full: bool) -> Iterator[str]:
    entry = match.entry
    color = "red" if entry.severity in ("critical", "high") else "yellow"
    yield f"{paint('CAUSE', bold=True, fg=color)} {paint(entry.title, bold=True)}"
    yield f"  {entry.id}, severity {entry.severity}, {match.confidence}: {match.reason}"
    yield from _lines(match, paint)
    yield f"  Why:        {portable(entry.cause)}"
    yield f"  First step: {entry.first_step}"
    steps = entry.steps(cluster)
    if in_full:
        for step in steps:
            yield from _step(step)
    else:
        yield "  Fix:        " + "; ".join(f"{step.number}. {step.title}" for step in steps)
    yield f"  More:       trainwreck show {entry.id}, {SITE}{entry.url}"


def _consequence(match: Match, paint: _Paint) -> Iterator[str]:
    yield f"{paint('CONSEQUENCE', bold=True)} of {', '.join(match.causes)}: {match.entry.title}"
    yield f"  {match.entry.id}, {match.confidence}"
    yield from _lines(match, paint)


def _lines(match: Match, paint: _Paint) -> Iterator[str]:
    width = len(str(match.lines[-1].number))
    for line in match.lines:
        yield f"  {paint(f'{line.number:>{width}} |', dim=True)} {printable(line.text)}"
    notes = []
    if match.count > 1:
        at_least = " or more" if match.count >= ENOUGH else ""
        notes.append(f"found {match.count:,} times{at_least}")
    if match.sources:
        shown = ", ".join(map(printable, match.sources[:_MOST_SOURCES]))
        more = len(match.sources) - _MOST_SOURCES
        notes.append(f"on {shown}" + (f" and {more} more" if more > 0 else ""))
    if notes:
        yield f"  {paint('; '.join(notes), dim=True)}"


def _step(step: Step) -> Iterator[str]:
    where = f" ({', '.join(step.clusters)})" if step.clusters else ""
    yield f"\n  {step.number}. {step.title}{where}"
    if step.when:
        yield f"     When: {portable(step.when)}"
    if step.danger:
        yield f"     DANGER: {portable(step.danger)}"
    yield from (f"     {line}".rstrip() for line in portable(step.text).rstrip().splitlines())


def _not_sure(diagnosis: Diagnosis, count: str, paint: _Paint) -> Iterator[str]:
    yield f"{printable(diagnosis.source)}: {count} read, no known message"
    if diagnosis.similar:
        yield f"  {paint('NOT SURE', bold=True)}: these entries share words with it, no more"
        yield from (f"    {entry.id}: {entry.title}" for entry in diagnosis.similar)
