"""The fields of the form for a new error, with the words of the model and of ``trainwreck new``."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from trainwreck import Catalog
from trainwreck.drafting.skeleton import Draft, fields
from trainwreck.markdown import prose_rules as prose
from trainwreck.model.clusters import ANY_CLUSTER
from trainwreck.model.frameworks import Framework
from trainwreck.model.term import Term
from trainwreck.model.vocabulary import (
    Action,
    Category,
    Kind,
    Severity,
    TimeToDiagnose,
    Unreproduced,
)

_ANYWHERE = "The error isn't specific to a cluster."
_LATER = ("Later", "The file will contain a prompt, and the check will ask for it.")
_SCRIPT = ("With commands", "Bash or a Python doctest that raises the error and shows the fix.")


@dataclass(frozen=True)
class Choice:
    """A word that can be chosen."""

    value: str
    label: str
    meaning: str


@dataclass(frozen=True)
class Field:
    """A field of the form."""

    name: str
    label: str
    control: str
    """``line``, ``text``, ``code``, ``word`` (one of the choices) or ``words`` (several)."""
    hint: str = ""
    path: str = ""
    """Where its value is in the entry, as a JSON Pointer; empty where it is in none."""
    choices: tuple[Choice, ...] = ()
    optional: bool = False
    """Whether the file can be opened without it: it then keeps a prompt, or lacks the value."""
    rows: int = 3


@dataclass(frozen=True)
class Section:
    """Fields that belong together."""

    title: str
    note: str
    fields: tuple[Field, ...]


def sections(catalog: Catalog) -> tuple[Section, ...]:
    """Return the fields in their order; the clusters to choose from are those of ``catalog``."""
    return (
        Section("The error", "", _facts(catalog)),
        Section(
            "Cause and fix",
            "Leave empty what you can't write yet: the file then contains a prompt, and the check"
            " of the pull request names what is missing. Markdown; put code between lines of ```"
            " with its language.",
            _texts(),
        ),
        Section(
            "Reproduction",
            "An entry proves itself if possible: commands raise the error, and the same commands"
            " with the fix in place don't.",
            _reproduction(),
        ),
    )


def skeleton() -> dict[str, Any]:
    """Return an entry of which nothing is known: prompts, and words to be replaced."""
    blank = Draft(
        category=Category.ENVIRONMENT,
        id="",
        title="",
        severity=Severity.LOW,
        time_to_diagnose=TimeToDiagnose.MINUTES,
        clusters=(),
        frameworks=(),
        kind=Kind.CRASH,
    )
    return fields(blank, dt.date.min)


def _facts(catalog: Catalog) -> tuple[Field, ...]:
    known = (Choice(cluster.id, cluster.label, cluster.definition) for cluster in catalog.clusters)
    clusters = (Choice(ANY_CLUSTER, "Any", _ANYWHERE), *known)
    return (
        Field(
            "messages",
            "Messages",
            "code",
            "What the log prints, one message per line: <*> where it varies, <#> for a number.",
            "/symptom/messages",
            optional=True,
        ),
        Field("title", "Title", "line", "The error as the log prints it.", "/title"),
        Field(
            "id",
            "ID",
            "line",
            "Permanent ID, used in the URL: lower-case words joined by hyphens.",
        ),
        Field("category", "Category", "word", _meaning(Category), choices=_choices(Category)),
        Field("kind", "Kind", "word", _meaning(Kind), "/symptom/kind", _choices(Kind)),
        Field("severity", "Severity", "word", _meaning(Severity), "/severity", _choices(Severity)),
        Field(
            "time_to_diagnose",
            "Time to diagnose",
            "word",
            _meaning(TimeToDiagnose),
            "/time_to_diagnose",
            _choices(TimeToDiagnose),
        ),
        Field("clusters", "Clusters", "words", "Where it was seen.", "/clusters", clusters),
        Field(
            "frameworks",
            "Frameworks",
            "words",
            _meaning(Framework),
            "/frameworks",
            _choices(Framework),
        ),
        Field(
            "versions",
            "Versions",
            "line",
            "Versions it was seen with, such as PyTorch 2.13.0, Python 3.11.",
            "/verified/versions",
            optional=True,
        ),
        Field(
            "sample",
            "Sample",
            "code",
            "A few lines of the log that contain a message. Home folders, names, tokens and email"
            " addresses are replaced if their form shows what they are: read the sample anyway.",
            "/symptom/samples/0",
            optional=True,
            rows=5,
        ),
    )


def _texts() -> tuple[Field, ...]:
    blank = skeleton()
    step = blank["fix"][0]
    summary = blank["symptom"]["summary"]
    return (
        Field(
            "verdict",
            "Verdict",
            "line",
            _asked(blank["verdict"]),
            "/verdict",
            optional=True,
        ),
        Field("summary", "Summary", "text", _asked(summary), "/symptom/summary", optional=True),
        Field(
            "confirm",
            "How to confirm it",
            "text",
            _asked(blank["confirm"]),
            "/confirm",
            optional=True,
        ),
        Field(
            "cause",
            "Cause",
            "line",
            _asked(blank["cause"]),
            "/cause",
            optional=True,
        ),
        Field(
            "first_step",
            "First step",
            "line",
            _asked(blank["first_step"]),
            "/first_step",
            optional=True,
        ),
        Field(
            "action",
            "What to do with the job",
            "word",
            _meaning(Action),
            "/action/decision",
            _choices(Action),
            optional=True,
        ),
        Field(
            "action_reason",
            "Reason for the action",
            "line",
            _asked(blank["action"]["reason"]),
            "/action/reason",
            optional=True,
        ),
        Field(
            "fix_title",
            "Fix: title of the step",
            "line",
            _asked(step["title"]),
            "/fix/0/title",
            optional=True,
        ),
        Field(
            "fix_text",
            "Fix: the step",
            "text",
            _asked(step["text"]),
            "/fix/0/text",
            optional=True,
            rows=5,
        ),
        Field(
            "fix_danger",
            "Fix: danger",
            "line",
            "What the step can destroy, if a command deletes, kills or overwrites.",
            "/fix/0/danger",
            optional=True,
        ),
    )


def _reproduction() -> tuple[Field, ...]:
    ways = (Choice("", *_LATER), Choice("script", *_SCRIPT), *_choices(Unreproduced))
    return (
        Field(
            "reproduction",
            "Reproduction",
            "word",
            "How the error can be raised, or why it can't.",
            choices=ways,
            optional=True,
        ),
        Field("error", "Commands that raise it", "code", "", "/reproduction/error", optional=True),
        Field("fixed", "The same with the fix", "code", "", "/reproduction/fix", optional=True),
        Field(
            "because",
            "Why it can't be raised",
            "line",
            "What exactly is missing, in one sentence.",
            "/reproduction/because",
            optional=True,
        ),
    )


def _asked(prompt: str) -> str:
    """Return what ``prompt``, which the file contains meanwhile, asks for."""
    match = prose.PATTERNS["toWrite"].search(prompt)
    asked = " ".join(match[1].split()) if match else ""
    return f"{asked[:1].upper()}{asked[1:]}."


def _choices(vocabulary: type[Term]) -> tuple[Choice, ...]:
    return tuple(Choice(term.value, term.label, term.definition) for term in vocabulary)


def _meaning(vocabulary: type[Term]) -> str:
    return (vocabulary.__doc__ or "").splitlines()[0]
