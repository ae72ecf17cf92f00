"""The one view of an entry, which pages, terminal, Markdown twins, JSON and browser all render.

Texts are Markdown. A link to another page of the catalog is written as ``/errors/<id>.md``, as
MkDocs resolves it; :func:`trainwreck.markdown.absolute_links.portable` makes such links absolute
for readers outside the site. What stands behind the language of a code fence in an entry file, and
tells whether the tests run it, is removed already.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from trainwreck.model.frameworks import Framework
from trainwreck.model.vocabulary import (
    Action,
    Category,
    Evidence,
    Kind,
    Need,
    Severity,
    TimeToDiagnose,
    Unreproduced,
)


@dataclass(frozen=True, slots=True)
class Message:
    """What the log prints."""

    text: str
    """The line as a program prints it, or up to three; <*> stands for the part that varies."""
    printed_by: str | None = None
    """The library and the versions that print it."""
    secondary: bool = False
    """Whether it only reports that something else failed."""


@dataclass(frozen=True, slots=True)
class Symptom:
    """What the user sees before knowing the cause."""

    kind: Kind
    """What happens to the job."""
    summary: str
    """Markdown: what the user sees, in order."""
    messages: tuple[Message, ...] = ()
    """What the log prints."""
    unless: tuple[str, ...] = ()
    """Messages of similar errors: a line that matches one of them is not this error."""
    telltales: tuple[str, ...] = ()
    """Messages that prove nothing alone, but select this entry if the log also has a message of
    the entry that this one narrows."""
    series: tuple[str, ...] = ()
    """Conditions on the numbers in the log: ``loss is exactly 0``."""
    samples: tuple[str, ...] = ()
    """Excerpts of logs, with their noise."""
    keywords: tuple[str, ...] = ()
    """Search terms that no other text of the entry contains."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a fix."""

    number: int
    """As a reader on one cluster counts, from 1; neighbors for different clusters share it."""
    title: str
    """What the step achieves, as an order."""
    text: str
    """Markdown with the commands and the place to run them."""
    when: str | None = None
    """The telltale by which the step applies, where one error has several causes."""
    danger: str | None = None
    """What the step can destroy."""
    clusters: tuple[str, ...] = ()
    """Ids of the clusters on which it applies; empty if it applies everywhere."""

    @property
    def anchor(self) -> str:
        """The fragment of the entry's page that leads to the step: "step-2" or "step-2-lumi"."""
        return self.anchor_on(self.clusters[0] if self.clusters else None)

    def anchor_on(self, cluster: str | None) -> str:
        """Return the fragment that leads to the step among the steps for ``cluster``."""
        return f"step-{self.number}" + (f"-{cluster}" if self.clusters and cluster else "")


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do with a job that died of the error."""

    decision: Action
    """Whether to fix something, to submit the job again, or to ask."""
    reason: str
    """Why, in one line."""


@dataclass(frozen=True, slots=True)
class FailedAttempt:
    """Something that was tried and did not help."""

    tried: str
    """What was done."""
    result: str
    """Markdown: what happened, and why it is not a fix."""


@dataclass(frozen=True, slots=True)
class Reproduction:
    """How to raise the error for real and show that the fix works, or why that isn't possible."""

    needs: tuple[Need, ...] = ()
    """What it needs besides Python and a POSIX shell."""
    error: str | None = None
    """Markdown with one code fence, a Python doctest or a bash script, that prints a message."""
    fix: str | None = None
    """Markdown with one code fence that does the same with the fix in place and prints none."""
    exempt: Unreproduced | None = None
    """Why there is no reproduction."""
    because: str | None = None
    """What exactly is missing, in one sentence."""


