"""What an entry file contains: the definition from which validation and the JSON Schema come.

The id of an entry is its file's stem and its category the folder, so neither is written in the
file. What the rest of the package reads is not this, but :class:`trainwreck.Entry`.
"""

import datetime as dt
import difflib
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from trainwreck.markdown.addresses import URL_PATTERN
from trainwreck.model.field_types import (
    Cause,
    Clusters,
    Distinct,
    Flag,
    Frameworks,
    Id,
    Line,
    Message,
    Order,
    Program,
    Prose,
    SeriesCondition,
    Title,
    Verdict,
    rule_error,
)
from trainwreck.model.vocabulary import (
    KINDS_THAT_PRINT,
    Action,
    Evidence,
    Kind,
    Need,
    Severity,
    TimeToDiagnose,
    Unreproduced,
)

SCHEMA_LINE = "# yaml-language-server: $schema=../schema.json"
"""The first line of every entry file."""


class Model(BaseModel):
    """A part of an entry: frozen, typed, and closed to unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class MessageFields(Model):
    """A message with what is known of it."""

    text: Message
    """What the log prints; <*> stands for the part that varies."""
    printed_by: Line | None = None
    """The library and the versions that print it."""
    secondary: Flag = False
    """Whether it only reports that something else failed, such as a watchdog timeout or a closed
    connection to a peer."""


_FIELDS_OF_A_MESSAGE = MessageFields.model_fields.keys()


def _structured(message: Any) -> Any:
    if isinstance(message, dict) and message and not message.keys() & _FIELDS_OF_A_MESSAGE:
        (key, *_) = message
        if not difflib.get_close_matches(key, _FIELDS_OF_A_MESSAGE):
            raise rule_error(
                "is a mapping, not text", 'put the message in quotes: it contains ": "'
            )
    return {"text": message} if isinstance(message, str) else message


def _with_short_form(schema: dict[str, Any]) -> None:
    mapping = dict(schema)
    text = {"type": "string", "minLength": 1, "description": "The text alone."}
    schema.clear()
    schema["anyOf"] = [text, mapping]


def _texts_differ(messages: tuple[MessageFields, ...]) -> tuple[MessageFields, ...]:
    seen: set[str] = set()
    for message in messages:
        if message.text in seen:
            raise rule_error(f'lists "{message.text}" twice', "list each value once")
        seen.add(message.text)
    return messages


MessageItem = Annotated[
    MessageFields, BeforeValidator(_structured), Field(json_schema_extra=_with_short_form)
]
"""A message: its text alone, or a mapping with the text and what is known of it."""


class Symptom(Model):
    """What the user sees before knowing the cause."""

    kind: Kind
    """What happens to the job."""
    summary: Prose
    """Markdown: what the user sees, in order."""
    messages: Annotated[tuple[MessageItem, ...], AfterValidator(_texts_differ)] = ()
    """What the log prints, one message per item; <*> stands for the part that varies."""
    unless: Distinct[Message] = ()
    """Messages of similar errors: a line that matches one of them is not this error."""
    telltales: Distinct[Message] = ()
    """Messages that prove nothing alone, but select this entry if the log also has a message of
    the entry that this one narrows."""
    series: Distinct[SeriesCondition] = ()
    """Conditions on the numbers in the log, such as "loss is exactly 0", of which one is enough."""
    samples: Distinct[Prose] = ()
    """Excerpts of logs, with their noise."""
    keywords: Distinct[Line] = ()
    """Search terms that no other text of the entry contains."""

    @model_validator(mode="after")
    def _quotes_what_is_printed(self) -> Self:
        if self.kind in KINDS_THAT_PRINT and not self.messages:
            raise rule_error(
                f"gives no messages for a {self.kind}",
                "add messages: with what the log prints",
            )
        return self


class FixStep(Model):
    """One step of the fix."""

    title: Line
    """What the step achieves, as an imperative: "Point PROJ_DATA at the newer database"."""
    when: Line | None = None
    """How to recognize that the step applies, if an error has several causes."""
    clusters: Distinct[Id] = ()
    """Clusters on which the step applies; without it, it applies everywhere."""
    danger: Line | None = None
    """What the step can destroy. Required if a command deletes, kills or overwrites."""
    text: Prose
    """Markdown with commands or code, and where to run them."""


class FailedAttempt(Model):
    """Something that was tried and did not help."""

    tried: Line
    """What was done."""
    result: Prose
    """Markdown: what happened, and why it is not a fix."""


class ActionFields(Model):
    """What to do with a job that died of the error."""

    decision: Action
    """Whether to fix something, to submit the job again, or to ask."""
    reason: Line
    """Why, in one line."""


class Reproduction(Model):
    """How to raise the error for real and show that the fix works, or why that isn't possible."""

    needs: Distinct[Need] = ()
    """What it needs besides Python and a POSIX shell."""
    error: Program | None = None
    """Markdown with one code fence, a Python doctest or a bash script, that prints one of the
    messages."""
    fix: Program | None = None
    """Markdown with one code fence that does the same with the fix in place and prints none."""
    exempt: Unreproduced | None = None
    """Why there is no reproduction."""
    because: Line | None = None
    """What exactly is missing, in one sentence."""

    @model_validator(mode="after")
    def _is_there_or_excused(self) -> Self:
        if self.exempt and (self.error or self.fix or self.needs):
            raise rule_error("is both exempt and given", "delete exempt: and because:")
        if self.exempt and not self.because:
            raise rule_error("does not say why it is exempt", "add because: with what is missing")
        if self.because and not self.exempt:
            values = ", ".join(Unreproduced)
            raise rule_error("gives a reason but no exemption", f"add exempt: with one of {values}")
        if not self.exempt and not (self.error and self.fix):
            raise rule_error(
                "does not show both the error and the fix",
                "give error: and fix:, or exempt: and because:",
            )
        return self


