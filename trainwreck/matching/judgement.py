"""What part each finding plays in a log: cause, symptom or consequence.

Rules, in order, numbered as in docs/matching.md:

1. An entry that narrows another one replaces it if a message of its own was found, or if one of its
   telltales was found beside a message of the other.
2. An entry is a consequence of the entries found that it names as causes, at any distance. It isn't
   if the other one only reports ends of processes, and came after the first end.
3. An entry of which only secondary messages were found, which report that something else failed, is
   a consequence of any crash in the log, on any rank and in any order. Without any crash, the first
   of them is a symptom: its cause is elsewhere.
4. An entry about the signal that ended the process that failed first is such a crash, although its
   messages are secondary. A process that aborted after it reported a failure elsewhere isn't meant.
5. A failure that no entry explains is such a crash too. It is the cause if no known one is found,
   and precedes entries on errors that end no job if its process printed little after it.
6. An entry that only numbers speak for is a symptom where anything failed, unless what failed is
   its consequence and comes later.
7. A warning comes after all causes and symptoms, unless something else is its consequence.
8. If no exception, signal or exit code is reported, and after all messages of entries that end jobs
   training went on or ended as it should, these are left out: somebody handled or quoted them.
9. An exception after which its process went on with training comes last, and nothing is its
   consequence, if something else may have ended the job later.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from trainwreck.logs.failure_reports import Failure
from trainwreck.matching.explanation import (
    TERMINAL,
    Seen,
    begins_with_first_exit,
    first_rank,
    first_reports,
    is_exception,
    names_first_signal,
    own_lines,
    raised_by_several,
    unknown_failure,
    was_exception,
)
from trainwreck.matching.narrowing import narrowed
from trainwreck.matching.sightings import Level, Sighting
from trainwreck.matching.survival import Survivors, Training, survivors, was_handled, went_on
from trainwreck.model.vocabulary import Kind

SPECIFIC = 24
"""Letters of fixed text from which a match is certain."""
VAGUE = 12
"""Letters of fixed text from which a match is likely."""
STOPPING = (Kind.CRASH, Kind.HANG, Kind.REJECTED)
"""Kinds of errors that end a job."""


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
    went_on_to: int | None = None
    """If the job survived it: the last line with a step of training; 0 if no step shows it."""


def judge(
    sightings: Mapping[str, Mapping[Level, Sighting]],
    failures: Sequence[Failure],
    relations: Relations,
    training: Training | None = None,
) -> list[Finding]:
    """Return what was found: causes, symptoms, consequences, and last what the job survived.

    Args:
        sightings: what was seen of each entry, by its id.
        failures: what the log reports in a general form.
        relations: how the entries relate.
        training: the steps that the log shows; None if it wasn't read for them.

    """
    seen = narrowed(sightings, relations)
    training = training or Training()
    survived = survivors(seen, failures, training)
    found = _judge(seen, failures, relations, survived)
    if over := _over(found, failures, relations, training):
        seen = {id_: one for id_, one in seen.items() if id_ not in over}
        return _judge(seen, failures, relations, survived)
    outlived = survived.before(*_ends(found, failures, relations, survived))
    if outlived != survived:
        found = _judge(seen, failures, relations, outlived)
    went_on = {
        id_: one.last_line
        for id_, one in survived.entries.items()
        if one.is_sure or id_ in outlived.entries or not was_exception(failures)
    }
    unknown = {f: one.last_line for f, one in survived.failures.items() if one.is_sure}
    return [
        replace(
            one,
            went_on_to=unknown.get(one.failure) if one.failure else went_on.get(one.entry or ""),
        )
        for one in found
    ]


def _over(
    found: Sequence[Finding],
    failures: Sequence[Failure],
    relations: Relations,
    training: Training,
) -> set[str]:
    """Return the entries about ends of jobs if training went on after all that was seen of them.

    That tells nothing if the log also reports a failure in a general form. Otherwise, return those
    whose lines all say that the error was handled.
    """
    stopping = {
        one.entry: one.sighting
        for one in found
        if one.entry
        and one.sighting.weight
        and (one.role is not Role.CAUSE or relations.kind(one.entry) in STOPPING)
    }
    if stopping and not failures and went_on(list(stopping.values()), training):
        return set(stopping)
    return {id_ for id_, one in stopping.items() if was_handled(one, failures, training)}


def _judge(
    seen: Mapping[str, Seen],
    failures: Sequence[Failure],
    relations: Relations,
    survived: Survivors,
) -> list[Finding]:
    """Return what was found; of the errors that the job survived, nothing is a consequence."""
    left = [failure for failure in failures if failure not in survived.failures]
    fatal = {id_: found for id_, found in seen.items() if id_ not in survived.entries}
    first = first_reports(left, fatal)
    seen = _promoted(seen, first, left)
    # By their places, and not in the order in which the log happened to be read.
    seen = dict(sorted(seen.items(), key=lambda item: (item[1].sighting.first, item[0])))
    linked = {id_: _causes_among(id_, seen, relations) for id_ in seen}
    primary = [
        id_
        for id_, found in seen.items()
        if found.is_primary and not found.is_numeric and id_ in fatal
    ]
    known_causes = [id_ for id_ in primary if not linked[id_]]
    ends = _ending(left, relations)
    crashes = [id_ for id_ in known_causes if ends(id_, seen[id_].sighting)]
    unknown = unknown_failure(left, first, seen, [seen[id_].sighting for id_ in crashes])
    origin = crashes or ([] if unknown else _first_symptom(seen, linked))
    failed = bool(crashes or failures or not all(found.is_primary for found in seen.values()))
    findings = [_unknown_finding(unknown)] if unknown else []
    rank = first_rank(first)
    findings += _entry_findings(
        seen, linked, origin, left, rank, failed=failed, has_unknown=bool(unknown)
    )
    warnings = [id_ for id_ in known_causes if relations.kind(id_) is Kind.WARNING]
    is_end = unknown is not None and unknown.lines_after <= TERMINAL
    place = _order(
        relations.kind,
        {*crashes, *(id_ for found in findings for id_ in found.causes)},
        unknown_first=bool(crashes) or is_end or warnings == known_causes,
    )
    return sorted(findings, key=lambda found: (found.entry in survived.entries, place(found)))


def _entry_findings(  # noqa: PLR0913  what is known of the log
    seen: Mapping[str, Seen],
    linked: Mapping[str, tuple[str, ...]],
    origin: Sequence[str],
    failures: Sequence[Failure],
    rank: str | None,
    *,
    failed: bool,
    has_unknown: bool,
) -> Iterator[Finding]:
    """Yield the entries that were seen, with their roles."""
    explaining = {id_ for causes in linked.values() for id_ in causes}
    for id_, found in seen.items():
        role, causes = _role(id_, found, linked[id_], origin, has_unknown=has_unknown)
        if found.is_numeric and role is Role.CAUSE and failed and id_ not in explaining:
            role = Role.SYMPTOM
        sighting = found.sighting
        is_open = rank is not None and role is not Role.CONSEQUENCE and not sighting.sources
        if rank is not None and is_open and not raised_by_several(sighting, failures):
            sighting = replace(sighting, sources={rank})
        yield Finding(role, id_, sighting, None, causes, found.general)


def _ending(failures: Sequence[Failure], relations: Relations) -> Callable[[str, Sighting], bool]:
    """Return what tells whether an entry is about an error that ends a job."""
    raised = {number for f in failures if is_exception(f) for number in own_lines(f)}

    def ends(id_: str, sighting: Sighting) -> bool:
        return relations.kind(id_) in STOPPING or not raised.isdisjoint(sighting.numbers)

    return ends


def _ends(
    found: Sequence[Finding],
    failures: Sequence[Failure],
    relations: Relations,
    survived: Survivors,
) -> tuple[int, int]:
    """Return the last lines of errors that may have ended the job, and of reports that it ended.

    The reports don't count if they say that it was an exception: it may be the one in question.
    """
    ends = _ending(failures, relations)
    errors = reports = 0
    for one in found:
        sighting = one.sighting
        if one.entry in survived.entries or (one.entry and not sighting.weight):
            continue
        last = max(sighting.numbers | sighting.ends)
        if one.role is Role.SYMPTOM:
            reports = max(reports, last)
        elif one.role is Role.CAUSE and (one.entry is None or ends(one.entry, sighting)):
            errors = max(errors, last)
    return errors if was_exception(failures) else max(errors, reports), max(errors, reports)


def _promoted(
    seen: Mapping[str, Seen], first: Sequence[Failure], failures: Sequence[Failure]
) -> dict[str, Seen]:
    """Return what was seen; an entry about the signal that ended the first process is no report."""

    def one(found: Seen) -> Seen:
        if names_first_signal(found, first, failures):
            return replace(found, is_primary=True, is_first=True)
        return replace(found, is_first=begins_with_first_exit(found, failures))

    return {id_: one(found) for id_, found in seen.items()}


def _causes_among(id_: str, seen: Mapping[str, Seen], relations: Relations) -> tuple[str, ...]:
    """Return the entries seen of which an entry is a consequence, at any distance."""
    todo, roots = list(relations.caused_by(id_)), set[str]()
    while todo:
        cause = todo.pop()
        if cause not in roots:
            roots.add(cause)
            todo += relations.caused_by(cause)
    return tuple(
        other
        for other in seen
        if other in roots and other != id_ and not _comes_too_late(seen[other], seen[id_])
    )


def _comes_too_late(cause: Seen, found: Seen) -> bool:
    """Tell whether what may be the cause came only afterwards.

    That is so of numbers, and of reports that other processes ended after the first one had.
    """
    may_be_late = cause.is_numeric or (found.is_first and not cause.is_primary)
    return may_be_late and cause.sighting.first > found.sighting.first


def _first_symptom(seen: Mapping[str, Seen], linked: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the first entry of those that only report that something else failed."""
    alone = [id_ for id_, found in seen.items() if not found.is_primary and not linked[id_]]
    return sorted(alone, key=lambda id_: seen[id_].sighting.first)[:1]


def _role(
    id_: str, found: Seen, linked: tuple[str, ...], origin: Sequence[str], *, has_unknown: bool
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
    kind: Callable[[str], Kind], to_be_fixed: Collection[str], *, unknown_first: bool
) -> Callable[[Finding], tuple[object, ...]]:
    roles = list(Role)

    def place(finding: Finding) -> tuple[object, ...]:
        sighting = finding.sighting
        if finding.entry is None:
            return (roles.index(Role.CAUSE), not unknown_first, False, sighting.first, 0)
        role, is_warning = finding.role, kind(finding.entry) is Kind.WARNING
        if is_warning and role is Role.CAUSE and finding.entry not in to_be_fixed:
            role = Role.SYMPTOM
        goes_on = 2 if is_warning else kind(finding.entry) not in STOPPING
        vague = sighting.weight < VAGUE
        return (roles.index(role), goes_on, vague, sighting.first, -sighting.weight)

    return place