@dataclass(frozen=True, slots=True)
class Proof:
    """One reproduction as it was last run."""

    id: str
    """The entry."""
    date: dt.date
    """Day of the run."""
    platform: str
    """Operating system and processor, such as "Linux x86_64"."""
    device: str
    """Name of the accelerator that took part; "CPU" if none did."""
    versions: Mapping[str, str]
    """Version of Python and of each need, by its name."""
    message: str | None
    """The line printed that matched; None if the error prints nothing."""
    template: str | None
    """The message of the entry that it matched."""
    seconds: float
    """How long error and fix took together."""
    digest: str
    """Of the reproduction's text, so that a changed one is known to be unproved."""

    @property
    def software(self) -> str:
        """What took part, with versions, as people write it: "PyTorch 2.13.0, Python 3.11.7"."""
        labels = {str(need): need.label for need in Need} | {"python": "Python"}
        used = sorted(self.versions.items(), key=lambda item: item[0] == "python")
        return ", ".join(f"{labels.get(name, name)} {version}" for name, version in used)


@dataclass(frozen=True, slots=True)
class Verification:
    """When and how the entry was last verified."""

    date: dt.date
    """Day of the proof."""
    evidence: Evidence
    """What the claims rest on, as the entry's author says."""
    versions: str
    """Versions of the software that it was verified with, or of the documents that were read."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A source of a fact in the entry."""

    title: str
    """What the document is."""
    url: str
    """Its https address."""


@dataclass(frozen=True, slots=True)
class Link:
    """Another entry."""

    id: str
    """Its id."""
    title: str
    """Its title."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An error of the catalog."""

    id: str
    """Kebab-case name of the error: its public address, which never changes."""
    title: str
    """The error as the log prints it, or the symptom if nothing is printed."""
    verdict: str
    """What happened, as a predicate that follows a subject such as "The job" or "Rank 3"."""
    category: Category
    """The layer in which the cause lies."""
    severity: Severity
    """What the error costs."""
    time_to_diagnose: TimeToDiagnose
    """How long it took to find the cause."""
    clusters: tuple[str, ...]
    """Clusters on which it was seen, by the names of `docs/clusters/<id>.md`; "any" alone if the
    cluster plays no part."""
    frameworks: tuple[Framework, ...]
    """Software in which it occurs or is fixed."""
    symptom: Symptom
    """What the user sees."""
    confirm: str
    """Markdown: a command or check that tells whether it is really this error."""
    cause: str
    """The usual root cause in one sentence: Markdown on one line."""
    root_cause: str | None
    """Markdown: the root cause in depth."""
    fix: tuple[Step, ...]
    """The steps in order, the one that works everywhere before those for one cluster."""
    first_step: str
    """The first thing to do, in one line."""
    action: Advice
    """What to do with the job."""
    verified: Verification
    """When and with what the entry was last verified."""
    evidence: Evidence
    """What the claims rest on, the record of the reproduction included."""
    proof: Proof | None = None
    """The record of the last run of the reproduction as it is now."""
    reproduction: Reproduction | None = None
    """How to raise the error and see that the fix works."""
    failed_attempts: tuple[FailedAttempt, ...] = ()
    """What was tried and why it did not work."""
    as_reported: str | None = None
    """Markdown: what the source believed, if measurements contradict it."""
    prevention: str | None = None
    """Markdown: how to keep it from coming back."""
    caused_by: tuple[Link, ...] = ()
    """The errors of which this one is often only a consequence."""
    leads_to: tuple[Link, ...] = ()
    """The errors that name this one in ``caused_by``."""
    related: tuple[Link, ...] = ()
    """Errors that look alike or meet the same people, whichever of the two names the other."""
    narrows: Link | None = None
    """The more general entry that this one specializes."""
    references: tuple[Reference, ...] = ()
    """Where the facts come from."""
    aliases: tuple[str, ...] = ()
    """Former ids, which redirect here."""
    withdrawn: str | None = None
    """Why the entry holds no longer, as Markdown in a line."""

    @property
    def url(self) -> str:
        """Address of its page, relative to the site."""
        return f"errors/{self.id}/"

    def steps(self, cluster: str | None = None) -> tuple[Step, ...]:
        """Return the steps of the fix that apply on ``cluster``; all if it is None."""
        if cluster is None:
            return self.fix
        return tuple(step for step in self.fix if not step.clusters or cluster in step.clusters)
