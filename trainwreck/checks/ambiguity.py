"""Rules on what a diagnosis makes of the catalog: no message is shared, no sample misleads.

Each sample must lead to its own entry first. What one sample leads to depends on the messages of
all entries, so what was found is kept with the sample; after a change only the samples are judged
again in which a message that changed can occur at all.
"""

import bisect
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from trainwreck.checks.workers import Workers
from trainwreck.logs.templates import Template
from trainwreck.matching.judgement import Relations
from trainwreck.matching.judgement import judge as ranked_findings
from trainwreck.matching.matcher import Matcher
from trainwreck.matching.sightings import Collector
from trainwreck.snapshot.patterns import Pattern, Purpose

_MOST_NAMED = 5
_BETWEEN = "\n\n"  # in no piece of a template


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample of an entry, and what it leads to."""

    entry: str
    index: int
    line: int
    text: str
    said: str
    """The text as messages are looked for in it."""
    has_own: bool | None = None
    """Whether a message of its entry matches; None where nobody has looked yet."""
    first: str = ""
    """Id of the entry that it leads to first; empty if there is none."""
    message: str = ""
    """The message of that entry."""
    several: bool = False
    """Whether it leads to more than one entry."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A problem that concerns other entries too."""

    entry: str
    """Id of the entry in whose file it is reported."""
    field: str
    line: int
    message: str
    fix: str
    others: tuple[str, ...] = ()
    """Ids of the entries that it concerns."""


def in_doubt(
    samples: Sequence[Sample], changed: Iterable[Pattern], *, links_changed: bool
) -> set[int]:
    """Return the positions of the ``samples`` that must be judged.

    Args:
        samples: of all entries.
        changed: patterns that came or went since they were judged.
        links_changed: whether causes came or went.

    """
    doubtful = {position for position, sample in enumerate(samples) if sample.has_own is None}
    if links_changed:
        doubtful.update(position for position, sample in enumerate(samples) if sample.several)
    pieces = {_longest(pattern.template) for pattern in changed} - {""}
    if len(pieces) > len(samples):
        return set(range(len(samples)))  # to judge one takes no longer than to look for a piece
    starts, length = [], 0
    for sample in samples:
        starts.append(length)
        length += len(sample.said) + len(_BETWEEN)
    said = _BETWEEN.join(sample.said for sample in samples)
    for piece in pieces:
        found = said.find(piece)
        while found >= 0:
            position = bisect.bisect_right(starts, found) - 1
            doubtful.add(position)
            # One occurrence is enough; the next sample begins behind this one.
            following = starts[position + 1] if position + 1 < len(starts) else length
            found = said.find(piece, following)
    return doubtful


def judge(
    samples: Sequence[Sample],
    patterns: Sequence[Pattern],
    relations: Relations,
    workers: Workers,
) -> Iterator[Sample]:
    """Yield each sample with what it leads to.

    Args:
        samples: those to judge.
        patterns: of all entries.
        relations: how the entries relate; workers get a copy of it.
        workers: do it.

    """
    yield from workers.map(functools.partial(_judged, patterns, relations), samples)


def _judged(
    patterns: Sequence[Pattern], relations: Relations, samples: Iterable[Sample]
) -> list[Sample]:
    matcher = Matcher(patterns)
    judged = []
    own: dict[str, list[int]] = {}
    for index, pattern in enumerate(matcher.messages):
        own.setdefault(pattern.entry, []).append(index)
    for sample in samples:
        collector = Collector(matcher)
        collector.add(matcher.find(sample.text))
        ranked = ranked_findings(collector.sightings, (), relations)
        first = ranked[0] if ranked else None
        has_own = any(found.entry == sample.entry for found in ranked) or bool(
            matcher.find(sample.text, only=own.get(sample.entry, ()))
        )
        judged.append(
            replace(
                sample,
                has_own=has_own,
                first=(first.entry or "") if first else "",
                message=first.sighting.message if first else "",
                several=len(ranked) > 1,
            )
        )
    return judged


def conflicts(
    samples: Iterable[Sample],
    patterns: Iterable[Pattern],
    lines: Mapping[str, Sequence[int]],
) -> Iterator[Conflict]:
    """Yield every problem, each once: at the pattern that reaches too far.

    Args:
        samples: of all entries, judged.
        patterns: of all entries.
        lines: the line of each message in its file, by the entry's id.

    """
    captured: dict[tuple[str, str], dict[str, list[int]]] = {}
    for sample in samples:
        if not sample.has_own:
            yield Conflict(
                sample.entry,
                f"symptom.samples.{sample.index}",
                sample.line,
                "contains no message of this entry",
                "add a message that it contains, or delete the sample",
            )
        elif sample.first not in ("", sample.entry):
            by_entry = captured.setdefault((sample.first, sample.message), {})
            by_entry.setdefault(sample.entry, []).append(sample.line)
    own = [pattern for pattern in patterns if pattern.purpose == Purpose.MESSAGE]
    places = _places(own)
    yield from _shared(own, places, lines)
    for (id_, text), others in sorted(captured.items()):
        index = places.get((id_, text))
        if index is None:
            yield _telltale_conflict(id_, text, others, lines[id_])
            continue
        yield Conflict(
            id_,
            f"symptom.messages.{index}",
            lines[id_][index],
            f"matches first in samples of {_listed(others)}",
            "give it more fixed text, or exclude theirs with unless:",
            tuple(others),
        )


def _telltale_conflict(
    id_: str, text: str, others: Mapping[str, Sequence[int]], lines: Sequence[int]
) -> Conflict:
    return Conflict(
        id_,
        "symptom.telltales",
        next(iter(lines), 1),
        f'"{text}" selects this entry in samples of {_listed(others)}',
        "give it more fixed text, or delete it",
        tuple(others),
    )


def _shared(
    own: Iterable[Pattern],
    places: Mapping[tuple[str, str], int],
    lines: Mapping[str, Sequence[int]],
) -> Iterator[Conflict]:
    owners: dict[tuple[object, ...], str] = {}
    for pattern in own:
        owner = owners.setdefault(pattern.key, pattern.entry)
        if owner != pattern.entry:
            index = places[pattern.entry, pattern.text]
            yield Conflict(
                pattern.entry,
                f"symptom.messages.{index}",
                lines[pattern.entry][index],
                f"is a message of {owner} too",
                "keep it in the entry whose cause is more likely, or add what tells them apart",
                (owner,),
            )


def _places(own: Iterable[Pattern]) -> dict[tuple[str, str], int]:
    """Return the position of each message in its entry."""
    places: dict[tuple[str, str], int] = {}
    counts: dict[str, int] = {}
    for pattern in own:
        index = counts.get(pattern.entry, 0)
        counts[pattern.entry] = index + 1
        places.setdefault((pattern.entry, pattern.text), index)
    return places


def _listed(others: Mapping[str, Sequence[int]]) -> str:
    named = [f"{id_}.yml:{','.join(map(str, lines))}" for id_, lines in others.items()]
    more = len(named) - _MOST_NAMED
    if more > 1:
        return f"{', '.join(named[:_MOST_NAMED])} and {more} more entries"
    return ", ".join(named)


def _longest(template: Template) -> str:
    return template.pieces[template.anchor] if template.pieces else ""
