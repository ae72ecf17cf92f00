"""The report on the dumps of a job: those that belong together, and what they show."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from trainwreck.flight_recorder.analysis import DEFAULT_GROUP, Finding, FindingKind, analyze
from trainwreck.flight_recorder.dump import Dump, DumpError, read_dump

_MOST_RANGES = 8
_LONGEST_VALUE = 80


@dataclass(frozen=True, slots=True)
class Report:
    """What the flight recorder dumps of a job show."""

    ranks: tuple[int, ...]
    """Ranks whose dumps were read."""
    findings: tuple[Finding, ...]
    """The first collective that went wrong in each process group, the likely cause first."""
    refused: tuple[str, ...] = ()
    """Files that can't be used, with the reasons."""
    left_out: tuple[str, ...] = ()
    """Files that newer ones, or those of more ranks, stand for."""

    @property
    def said(self) -> str:
        """What happened, in one sentence."""
        if self.findings:
            return said(self.findings[0])
        if self.ranks:
            return "Every collective in the dumps ended on all ranks."
        return "No flight recorder dump could be read."


def read_report(paths: Iterable[Path]) -> Report:
    """Read the dumps of a job and line up what the ranks called.

    Of several sets of dumps, which their names tell apart,
    only the one of the most ranks is used, and of several dumps of a rank only the newest.
    """
    dumps: list[Dump] = []
    refused: list[str] = []
    left_out: list[str] = []
    for path in paths:
        try:
            dumps.append(read_dump(path))
        except DumpError as error:
            refused.append(str(error))
    chosen = _chosen(dumps, left_out)
    ranks = tuple(sorted(dump.rank for dump in chosen))
    return Report(ranks, analyze(chosen), tuple(refused), tuple(left_out))


def _chosen(dumps: Iterable[Dump], left_out: list[str]) -> Sequence[Dump]:
    families: dict[str, dict[int, Dump]] = {}
    for dump in sorted(dumps, key=lambda dump: dump.written):
        family = families.setdefault(dump.family, {})
        if older := family.get(dump.rank):
            left_out.append(f"{older.path}: {dump.path} is a newer dump of rank {dump.rank}")
        family[dump.rank] = dump
    ordered = sorted(
        families.items(),
        key=lambda item: (len(item[1]), max(dump.written for dump in item[1].values())),
    )
    for name, family in ordered[:-1]:
        left_out.append(
            f"{len(family)} dumps named {name}: another set, {ordered[-1][0]},"
            " is of more ranks or newer"
        )
    return [dump for _, dump in sorted(ordered[-1][1].items())] if ordered else []


def said(finding: Finding) -> str:
    """Return what happened to a collective, in one sentence."""
    call = f"{_short(finding.operation)} {finding.sequence}{_of_group(finding.group)}"
    none = f"there is no dump of {named(finding.without_dump)}" if finding.without_dump else ""
    if finding.kind is FindingKind.MISSING:
        waited = "the others" if len(finding.joined) > 1 else named(finding.joined)
        more = f", and {none}" if none else ""
        return f"{_who(finding.missing)} never joined {call}; {waited} waited{more}."
    if finding.kind is FindingKind.NO_DUMP:
        return f"{none[0].upper()}{none[1:]}, and {named(finding.joined)} waited in {call}."
    if finding.kind is FindingKind.INCOMPLETE:
        return f"All ranks joined {call}, but it did not end."
    if finding.kind is FindingKind.ORDER:
        return (
            f"{_who(finding.odd)} made the same calls as the others in another order, from"
            f" collective {finding.sequence}{_of_group(finding.group)} on."
        )
    return _different(finding, call)


def _different(finding: Finding, call: str) -> str:
    difference = finding.differences[0]
    (common, _), (other, _) = difference.values[:2]
    if not finding.odd or len(difference.values) > len((common, other)):
        listed = ", ".join(f"{_short(v)} on {named(ranks)}" for v, ranks in difference.values)
        if difference.field == "operation":
            place = f"collective {finding.sequence}{_of_group(finding.group)}"
            return f"The ranks disagree about {place}: {listed}."
        return f"The ranks disagree about the {difference.field} of {call}: {listed}."
    who = _who(finding.odd)
    if difference.field == "operation":
        place = f"collective {finding.sequence}{_of_group(finding.group)}"
        called = f"{who} called {_short(other)} where the others called {_short(common)}"
        return f"{called} ({place})."
    return (
        f"{who} called {call} with {difference.field} {_short(other)},"
        f" the others with {_short(common)}."
    )


def named(ranks: Iterable[int]) -> str:
    """Return the ranks as text, those in a row as a range: "ranks 0 to 2 and 7"."""
    ordered = sorted(ranks)
    ranges: list[list[int]] = []
    for rank in ordered:
        if ranges and rank == ranges[-1][-1] + 1:
            ranges[-1].append(rank)
        else:
            ranges.append([rank])
    parts = [part for one in ranges for part in _range(one)]
    if len(parts) == 1:
        return f"rank{'s' if len(ordered) > 1 else ''} {parts[0]}"
    if len(ranges) > _MOST_RANGES:
        shown = sum(map(len, ranges[:_MOST_RANGES]))
        listed = ", ".join(part for one in ranges[:_MOST_RANGES] for part in _range(one))
        return f"{len(ordered)} ranks: {listed} and {len(ordered) - shown} more"
    return f"ranks {', '.join(parts[:-1])} and {parts[-1]}"


def _range(ranks: Sequence[int]) -> list[str]:
    if len(ranks) > len(("first", "last")):
        return [f"{ranks[0]} to {ranks[-1]}"]
    return [str(rank) for rank in ranks]


def _who(ranks: Iterable[int]) -> str:
    return named(ranks).capitalize()


def _of_group(group: tuple[str, str]) -> str:
    name, about = group
    if about == DEFAULT_GROUP:
        return ""
    return f" of process group {_short(name)}" + (f" ({_short(about)})" if about else "")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"
