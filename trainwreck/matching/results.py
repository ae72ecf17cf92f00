"""The diagnosis of a log: a verdict, and what explains it, the earliest cause first."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from trainwreck.logs.failure_reports import Failure
from trainwreck.matching.judgement import SPECIFIC, VAGUE, Finding, Role
from trainwreck.model.vocabulary import Action, Category, Kind
from trainwreck.series.found import Run, SeriesEvidence
from trainwreck.series.points import Series
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.snapshot.entry import Entry

MOST_EXCLUDED = 2
"""Nodes that are worth excluding; if more report the same, the fault is not theirs."""
COMMUNICATION = Category.DISTRIBUTED
"""The errors of this category are reported by the healthy side of a connection, too."""
LOGGED = "Python goes on after an error in logging"
"""How one knows that a job survived an error if no step of the training shows it."""


class Confidence(StrEnum):
    """How much a match says, by the letters and digits of fixed text in the message."""

    CERTAIN = "certain"
    """24 or more: hardly anything else prints this."""
    LIKELY = "likely"
    """12 to 23, or numbers that meet a condition."""
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
    """An error in the log: one that an entry explains, or a failure that no entry explains yet."""

    entry: Entry | None
    """The error of the catalog that explains the lines; None if there is no entry yet."""
    message: str
    """The message with the most fixed text that was found; of an unknown failure its text."""
    weight: int
    """Letters and digits of fixed text in it."""
    lines: tuple[LogLine, ...]
    """The first lines that contain a message."""
    count: int
    """How many lines contain a message of the entry; from 1,000 on at least as many."""
    sources: tuple[str, ...]
    """Ranks, hosts or processes in the prefixes of these lines, in the order of their numbers."""
    role: Role
    """What part it plays in the log."""
    causes: tuple[str, ...]
    """Ids of the errors in the log that it is a consequence of."""
    nodes: tuple[str, ...] = ()
    """Hosts on which it was seen, as far as the log says."""
    general: str | None = None
    """Id of the more general entry that this one replaces."""
    evidence: SeriesEvidence | None = None
    """The numbers in the log that meet a condition of the entry."""
    line_numbers: frozenset[int] = field(default=frozenset(), repr=False)
    """Numbers of the lines that were counted."""
    went_on_to: int | None = None
    """If the job survived it: the last line with a step of training; 0 if no step shows it."""

    @property
    def id(self) -> str | None:
        """Id of the entry; None for an unknown failure."""
        return self.entry.id if self.entry else None

    @property
    def title(self) -> str:
        """Title of the entry; of an unknown failure its text."""
        return self.entry.title if self.entry else self.message

    @property
    def is_warning(self) -> bool:
        """Whether it is no failure, but a warning that nothing else in the log led to."""
        kind = self.entry.symptom.kind if self.entry else None
        return kind is Kind.WARNING and self.role is not Role.CONSEQUENCE

    @property
    def confidence(self) -> Confidence:
        """How much the match says; of an unknown failure nothing is in doubt."""
        if self.entry is None or self.weight >= SPECIFIC:
            return Confidence.CERTAIN
        if self.evidence and not self.weight:
            return Confidence.LIKELY
        return Confidence.LIKELY if self.weight >= VAGUE else Confidence.POSSIBLE

    @property
    def reason(self) -> str:
        """Why the confidence is what it is, in a sentence for people."""
        if self.entry is None:
            return "no entry explains this failure yet"
        if self.evidence and not self.weight:
            return f"by its numbers: {self.evidence.said}"
        said = " / ".join(line.strip() for line in self.message.split("\n"))
        few = "" if self.weight >= SPECIFIC else f", only {self.weight} letters of fixed text"
        survived = f"; {self.survived}" if self.survived else ""
        return f'the log contains "{said}"{few}{survived}'

    @property
    def survived(self) -> str:
        """That the job went on after it, in words; "" if the log doesn't show that."""
        if self.went_on_to is None:
            return ""
        return f"training went on up to line {self.went_on_to:,}" if self.went_on_to else LOGGED


