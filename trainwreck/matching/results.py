"""The diagnosis of a log: which entries explain it, the earliest cause first."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from trainwreck.matching.matcher import Matcher, Occurrence
from trainwreck.snapshot.catalog import Catalog
from trainwreck.snapshot.entry import Entry

SHOWN_LINES = 5
"""Lines of the log that are kept for each entry."""
ENOUGH = 1_000
"""Lines with one message after which it is not looked for any more."""
_PLENTY = 10 * ENOUGH
"""Lines with messages of one entry after which none of them is looked for any more."""
SHOWN_LENGTH = 300
"""Characters of a line that are kept."""
SPECIFIC = 24
"""Letters of fixed text from which a match is certain."""
VAGUE = 12
"""Letters of fixed text from which a match is likely."""


class Role(StrEnum):
    """What part an error plays in the log."""

    CAUSE = "cause"
    """Nothing else in the log is known to lead to it."""
    CONSEQUENCE = "consequence"
    """Another error in the log is known to lead to it."""


class Confidence(StrEnum):
    """How much a match says, by the letters and digits of fixed text in the message."""

    CERTAIN = "certain"
    """24 or more: hardly anything else prints this."""
    LIKELY = "likely"
    """12 to 23."""
    POSSIBLE = "possible"
    """Fewer: look at the lines before you believe it."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log."""

    number: int
    """Counted from 1."""
    text: str
    """Without escape codes; cut where it is very long."""


@dataclass(frozen=True, slots=True)
class Match:
    """An entry whose messages are in the log."""

    entry: Entry
    """The error of the catalog that explains the lines."""
    message: str
    """The message with the most fixed text that was found."""
    weight: int
    """Letters and digits of fixed text in it."""
    lines: tuple[LogLine, ...]
    """The first lines that hold a message."""
    count: int
    """How many lines hold a message of the entry; from 1,000 on at least as many."""
    sources: tuple[str, ...]
    """Ranks, hosts or processes in the prefixes of these lines, in the order of their numbers."""
    role: Role
    """Whether another error in the log explains this one."""
    causes: tuple[str, ...]
    """Ids of the errors in the log that it is a consequence of."""

    @property
    def confidence(self) -> Confidence:
        """How much the match says."""
        if self.weight >= SPECIFIC:
            return Confidence.CERTAIN
        return Confidence.LIKELY if self.weight >= VAGUE else Confidence.POSSIBLE

    @property
    def reason(self) -> str:
        """Why the confidence is what it is, in a sentence for people."""
        said = " / ".join(line.strip() for line in self.message.split("\n"))
        if self.weight >= SPECIFIC:
            return f'the log contains "{said}"'
        return f'the log contains "{said}", only {self.weight} letters of fixed text'


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was found in one log."""

    source: str
    """Name of the log; "-" where it has none."""
    matches: tuple[Match, ...]
    """The causes, then their consequences; among each the surest first."""
    line_count: int
    """Lines read."""
    similar: tuple[Entry, ...] = ()
    """Where nothing matched: the entries with the most similar words. They explain nothing."""


@dataclass(slots=True)
class Sighting:
    """What is known of one entry while the log is read."""

    first: tuple[int, int]
    """Line and position of the first message."""
    weight: int = 0
    """Of the message with the most fixed text."""
    message: str = ""
    """That message."""
    numbers: set[int] = field(default_factory=set)
    """Of all lines that hold a message."""
    lines: dict[int, str] = field(default_factory=dict)
    """The first of them."""
    sources: set[str] = field(default_factory=set)
    """Who printed them."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entry's sighting in its place."""

    entry: str
    """The entry's id."""
    sighting: Sighting
    causes: tuple[str, ...]
    """Ids of the entries, seen too, of which it is a consequence."""