def _by_hand(evidence: Evidence) -> Evidence:
    if evidence is Evidence.REPRODUCED:
        raise rule_error(
            "cannot be written by hand",
            "write measured; make reproduce shows that it is reproduced",
        )
    return evidence


class Verification(Model):
    """When and how the entry was last verified."""

    date: dt.date
    """Date of the verification, YYYY-MM-DD."""
    evidence: Annotated[Evidence, AfterValidator(_by_hand)]
    """What the claims are based on."""
    versions: Line
    """Versions of the software that it was verified with, or of the documents that were read."""


class Reference(Model):
    """A source of a fact in the entry."""

    title: Line
    """What the document is."""
    url: Annotated[str, StringConstraints(pattern=URL_PATTERN)]
    """Its https URL, with brackets, quotes and so on written as %28 and the like."""


class EntryFields(Model):
    """An error of the catalog, as its YAML file gives it."""

    title: Title
    """The error as the log prints it, or the symptom if nothing is printed."""
    verdict: Verdict
    """What happened, as a predicate in the past tense that follows a subject such as "The job" or
    "Rank 3": "ran out of GPU memory"."""
    severity: Severity
    """What the error costs."""
    time_to_diagnose: TimeToDiagnose
    """How long it took to find the cause."""
    clusters: Clusters
    """Clusters on which it was seen, by the names of `docs/clusters/<id>.md`; [any] if it isn't
    specific to a cluster."""
    frameworks: Frameworks
    """Software in which it occurs or is fixed."""
    symptom: Symptom
    """What the user sees."""
    confirm: Prose
    """Markdown: a command or check that tells whether it is really this error."""
    cause: Cause
    """The usual root cause in one sentence; Markdown, but code spans only."""
    root_cause: Prose | None = None
    """Markdown: the root cause in detail, if the sentence isn't enough."""
    fix: Annotated[tuple[FixStep, ...], Field(min_length=1)]
    """Steps in order, the one that works everywhere before those for one cluster."""
    first_step: Order
    """The first thing to do, in one line, for the quick reference."""
    action: ActionFields
    """What to do with the job."""
    failed_attempts: tuple[FailedAttempt, ...] = ()
    """What was tried and why it did not work."""
    as_reported: Prose | None = None
    """Markdown: what the source believed, if measurements contradict it."""
    prevention: Prose | None = None
    """Markdown: how to keep it from coming back."""
    caused_by: Distinct[Id] = ()
    """IDs of the errors that often lead to this one."""
    narrows: Id | None = None
    """ID of the more general entry that this one specializes; the telltales select this one."""
    related: Distinct[Id] = ()
    """IDs of errors that look similar or affect the same users."""
    reproduction: Reproduction | None = None
    """How to raise the error and see that the fix works."""
    verified: Verification
    """When and with what the entry was last verified."""
    references: tuple[Reference, ...] = ()
    """Where the facts come from."""
    aliases: Distinct[Id] = ()
    """Former IDs, which redirect here; an ID is never reused for another error."""
    withdrawn: Line | None = None
    """Why the entry no longer holds, as Markdown on one line. Its page stays, with its messages and
    this notice; no list, count or diagnosis includes it."""

    @model_validator(mode="after")
    def _telltales_need_a_general_entry(self) -> Self:
        if self.symptom.telltales and not self.narrows:
            raise rule_error(
                "has telltales, but narrows no entry",
                "add narrows: with the id of the general entry, or make them messages",
            )
        return self

    @model_validator(mode="after")
    def _measured_nothing_that_cannot_be_raised(self) -> Self:
        exempt = self.reproduction and self.reproduction.exempt
        if (
            exempt not in (None, Unreproduced.NOTHING_TO_RAISE)
            and self.verified.evidence is Evidence.MEASURED
        ):
            raise rule_error(
                "is called measured, but the error was not raised",
                "write reported or documented, or give a reproduction instead of exempt:",
            )
        return self