@dataclass(frozen=True, slots=True)
class Recommendation:
    """What to do with the job."""

    decision: Action
    """Whether to fix something, to submit the job again, or to ask."""
    reason: str
    """Why, in one line."""
    exclude: tuple[str, ...] = ()
    """Nodes to leave out when the job is submitted again."""


@dataclass(frozen=True, slots=True)
class CodeInLog:
    """A code in the log that no entry explains, such as an exit code or an errno."""

    table: str
    """The list that it is in, such as "errno"."""
    code: str
    """Its number, or its name if it has none."""
    name: str | None
    """Its symbol or keyword, if it has one."""
    text: str | None
    """The official text, if there is one."""
    meaning: str | None
    """Markdown: what it means for a training job; None if the official text says it all."""
    action: Action | None
    """What to do with the job; None if that depends."""
    entry: str | None
    """Id of the entry that covers such codes, none of whose messages was found."""
    url: str
    """Address on the site, relative to it."""
    line: LogLine
    """The first line that has it."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was found in one log."""

    source: str
    """Name of the log; "-" if it has none."""
    matches: tuple[Match, ...]
    """The causes, then symptoms, then consequences; among each the first in the log."""
    line_count: int
    """Lines read."""
    verdict: str = ""
    """What happened, to whom, and what followed, in one sentence."""
    action: Recommendation | None = None
    """What to do with the job; None if its cause is not known."""
    hints: tuple[str, ...] = ()
    """Where to look for a cause that the log doesn't show."""
    failures: tuple[Failure, ...] = ()
    """Exceptions and exits that the log reports, whether an entry explains them or not."""
    similar: tuple[Entry, ...] = field(default=())
    """If nothing matched: the entries with the most similar words. They explain nothing."""
    codes: tuple[CodeInLog, ...] = ()
    """The codes in the log that no entry explains."""
    series: tuple[Series, ...] = ()
    """The numbers of the log, downsampled."""
    runs: tuple[Run, ...] = ()
    """Each start of the job that reached a step, with its last sign of life."""


def matches(findings: Sequence[Finding], catalog: Snapshot) -> tuple[Match, ...]:
    """Return ``findings`` with the entries of ``catalog``."""
    return tuple(_match(finding, catalog) for finding in findings)


def recommend(found: Sequence[Match]) -> Recommendation | None:
    """Return what to do with a job by its first cause or symptom; None if that is not known.

    It isn't if the job survived it.
    """
    first = next(iter(found), None)
    if first is None or first.entry is None or first.went_on_to is not None:
        return None
    advice = first.entry.action
    excluded: tuple[str, ...] = ()
    is_own = first.entry.category is not COMMUNICATION and len(first.nodes) <= MOST_EXCLUDED
    if advice.decision is Action.RETRY_ELSEWHERE and is_own:
        excluded = first.nodes
    return Recommendation(advice.decision, advice.reason, excluded)


def _match(finding: Finding, catalog: Snapshot) -> Match:
    sighting = finding.sighting
    message = finding.failure.text if finding.failure else sighting.message
    return Match(
        entry=catalog[finding.entry] if finding.entry else None,
        message=message,
        weight=sighting.weight,
        lines=tuple(LogLine(number, text) for number, text in sorted(sighting.lines.items())),
        count=len(sighting.numbers),
        sources=tuple(sorted(sighting.sources, key=by_number)),
        role=finding.role,
        causes=finding.causes,
        nodes=tuple(sorted(sighting.nodes)),
        general=finding.general,
        evidence=sighting.evidence,
        line_numbers=frozenset(sighting.numbers),
        went_on_to=finding.went_on_to,
    )


def by_number(source: str) -> tuple[int, str]:
    """Return a key that sorts ranks by their numbers, and names of hosts before them."""
    return (int(source) if source.isdecimal() else -1, source)
