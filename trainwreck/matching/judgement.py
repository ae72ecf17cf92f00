"""What part each finding plays in a log: cause, symptom or consequence.

Rules, in order:

1. An entry that narrows another one replaces it if a message of its own was found, or if one of its
   telltales was found beside a message of the other.
2. An entry is a consequence of the entries found that it names as causes, at any distance.
3. An entry of which only secondary messages were found, which report that something else failed, is
   a consequence of any crash in the log, on any rank and in any order.
4. A failure that no entry explains is such a crash too. It is the cause if no known one is found.
5. Without any crash, the first of the secondary entries is a symptom: its cause is elsewhere.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from trainwreck.logs.failure_rules import SIGNAL_TEXTS
from trainwreck.logs.failures import Failure, FailureKind
from trainwreck.matching.sightings import Level, Sighting
from trainwreck.model.vocabulary import Kind

SPECIFIC = 24
"""Letters of fixed text from which a match is certain."""
VAGUE = 12
"""Letters of fixed text from which a match is likely."""
STOPPING = (Kind.CRASH, Kind.HANG, Kind.REJECTED)
"""Kinds of errors that end a job."""
OF_EXCEPTIONS = 1
"""The exit code of Python after an exception, which says nothing beside it."""
SIGNAL_NAME = re.compile(r"SIG[A-Z]+")
"""Finds the name of a signal."""
TERMINAL = 20
"""Lines that a source may print after a failure that ended it."""


class Role(StrEnum):
    """What part an error plays in the log."""

    CAUSE = "cause"
    """Nothing else in the log is known to lead to it."""
    SYMPTOM = "symptom"
    """It only reports that something else failed, which the log doesn't show."""
    CONSEQUENCE = "consequence"
    """Another failure in the log leads to it."""


class Relations(Protocol):
    """How entries relate to each other, by their ids."""

    def caused_by(self, id_: str) -> Iterable[str]:
        """Return the ids of the errors of which an entry is often a consequence."""

    def narrows(self, id_: str) -> str | None:
        """Return the id of the more general entry that an entry specializes."""

    def kind(self, id_: str) -> Kind:
        """Return what an entry's error does to the job."""


@dataclass(frozen=True, slots=True)
class Finding:
    """An entry that was found, or a failure that no entry explains, in its place."""

    role: Role
    entry: str | None
    """The entry's id; None for an unknown failure."""
    sighting: Sighting
    """What was seen of it."""
    failure: Failure | None = None
    """The unknown failure."""
    causes: tuple[str, ...] = ()
    """Ids of the entries found of which it is a consequence; empty if their cause is unknown."""
    general: str | None = None
    """Id of the more general entry that it replaces."""


def judge(
    sightings: Mapping[str, Mapping[Level, Sighting]],
    failures: Sequence[Failure],
    relations: Relations,
) -> list[Finding]:
    """Return what was found: the causes, then symptoms, then consequences, each from the first on.

    Args:
        sightings: what was seen of each entry, by its id.
        failures: what the log reports in a general form.
        relations: how the entries relate.

    """
    found = _promoted(_narrowed(sightings, relations), failures)
    # In the order of the log, whatever order its blocks were searched in.
    seen = dict(sorted(found.items(), key=lambda item: item[1].sighting.first))
    linked = {id_: _causes_among(id_, seen, relations) for id_ in seen}
    primary = [id_ for id_, found in seen.items() if found.is_primary]
    raised = {number for f in failures if _is_exception(f) for number in _own_lines(f)}
    crashes = [
        id_
        for id_ in primary
        if not linked[id_]
        and (relations.kind(id_) in STOPPING or not raised.isdisjoint(seen[id_].sighting.numbers))
    ]
    unknown = _unknown(failures, seen, [seen[id_].sighting for id_ in crashes])
    known_causes = [id_ for id_ in primary if not linked[id_]]
    origin = crashes or ([] if unknown else _first_symptom(seen, linked))
    findings = [_unknown_finding(unknown)] if unknown else []
    rank = _first_rank(failures)
    for id_, one in seen.items():
        role, causes = _role(id_, one, linked[id_], origin, has_unknown=unknown is not None)
        sighting = one.sighting
        if rank is not None and role is not Role.CONSEQUENCE and not sighting.sources:
            sighting = replace(sighting, sources={rank})
        findings.append(Finding(role, id_, sighting, None, causes, one.general))
    place = _order(relations.kind, unknown_first=bool(crashes) or not known_causes)
    return sorted(findings, key=place)


