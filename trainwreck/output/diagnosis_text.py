"""A diagnosis as text for the terminal: the verdict, the causes with their fixes, consequences."""

from collections.abc import Iterable, Iterator

from trainwreck.logs.failure_reports import Failure, FailureKind
from trainwreck.logs.normalizer import REPORT_BEGINS, REPORT_ENDS
from trainwreck.markdown.absolute_links import portable
from trainwreck.matching.judgement import Role
from trainwreck.matching.results import CodeInLog, Diagnosis, Match
from trainwreck.matching.sightings import ENOUGH
from trainwreck.metadata import SITE
from trainwreck.notes.site_notes import EntryNotes, SiteNotes
from trainwreck.output.terminal import Paint, counted, printable
from trainwreck.snapshot.entry import Entry, Step

_MOST_SOURCES = 12
_MOST_FAILURES = 5
_WITHOUT_LINES = (
    "What to try next:",
    "  Look for another file: what sbatch wrote with --error, or the log of another rank or node.",
    "  sacct -j JOBID --format=JobID,State,ExitCode  says how a job of Slurm ended",
    "  trainwreck explain STATE                      says what its state or exit code means",
)


def as_text(  # noqa: PLR0913  what the options of the command choose
    diagnosis: Diagnosis,
    *,
    cluster: str | None = None,
    in_full: bool = False,
    color: bool = False,
    notes: SiteNotes | None = None,
    dumps: str | None = None,
) -> str:
    """Return ``diagnosis`` as people read it.

    Args:
        diagnosis: what was found.
        cluster: leave out the steps that are for other clusters only.
        in_full: give the steps of the fixes with their commands.
        color: style it for a terminal.
        notes: what a center adds to entries and codes.
        dumps: what flight recorder dumps show, if there are any.

    """
    paint = Paint(color)
    blocks = ["\n".join(_head(diagnosis, paint)), *([dumps] if dumps else [])]
    for match in diagnosis.matches:
        if match.role is Role.CONSEQUENCE:
            blocks.append("\n".join(_consequence(match, paint)))
        elif match.entry is None:
            blocks.append("\n".join(_unknown(match, paint)))
        else:
            shown = _known(match, match.entry, cluster, paint, in_full=in_full)
            added = _added(notes.on(match.entry.id) if notes else None, notes, paint)
            blocks.append("\n".join([*shown, *added]))
    if diagnosis.codes:
        blocks.append("\n".join(_codes(diagnosis.codes, notes, paint)))
    if not diagnosis.line_count and not dumps:
        blocks.append("\n".join(_WITHOUT_LINES))
    elif not diagnosis.matches:
        blocks += ["\n".join(block) for block in _no_match(diagnosis, paint) if block]
    return "\n\n".join([*blocks, paint(REPORT_ENDS, dim=True)])


def _head(diagnosis: Diagnosis, paint: Paint) -> Iterator[str]:
    name = "standard input" if diagnosis.source == "-" else printable(diagnosis.source)
    count = counted(diagnosis.line_count, "line")
    yield paint(f"{REPORT_BEGINS} of {name} ({count})", dim=True)
    yield paint(printable(diagnosis.verdict), bold=True)
    action = diagnosis.action
    if action:
        yield f"What to do: {action.decision.instruction}. {printable(action.reason)}"
        if action.exclude:
            yield f"Resubmit with: --exclude={','.join(map(printable, action.exclude))}"
    if diagnosis.runs:
        from trainwreck.output.numbers import signs_of_life  # noqa: PLC0415  few logs need it

        yield from signs_of_life(diagnosis.runs)
    for hint in diagnosis.hints:
        yield f"Look next: {printable(hint)}"


def _known(
    match: Match, entry: Entry, cluster: str | None, paint: Paint, *, in_full: bool
) -> Iterator[str]:
    color = "red" if entry.severity in ("critical", "high") else "yellow"
    role = "WARNING" if match.is_warning else match.role.upper()
    yield f"{paint(role, bold=True, fg=color)} {paint(entry.title, bold=True)}"
    yield f"  {entry.id}, severity {entry.severity}, {match.confidence} match: {match.reason}"
    yield from _lines(match, paint)
    yield f"  Cause:      {portable(entry.cause)}"
    yield f"  First step: {portable(entry.first_step)}"
    steps = entry.steps(cluster)
    if in_full:
        for step in steps:
            yield from _step(step)
    else:
        yield "  Fix:"
        yield from (f"    {_titled(step)}" for step in steps)
        yield f"    with their commands: trainwreck show {entry.id}, or diagnose again with --fix"
    yield f"  More: {SITE}{entry.url}"