class Collector:
    """Gathers occurrences while a log is read; memory does not grow with the log."""

    def __init__(self, matcher: Matcher) -> None:
        """Begin with nothing seen."""
        self._matcher = matcher
        self._sightings: dict[str, Sighting] = {}
        self._counts: Counter[int] = Counter()
        self._recent: set[tuple[int, int]] = set()
        self.followed: Counter[int] = Counter()
        """How often each anchor of the scanner was followed up."""
        self.line_count = 0
        """Lines read."""

    @property
    def has_found(self) -> bool:
        """Whether anything was found."""
        return bool(self._sightings)

    def is_enough(self, message: int) -> bool:
        """Tell whether a message, or its entry, was found so often that more says nothing new."""
        if self._counts[message] >= ENOUGH:
            return True
        sighting = self._sightings.get(self._matcher.messages[message].entry)
        return sighting is not None and len(sighting.numbers) >= _PLENTY

    def add(self, occurrences: Iterable[Occurrence]) -> bool:
        """Take in ``occurrences``, those seen before left out; tell whether an entry is new."""
        known = len(self._sightings)
        # Blocks of a log overlap, so that no message is cut; a line counts once a message.
        before, self._recent = self._recent, set()
        for occurrence in occurrences:
            key = (occurrence.message, occurrence.lines[0].number)
            if key not in before and key not in self._recent:
                self._counts[occurrence.message] += 1
                self._note(occurrence)
            self._recent.add(key)
        return len(self._sightings) > known

    def _note(self, occurrence: Occurrence) -> None:
        message = self._matcher.messages[occurrence.message]
        place = (occurrence.lines[0].number, occurrence.start)
        sighting = self._sightings.setdefault(message.entry, Sighting(place))
        sighting.numbers.add(occurrence.lines[0].number)
        sighting.first = min(sighting.first, place)
        if message.template.weight > sighting.weight:
            sighting.weight, sighting.message = message.template.weight, message.template.text
        for line in occurrence.lines:
            if line.source is not None:
                sighting.sources.add(line.source)
            if len(sighting.lines) < SHOWN_LINES:
                sighting.lines.setdefault(line.number, _excerpt(line.raw, occurrence.column))

    def ranked(self, caused_by: Callable[[str], Iterable[str]]) -> list[Ranked]:
        """Return what was found, the causes before their consequences.

        Args:
            caused_by: returns the ids of the errors of which an entry is often a consequence.

        """
        found = self._sightings
        roots = {id_: _roots(id_, caused_by) for id_ in found}
        causes = {id_: tuple(other for other in found if other in roots[id_]) for id_ in found}
        ordered = sorted(found, key=lambda id_: _rank(found[id_], is_consequence=bool(causes[id_])))
        return [Ranked(id_, found[id_], causes[id_]) for id_ in ordered]

    def matches(self, catalog: Catalog) -> tuple[Match, ...]:
        """Return what was found, ranked, with the entries of ``catalog``."""
        return tuple(_match(catalog, found) for found in self.ranked(catalog.caused_by))


def _roots(id_: str, caused_by: Callable[[str], Iterable[str]]) -> frozenset[str]:
    """Return all errors of which an entry may be a consequence, at any distance."""
    todo, seen = list(caused_by(id_)), set[str]()
    while todo:
        cause = todo.pop()
        if cause not in seen:
            seen.add(cause)
            todo += caused_by(cause)
    return frozenset(seen - {id_})


def _rank(sighting: Sighting, *, is_consequence: bool) -> tuple[bool, bool, tuple[int, int], int]:
    return is_consequence, sighting.weight < SPECIFIC, sighting.first, -sighting.weight


def _match(catalog: Catalog, found: Ranked) -> Match:
    sighting = found.sighting
    return Match(
        entry=catalog[found.entry],
        message=sighting.message,
        weight=sighting.weight,
        lines=tuple(LogLine(number, text) for number, text in sorted(sighting.lines.items())),
        count=len(sighting.numbers),
        sources=tuple(sorted(sighting.sources, key=_by_number)),
        role=Role.CONSEQUENCE if found.causes else Role.CAUSE,
        causes=found.causes,
    )


def _excerpt(line: str, column: int) -> str:
    """Return ``line``, or where it is long the part around ``column``."""
    text = line.strip()
    if len(text) <= SHOWN_LENGTH:
        return text
    start = max(0, min(column - SHOWN_LENGTH // 3, len(line) - SHOWN_LENGTH))
    shown = line[start : start + SHOWN_LENGTH].strip()
    return ("… " if start else "") + shown + (" …" if start + SHOWN_LENGTH < len(line) else "")


def _by_number(source: str) -> tuple[int, str]:
    return (int(source), "") if source.isdecimal() else (-1, source)