@dataclass(frozen=True, slots=True)
class _Seen:
    sighting: Sighting
    is_primary: bool
    general: str | None = None


def _narrowed(
    sightings: Mapping[str, Mapping[Level, Sighting]], relations: Relations
) -> dict[str, _Seen]:
    """Return what was seen, with narrower entries in place of general ones."""
    own = {id_: seen for id_, levels in sightings.items() if (seen := _own(levels))}
    selected = dict(own)
    replaced: set[str] = set()
    hinted: dict[str, tuple[int, str]] = {}
    for id_, levels in sightings.items():
        general = relations.narrows(id_)
        telltale = levels.get(Level.TELLTALE)
        if general not in own:
            continue
        if id_ in own:
            selected[id_] = _Seen(own[id_].sighting.merged(telltale), own[id_].is_primary, general)
            replaced.add(general)
        elif telltale:
            hinted[general] = max(hinted.get(general, (0, "")), (telltale.weight, id_))
    for general, (_, id_) in hinted.items():
        if general not in replaced:
            merged = own[general].sighting.merged(sightings[id_][Level.TELLTALE])
            selected[id_] = _Seen(merged, own[general].is_primary, general)
            replaced.add(general)
    return {id_: seen for id_, seen in selected.items() if id_ not in replaced}


def _promoted(seen: Mapping[str, _Seen], failures: Sequence[Failure]) -> dict[str, _Seen]:
    """Return what was seen; an entry about the signal that ended the first process is no report."""
    return {
        id_: replace(found, is_primary=found.is_primary or _names_first_signal(found, failures))
        for id_, found in seen.items()
    }


def _names_first_signal(found: _Seen, failures: Sequence[Failure]) -> bool:
    sighting = found.sighting
    return any(
        failure.is_first
        and _names(sighting.message, failure)
        and _is_covered(failure, sighting.numbers)
        for failure in failures
    )


def _names(message: str, failure: Failure) -> bool:
    """Return whether a message is about the signal that a failure reports, in any of its forms."""
    if failure.kind is not FailureKind.SIGNAL or failure.code is None:
        return False
    texts = (text for text, signal in SIGNAL_TEXTS.items() if signal == failure.code)
    forms = (f"-{failure.code})", *SIGNAL_NAME.findall(failure.text), *texts)
    return any(form in message for form in forms)


def _own(levels: Mapping[Level, Sighting]) -> _Seen | None:
    primary, secondary = levels.get(Level.PRIMARY), levels.get(Level.SECONDARY)
    if primary:
        return _Seen(primary, is_primary=True)
    return _Seen(secondary, is_primary=False) if secondary else None


def _causes_among(id_: str, seen: Mapping[str, _Seen], relations: Relations) -> tuple[str, ...]:
    """Return the entries seen of which an entry is a consequence, at any distance."""
    todo, roots = list(relations.caused_by(id_)), set[str]()
    while todo:
        cause = todo.pop()
        if cause not in roots:
            roots.add(cause)
            todo += relations.caused_by(cause)
    return tuple(other for other in seen if other in roots and other != id_)


def _unknown(
    failures: Sequence[Failure], seen: Mapping[str, _Seen], crashes: Sequence[Sighting]
) -> Failure | None:
    """Return the failure that no entry explains and that may have ended the job."""
    explained = {_name(failure) for failure in failures if _is_explained(failure, seen)}
    left = [failure for failure in failures if _name(failure) not in explained]
    exceptions = [f for f in left if _is_exception(f) and not f.is_secondary]
    if crashes:
        return _before(exceptions, crashes)
    if not seen:
        return None  # nothing known: the diagnosis says so, and lists the failures
    signals = [f for f in left if f.kind is FailureKind.SIGNAL and not f.is_secondary]
    exits = [
        f
        for f in left
        if f.kind is FailureKind.EXIT_CODE and f.is_first and f.code != OF_EXCEPTIONS
    ]
    raised = {f.source for f in failures if _is_exception(f)}
    ended = [failure for failure in (*signals, *exits) if failure.source not in raised]
    ordered = sorted(exceptions, key=lambda f: (f.lines_after > TERMINAL, f.line))
    return next(iter([*ordered, *sorted(ended, key=lambda f: (not f.is_first, f.line))]), None)


