"""A diagnosis as text for the terminal, as JSON for programs, and as GitHub annotations."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from trainwreck.markdown.absolute_links import portable
from trainwreck.matching.results import ENOUGH, Diagnosis, Match, Role
from trainwreck.metadata import SITE
from trainwreck.output.annotations import annotation
from trainwreck.snapshot.compiled import Step

_BOLD, _RED, _YELLOW, _DIM, _PLAIN = "\033[1m", "\033[31m", "\033[33m", "\033[2m", "\033[0m"
_MOST_SOURCES = 12


def as_plain(diagnoses: Iterable[Diagnosis], cluster: str | None = None) -> list[dict[str, Any]]:
    """Return ``diagnoses`` as plain values, an object a log."""
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
    """Return ``diagnoses`` as a JSON list, an object a log."""
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
        "cause": portable(entry.cause),
        "first_step": entry.first_step,
        "fix": [
            {
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
    diagnosis: Diagnosis, *, cluster: str | None = None, in_full: bool = False, colour: bool = False
) -> str:
    """Return ``diagnosis`` as people read it: the causes with their fixes, then the echoes.

    Args:
        diagnosis: what was found.
        cluster: leave out the steps that are for other clusters only.
        in_full: give the steps of the fixes with their commands.
        colour: use terminal escape codes.

    """
    paint = _Paint(colour)
    count = f"{diagnosis.line_count:,} line" + ("s" if diagnosis.line_count != 1 else "")
    if not diagnosis.matches:
        return "\n".join(_not_sure(diagnosis, count, paint))
    causes = [match for match in diagnosis.matches if match.role is Role.CAUSE]
    echoes = [match for match in diagnosis.matches if match.role is Role.ECHO]
    blocks = [f"{printable(diagnosis.source)}: {count} read, {_counted(causes, echoes)}"]
    blocks += ["\n".join(_cause(match, cluster, paint, in_full=in_full)) for match in causes]
    blocks += ["\n".join(_echo(match, paint)) for match in echoes]
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
    """Sets text in terminal colours, or not."""

    def __init__(self, on: bool) -> None:
        self._on = on

    def __call__(self, code: str, text: str) -> str:
        return f"{code}{text}{_PLAIN}" if self._on else text


def _counted(causes: list[Match], echoes: list[Match]) -> str:
    text = "1 cause" if len(causes) == 1 else f"{len(causes)} causes"
    if echoes:
        text += ", 1 echo" if len(echoes) == 1 else f", {len(echoes)} echoes"
    return text


def _cause(match: Match, cluster: str | None, paint: _Paint, *, in_full: bool) -> Iterator[str]:
    entry = match.entry
    colour = _RED if entry.severity in ("critical", "high") else _YELLOW
    yield f"{paint(_BOLD + colour, 'CAUSE')} {paint(_BOLD, entry.title)}"
    yield f"  {entry.id}, severity {entry.severity}, {match.confidence}: {match.reason}"
    yield from _lines(match, paint)
    yield f"  Why:        {portable(entry.cause)}"
    yield f"  First step: {entry.first_step}"
    steps = entry.steps(cluster)
    if in_full:
        for number, step in enumerate(steps, start=1):
            yield from _step(number, step)
    else:
        yield "  Fix:        " + "; ".join(f"{n}. {step.title}" for n, step in enumerate(steps, 1))
    yield f"  More:       trainwreck show {entry.id}, {SITE}{entry.url}"


def _echo(match: Match, paint: _Paint) -> Iterator[str]:
    yield f"{paint(_BOLD, 'ECHO')} of {', '.join(match.causes)}: {match.entry.title}"
    yield f"  {match.entry.id}, {match.confidence}"
    yield from _lines(match, paint)


def _lines(match: Match, paint: _Paint) -> Iterator[str]:
    width = len(str(match.lines[-1].number))
    for line in match.lines:
        yield f"  {paint(_DIM, f'{line.number:>{width}} |')} {printable(line.text)}"
    notes = []
    if match.count > 1:
        at_least = " or more" if match.count >= ENOUGH else ""
        notes.append(f"found {match.count:,} times{at_least}")
    if match.sources:
        shown = ", ".join(map(printable, match.sources[:_MOST_SOURCES]))
        more = len(match.sources) - _MOST_SOURCES
        notes.append(f"on {shown}" + (f" and {more} more" if more > 0 else ""))
    if notes:
        yield f"  {paint(_DIM, '; '.join(notes))}"


def _step(number: int, step: Step) -> Iterator[str]:
    where = f" ({', '.join(step.clusters)})" if step.clusters else ""
    yield f"\n  {number}. {step.title}{where}"
    if step.when:
        yield f"     When: {portable(step.when)}"
    if step.danger:
        yield f"     DANGER: {portable(step.danger)}"
    yield from (f"     {line}".rstrip() for line in portable(step.text).rstrip().splitlines())


def _not_sure(diagnosis: Diagnosis, count: str, paint: _Paint) -> Iterator[str]:
    yield f"{printable(diagnosis.source)}: {count} read, no known message"
    if diagnosis.similar:
        yield f"  {paint(_BOLD, 'NOT SURE')}: these entries share words with it, no more"
        yield from (f"    {entry.id}: {entry.title}" for entry in diagnosis.similar)
