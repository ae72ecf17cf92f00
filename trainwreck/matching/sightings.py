"""What was seen of each entry while a log was read; memory does not grow with the log."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import TYPE_CHECKING

from trainwreck.logs.failure_reports import Failure
from trainwreck.logs.failures import FailureReader
from trainwreck.logs.job_facts import JobFacts
from trainwreck.logs.mentions import is_handled, is_mention
from trainwreck.logs.normalizer import Line
from trainwreck.matching.matcher import Matcher, Occurrence
from trainwreck.series.found import SeriesEvidence
from trainwreck.snapshot.patterns import Pattern, Purpose

if TYPE_CHECKING:
    from trainwreck.series.reader import SeriesReader

SHOWN_LINES = 5
"""Lines of the log that are kept for each entry."""
ENOUGH = 1_000
"""Lines with one message after which it is not looked for any more."""
_PLENTY = 10 * ENOUGH
"""Lines with messages of one entry after which none of them is looked for any more."""
SIGNS_OF_STEPS = ("loss", "epoch", "step", "trial ")
"""Of these, a log with numbers that are worth reading contains one, in small letters."""
SHOWN_LENGTH = 600
"""Characters of a line that are kept."""


class Level(IntEnum):
    """What a line says about the entry whose pattern it matches."""

    PRIMARY = 0
    """The error itself."""
    SECONDARY = 1
    """That something else failed."""
    TELLTALE = 2
    """Nothing, unless the log also has a message of the entry that this one narrows."""
    NUMBERS = 3
    """Nothing, but the numbers in the log meet a condition of the entry."""


@dataclass(slots=True)
class Sighting:
    """What is known of one entry at one level."""

    first: tuple[int, int]
    """Line and position of the first message."""
    weight: int = 0
    """Letters and digits of fixed text in the message that has the most of them."""
    message: str = ""
    """That message."""
    numbers: set[int] = field(default_factory=set)
    """Numbers of all lines that contain a message."""
    lines: dict[int, str] = field(default_factory=dict)
    """The first of these lines."""
    sources: set[str] = field(default_factory=set)
    """Ranks, hosts or processes that printed them."""
    nodes: set[str] = field(default_factory=set)
    """Hosts that the lines name, as far as known when they were read."""
    evidence: SeriesEvidence | None = None
    """The numbers that meet a condition of the entry."""
    ends: set[int] = field(default_factory=set)
    """Numbers of the last lines of all messages."""
    is_handled: bool = False
    """Whether each of the lines says how the program goes on."""

    def merged(self, other: "Sighting | None") -> "Sighting":
        """Return what is known of both."""
        if other is None:
            return self
        first, second = sorted((self, other), key=lambda sighting: sighting.first)
        strong = max(self, other, key=lambda sighting: sighting.weight)
        lines = sorted((first.lines | second.lines).items())[:SHOWN_LINES]
        return Sighting(
            first.first,
            strong.weight,
            strong.message,
            self.numbers | other.numbers,
            dict(lines),
            self.sources | other.sources,
            self.nodes | other.nodes,
            self.evidence or other.evidence,
            self.ends | other.ends,
            self.is_handled and other.is_handled,
        )


class Collector:
    """Gathers what a log contains while it is read."""

    def __init__(self, matcher: Matcher, *, with_mentions: bool = False) -> None:
        """Start with nothing seen.

        Args:
            matcher: what knows the messages.
            with_mentions: whether a message counts that its line only mentions, as in a question.

        """
        self._matcher = matcher
        self._with_mentions = with_mentions
        self._sightings: dict[str, dict[Level, Sighting]] = {}
        self._counts: Counter[int] = Counter()
        self._recent: set[tuple[int, int]] = set()
        self._failures = FailureReader()
        self._read_to = 0
        self._series: SeriesReader | None = None
        self.facts = JobFacts()
        """What the log says about the job."""
        self.line_count = 0
        """Lines read."""

    @property
    def has_enough_failures(self) -> bool:
        """Whether no more failures are kept."""
        return self._failures.is_full

    @property
    def sightings(self) -> dict[str, dict[Level, Sighting]]:
        """What was seen of each entry, by its id; processes of known ranks go by them."""
        if rank_of := self.facts.rank_of:
            for levels in self._sightings.values():
                for sighting in levels.values():
                    sighting.sources = {rank_of.get(name, name) for name in sighting.sources}
        return self._sightings

    @property
    def failures(self) -> tuple[Failure, ...]:
        """The failures that the log reports, whichever entry explains them."""
        found, rank_of = self._failures.failures, self.facts.rank_of
        if not rank_of:
            return found
        return tuple(replace(f, source=rank_of.get(f.source or "", f.source)) for f in found)

    @property
    def series(self) -> "SeriesReader | None":
        """The numbers in the log; None if no line may have one."""
        return self._series

    def is_enough(self, message: int) -> bool:
        """Tell whether a message, or its entry, was found so often that more says nothing new."""
        if self._counts[message] >= ENOUGH:
            return True
        found = self._sightings.get(self._matcher.messages[message].entry, {})
        return any(len(sighting.numbers) >= _PLENTY for sighting in found.values())

    def read(self, lines: Iterable[Line], *, numbers: bool = True) -> None:
        """Read lines for failures, facts and numbers; those that were read before are left out.

        Args:
            lines: the lines.
            numbers: whether to read numbers; not if a part of the log's lines is chosen for them.

        """
        new = [line for line in lines if line.number > self._read_to]
        if not new:
            return
        # The parts of a line that was wrapped come together, and others between them afterwards.
        new.sort(key=lambda line: line.number)
        self._read_to = new[-1].number
        self._failures.read(new)
        self.facts.read(new)
        if numbers:
            self.read_numbers(new)

    def read_numbers(self, lines: Sequence[Line]) -> None:
        """Read lines for numbers alone; those that were read before are left out."""
        if self._series is None:
            if not any(sign in line.text.lower() for line in lines for sign in SIGNS_OF_STEPS):
                return
            from trainwreck.series.reader import SeriesReader  # noqa: PLC0415  few logs need it

            self._series = SeriesReader()
        self._series.read(lines)

    def add(self, occurrences: Iterable[Occurrence], offset: int = 0) -> bool:
        """Take in ``occurrences``, those seen before left out; tell whether an entry is new.

        An exception that Python ignores, such as one in a destructor, doesn't count, and neither
        does a message that a line only mentions.

        Args:
            occurrences: what was found in a part of the log.
            offset: where in the log that part begins.

        """
        known = len(self._sightings)
        # Blocks of a log overlap, so that no message is cut; a line counts once a message.
        before, self._recent = self._recent, set()
        for occurrence in occurrences:
            key = (occurrence.message, occurrence.lines[0].number)
            is_new = key not in before and key not in self._recent
            if is_new and not self._failures.ignores(key[1]) and not self._is_mention(occurrence):
                self._counts[occurrence.message] += 1
                self._note(occurrence, offset)
            self._recent.add(key)
        return len(self._sightings) > known

    def _is_mention(self, occurrence: Occurrence) -> bool:
        is_one_line = self._matcher.messages[occurrence.message].template.is_one_line
        if self._with_mentions or not is_one_line:
            return False
        return is_mention(occurrence.lines[0].raw, occurrence.column)

    def _note(self, occurrence: Occurrence, offset: int) -> None:
        message = self._matcher.messages[occurrence.message]
        place = (occurrence.lines[0].number, offset + occurrence.start)
        levels = self._sightings.setdefault(message.entry, {})
        sighting = levels.setdefault(_level(message), Sighting(place, is_handled=True))
        sighting.numbers.add(occurrence.lines[0].number)
        sighting.ends.add(occurrence.lines[-1].number)
        sighting.first = min(sighting.first, place)
        if sighting.is_handled:
            sighting.is_handled = is_handled(occurrence.lines[0].raw, occurrence.column)
        if message.template.weight > sighting.weight:
            sighting.weight, sighting.message = message.template.weight, message.template.text
        for line in occurrence.lines:
            if line.source is not None:
                sighting.sources.add(line.source)
            sighting.nodes.update(self.facts.nodes_in(line))
            if len(sighting.lines) < SHOWN_LINES:
                sighting.lines.setdefault(line.number, excerpt(line.raw, occurrence.column))


def _level(pattern: Pattern) -> Level:
    if pattern.purpose == Purpose.TELLTALE:
        return Level.TELLTALE
    return Level.SECONDARY if pattern.secondary else Level.PRIMARY


def excerpt(line: str, column: int = 0) -> str:
    """Return ``line``, or if it is long the part around ``column``."""
    text = line.strip()
    if len(text) <= SHOWN_LENGTH:
        return text
    start = max(0, min(column - SHOWN_LENGTH // 3, len(line) - SHOWN_LENGTH))
    shown = line[start : start + SHOWN_LENGTH].strip()
    return ("… " if start else "") + shown + (" …" if start + SHOWN_LENGTH < len(line) else "")
