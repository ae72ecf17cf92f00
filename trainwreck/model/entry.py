"""What an entry is: the one definition from which validation and the JSON Schema both come.

An entry file holds :class:`EntryFields`. Its id is the file's stem and its category the folder, so
neither stands in the file; :class:`Entry` is the file's content together with both.
"""

import datetime as dt
from typing import Annotated, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from trainwreck.markdown.addresses import URL_PATTERN
from trainwreck.markdown.sentences import first_sentence
from trainwreck.model.field_types import (
    Clusters,
    Distinct,
    Frameworks,
    Id,
    Line,
    Message,
    Order,
    Program,
    Prose,
    Title,
    fault,
)
from trainwreck.model.vocabulary import (
    Category,
    Evidence,
    Kind,
    Need,
    Severity,
    TimeToDiagnose,
    Unreproduced,
)

KINDS_THAT_PRINT = (Kind.CRASH, Kind.WARNING, Kind.REJECTED)


class Model(BaseModel):
    """A part of an entry: frozen, typed, and closed to unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Symptom(Model):
    """What a person sees before knowing anything."""

    kind: Kind
    """What happens to the job."""
    summary: Prose
    """Markdown: what is seen, in the order in which it is seen."""
    messages: Distinct[Message] = ()
    """What the log prints, one wording an item; <*> stands for the part that varies."""
    unless: Distinct[Message] = ()
    """Wordings of other errors that look alike: a line that one of them matches is not this one."""
    samples: Distinct[Prose] = ()
    """Excerpts as they occur in logs, with their noise."""
    keywords: Distinct[Line] = ()
    """Words that people search with and that the prose lacks."""

    @model_validator(mode="after")
    def _quotes_what_is_printed(self) -> Self:
        if self.kind in KINDS_THAT_PRINT and not self.messages:
            raise fault(
                f"gives no messages for a {self.kind}",
                "add messages: with what the log prints",
            )
        return self


class FixStep(Model):
    """One step of the cure."""

    title: Line
    """What the step achieves, as an order: "Point PROJ_DATA at the newer database"."""
    when: Line | None = None
    """The telltale by which this step applies, where one error has several causes."""
    clusters: Distinct[Id] = ()
    """Clusters on which the step applies; left out, it applies everywhere."""
    danger: Line | None = None
    """What the step can destroy. Required where a command deletes, kills or overwrites."""
    text: Prose
    """Markdown with the commands or the code, and the place to run them."""


class FailedAttempt(Model):
    """Something that was tried and did not help."""

    tried: Line
    """What was done."""
    result: Prose
    """Markdown: what happened, and why it is no cure."""


class Reproduction(Model):
    """How the error is raised for real and how the fix makes it go away, or why it cannot be."""

    needs: Distinct[Need] = ()
    """What must be there beside Python and a POSIX shell."""
    error: Program | None = None
    """Markdown with one code fence, a Python doctest or a bash script, that prints one of the
    messages."""
    fix: Program | None = None
    """Markdown with one code fence that does the same with the fix in place and prints none."""
    exempt: Unreproduced | None = None
    """Why there is no reproduction."""
    because: Line | None = None
    """What exactly is missing, in a sentence."""

    @model_validator(mode="after")
    def _is_there_or_excused(self) -> Self:
        if self.exempt and (self.error or self.fix or self.needs):
            raise fault("is both exempt and given", "delete exempt: and because:")
        if self.exempt and not self.because:
            raise fault("does not say why it is exempt", "add because: with what is missing")
        if self.because and not self.exempt:
            values = ", ".join(Unreproduced)
            raise fault("gives a reason but no exemption", f"add exempt: with one of {values}")
        if not self.exempt and not (self.error and self.fix):
            raise fault(
                "does not show both the error and the fix",
                "give error: and fix:, or exempt: and because:",
            )
        return self


def _by_hand(evidence: Evidence) -> Evidence:
    if evidence is Evidence.REPRODUCED:
        raise fault(
            "cannot be written by hand",
            "write measured; make reproduce shows that it is reproduced",
        )
    return evidence


class Verification(Model):
    """The last proof that the entry is right."""

    date: dt.date
    """Day of the proof, YYYY-MM-DD."""
    evidence: Annotated[Evidence, AfterValidator(_by_hand)]
    """What the claims rest on."""
    versions: Line
    """Versions of the software with which it was proved, or of the documents that were read."""


class Reference(Model):
    """A source of a fact in the entry."""

    title: Line
    """What the document is."""
    url: Annotated[str, StringConstraints(pattern=URL_PATTERN)]
    """Its https address; brackets, quotes and the like in it are written as %28 and so on."""


class EntryFields(Model):
    """An error of the catalog, as its YAML file gives it."""

    title: Title
    """The error as the log words it, or the symptom where nothing is printed."""
    severity: Severity
    """What the error costs."""
    time_to_diagnose: TimeToDiagnose
    """How long it took people to find the cause."""
    clusters: Clusters
    """Clusters on which it was seen, by the names of `docs/clusters/<id>.md`; [any] where the
    cluster plays no part."""
    frameworks: Frameworks
    """Software in which it shows or is cured."""
    symptom: Symptom
    """What a person sees."""
    confirm: Prose
    """Markdown: a command or check that tells whether this is really the error at hand."""
    root_cause: Prose
    """Markdown: one sentence that names the cause, then the detail."""
    fix: Annotated[tuple[FixStep, ...], Field(min_length=1)]
    """Steps in order, the one that works everywhere before those for one cluster."""
    first_step: Order
    """The first thing to do, in one line, for the quick reference."""
    failed_attempts: tuple[FailedAttempt, ...] = ()
    """What was tried and why it did not work."""
    as_reported: Prose | None = None
    """Markdown: what the source believed, where measuring says otherwise."""
    prevention: Prose | None = None
    """Markdown: how it is kept from coming back."""
    caused_by: Distinct[Id] = ()
    """Ids of the errors of which this one is often only the echo."""
    related: Distinct[Id] = ()
    """Ids of errors that look alike or meet the same people."""
    reproduction: Reproduction | None = None
    """How to raise the error and to see the fix work."""
    verified: Verification
    """When and with what the entry was last proved."""
    references: tuple[Reference, ...] = ()
    """Where the facts come from."""
    aliases: Distinct[Id] = ()
    """Former ids, which redirect here; an id is never used again for another error."""
    withdrawn: Line | None = None
    """Why the entry holds no longer, as Markdown in a line. Its page stays, with its messages and
    this notice; no list, count or diagnosis names it."""

    @model_validator(mode="after")
    def _measured_nothing_that_cannot_be_raised(self) -> Self:
        exempt = self.reproduction and self.reproduction.exempt
        if (
            exempt not in (None, Unreproduced.NOTHING_TO_RAISE)
            and self.verified.evidence is Evidence.MEASURED
        ):
            raise fault(
                "is called measured, but the error was not raised",
                "write reported or documented, or give a reproduction instead of exempt:",
            )
        return self


class Entry(EntryFields):
    """An entry with the identity that its place in the catalog gives it."""

    id: str
    """Kebab-case name of the error: its public address, which never changes."""
    category: Category
    """The layer in which the cause lies."""

    @property
    def cause(self) -> str:
        """The first sentence of the root cause, on one line."""
        return first_sentence(self.root_cause)

    @property
    def numbered_fix(self) -> tuple[tuple[int, FixStep], ...]:
        """The steps of the fix, numbered from 1 as a reader on one cluster counts them.

        Neighbouring steps for different clusters stand side by side and share their numbers.
        """
        numbered: list[tuple[int, FixStep]] = []
        following = 1  # the number of the next step that applies everywhere
        beside: dict[str, int] = {}  # steps since the last such one, by cluster
        for step in self.fix:
            if step.clusters:
                before = max(beside.get(cluster, 0) for cluster in step.clusters)
                beside |= dict.fromkeys(step.clusters, before + 1)
                numbered.append((following + before, step))
            else:
                following += max(beside.values(), default=0)
                beside = {}
                numbered.append((following, step))
                following += 1
        return tuple(numbered)