def _added(own: EntryNotes | None, notes: SiteNotes | None, paint: Paint) -> Iterator[str]:
    """Yield what a center adds to an entry or a code."""
    if notes and own:
        yield paint(f"  At {printable(notes.site)}:", bold=True)
        yield from (f"    {printable(label)}: {printable(said)}" for label, said in own.lines())


def _titled(step: Step) -> str:
    when = f" (if: {portable(step.when).rstrip('.')})" if step.when else ""
    return f"{step.number}. {step.title}{_on(step)}{when}"


def _on(step: Step) -> str:
    return f" ({', '.join(step.clusters)})" if step.clusters else ""


def _unknown(match: Match, paint: Paint) -> Iterator[str]:
    role, title = match.role.upper(), printable(match.title)
    yield f"{paint(role, bold=True, fg='red')} {paint(title, bold=True)}"
    yield "  no entry yet: the fix is in the traceback; trainwreck new --from-log starts an entry"
    yield from _lines(match, paint)


def _consequence(match: Match, paint: Paint) -> Iterator[str]:
    of = f" of {', '.join(match.causes)}" if match.causes else ""
    yield f"{paint('CONSEQUENCE', bold=True)}{of}: {printable(match.title)}"
    yield f"  {match.id}, {match.confidence} match"
    yield from _lines(match, paint)


def _lines(match: Match, paint: Paint) -> Iterator[str]:
    width = len(str(match.lines[-1].number))
    for line in match.lines:
        yield f"  {paint(f'{line.number:>{width}} |', dim=True)} {printable(line.text)}"
    if match.evidence:
        from trainwreck.output.numbers import plot  # noqa: PLC0415  few logs need it

        yield f"  {plot(match.evidence)}".rstrip()
    notes = []
    if match.count > 1:
        at_least = " or more" if match.count >= ENOUGH else ""
        notes.append(f"found {match.count:,} times{at_least}")
    if match.sources:
        notes.append(_who(match.sources))
    if match.nodes:
        notes.append("node " + ", ".join(map(printable, match.nodes[:_MOST_SOURCES])))
    if notes:
        yield f"  {paint('; '.join(notes), dim=True)}"


def _who(sources: tuple[str, ...]) -> str:
    are_ranks = all(source.isdecimal() for source in sources)
    noun = "rank" if are_ranks else "process"
    noun += ("es" if noun.endswith("s") else "s") if len(sources) > 1 else ""
    shown = ", ".join(map(printable, sources[:_MOST_SOURCES]))
    more = len(sources) - _MOST_SOURCES
    return f"{noun} {shown}" + (f" and {more} more" if more > 0 else "")


def _step(step: Step) -> Iterator[str]:
    yield f"\n  {step.number}. {step.title}{_on(step)}"
    if step.when:
        yield f"     If: {portable(step.when)}"
    if step.danger:
        yield f"     DANGER: {portable(step.danger)}"
    yield from (f"     {line}".rstrip() for line in portable(step.text).rstrip().splitlines())


def _codes(codes: Iterable[CodeInLog], notes: SiteNotes | None, paint: Paint) -> Iterator[str]:
    yield paint("Codes in this log:", bold=True)
    for code in codes:
        said = ": ".join(part for part in (code.name, code.text) if part and part != code.code)
        yield f"  {code.line.number} | {code.table} {code.code} {said}".rstrip()
        yield f"      {portable(code.meaning) if code.meaning else SITE + code.url}"
        if code.entry:
            yield f"      trainwreck show {code.entry}"
        own = notes.on_code(f"{code.table} {code.code}") if notes else None
        yield from (f"    {line}" for line in _added(own, notes, paint))


def _no_match(diagnosis: Diagnosis, paint: Paint) -> Iterator[list[str]]:
    yield list(_failures(diagnosis.failures))
    yield [
        "What to try next:",
        "  trainwreck search WORDS  with what you see, such as: loss is zero, second node hangs",
        "  Look for a log of another rank or node, and for the scheduler's own log.",
        f"  {SITE}guides/failures-in-logs/",
    ]
    if diagnosis.similar:
        head = paint("Loosely similar entries, which may not apply:", bold=True)
        yield [head, *(f"  {entry.id}: {entry.title}" for entry in diagnosis.similar)]


def _failures(failures: Iterable[Failure]) -> Iterator[str]:
    """Yield the exceptions and exits of a log, each once with its ranks."""
    grouped: dict[str, list[Failure]] = {}
    for failure in failures:
        grouped.setdefault(failure.text, []).append(failure)
    ordered = sorted(grouped.items(), key=lambda item: item[1][0].kind is not FailureKind.EXCEPTION)
    if ordered:
        yield "The log's own errors:"
    for text, group in ordered[:_MOST_FAILURES]:
        sources = dict.fromkeys(f.source for f in group if f.source is not None)
        who = f" ({_who(tuple(sources))})" if sources else ""
        yield f"  {group[0].line} | {printable(text)}{who}"