def _before(exceptions: Sequence[Failure], crashes: Sequence[Sighting]) -> Failure | None:
    """Return the exception that ended a rank before and elsewhere than any known crash."""
    first = min(crash.first[0] for crash in crashes)
    ranks = {source for crash in crashes for source in crash.sources}
    ended = (
        failure
        for failure in exceptions
        if failure.source not in {None, *ranks}
        and failure.line < first
        and failure.lines_after <= TERMINAL
    )
    return next(ended, None)


def _name(failure: Failure) -> tuple[object, ...]:
    if failure.kind is FailureKind.EXCEPTION:
        return (failure.text, None)
    return (failure.text, failure.source)


def _is_explained(failure: Failure, seen: Mapping[str, _Seen]) -> bool:
    """Return whether an entry has a message among the lines of ``failure``.

    Of a message that only reports a failure somewhere else, the lines above an exception tell
    nothing about it, nor does it explain why a process was killed unless it names the signal.
    """
    for found in seen.values():
        numbers = found.sighting.numbers
        if found.is_primary and _is_covered(failure, numbers):
            return True
        if _is_exception(failure) and not numbers.isdisjoint(_own_lines(failure)):
            return True
        if _names(found.sighting.message, failure) and _is_covered(failure, numbers):
            return True
    return False


def _first_rank(failures: Sequence[Failure]) -> str | None:
    """Return the rank that failed first, as the launcher says; None if it names none or several."""
    ranks = {failure.source for failure in failures if failure.is_first}
    return ranks.pop() if len(ranks) == 1 else None


def _is_exception(failure: Failure) -> bool:
    return failure.kind is FailureKind.EXCEPTION


def _own_lines(failure: Failure) -> range:
    """Return the lines of the text of an exception, without the traceback above it."""
    return range(failure.line, failure.last_line + 1)


def _is_covered(failure: Failure, numbers: set[int]) -> bool:
    if failure.last_line - failure.first_line < len(numbers):
        return any(n in numbers for n in range(failure.first_line, failure.last_line + 1))
    return any(failure.first_line <= number <= failure.last_line for number in numbers)


def _first_symptom(seen: Mapping[str, _Seen], linked: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the first entry of those that only report that something else failed."""
    alone = [id_ for id_, found in seen.items() if not found.is_primary and not linked[id_]]
    return sorted(alone, key=lambda id_: seen[id_].sighting.first)[:1]


def _role(
    id_: str, found: _Seen, linked: tuple[str, ...], origin: Sequence[str], *, has_unknown: bool
) -> tuple[Role, tuple[str, ...]]:
    if linked:
        return Role.CONSEQUENCE, linked
    if found.is_primary:
        return Role.CAUSE, ()
    if id_ in origin:
        return Role.SYMPTOM, ()
    if origin or has_unknown:
        return Role.CONSEQUENCE, tuple(origin)
    return Role.SYMPTOM, ()


def _unknown_finding(failure: Failure) -> Finding:
    sighting = Sighting(
        (failure.line, 0),
        numbers={failure.line},
        lines={failure.line: failure.text},
        sources={failure.source} if failure.source is not None else set(),
        nodes={failure.node} if failure.node else set(),
    )
    return Finding(Role.CAUSE, None, sighting, failure)


def _order(
    kind: Callable[[str], Kind], *, unknown_first: bool
) -> Callable[[Finding], tuple[object, ...]]:
    roles = list(Role)

    def place(finding: Finding) -> tuple[object, ...]:
        sighting = finding.sighting
        if finding.entry is None:
            return (roles.index(Role.CAUSE), not unknown_first, False, sighting.first, 0)
        goes_on = kind(finding.entry) not in STOPPING
        vague = sighting.weight < VAGUE
        return (roles.index(finding.role), goes_on, vague, sighting.first, -sighting.weight)

    return place
