"""What the tools for assistants return, as models from which their output schemas come."""

from typing import Annotated, Any

from pydantic import BaseModel, Field


class Line(BaseModel):
    """A line of the log."""

    number: int
    text: str


class Advice(BaseModel):
    """What to do with the job."""

    decision: Annotated[
        str, Field(description="fix-first, retry, retry-elsewhere, ask-operator or none")
    ]
    reason: str


class Step(BaseModel):
    """A step of a fix."""

    number: int
    anchor: Annotated[str, Field(description="Fragment of the entry's page that links to it.")]
    title: str
    when: Annotated[str | None, Field(description="How to recognize that the step applies.")]
    danger: Annotated[str | None, Field(description="What it can destroy: show it first.")]
    text: Annotated[str, Field(description="Markdown with the commands.")]


class Match(BaseModel):
    """An error in the log: one that an entry explains, or one without an entry yet."""

    id: Annotated[str | None, Field(description="The entry; null if there is none yet.")]
    title: str
    role: Annotated[
        str,
        Field(
            description="cause; symptom (only reports that something else failed); or consequence"
        ),
    ]
    caused_by: Annotated[list[str], Field(description="Ids of the errors that led to it.")]
    message: Annotated[str, Field(description="The message that was found.")]
    confidence: Annotated[str, Field(description="Of the match: certain, likely or possible.")]
    reason: str
    count: int
    lines: list[Line]
    ranks: Annotated[list[str], Field(description="Ranks, hosts or processes that printed it.")]
    nodes: Annotated[list[str], Field(description="Hosts on which it was seen.")]
    narrows: Annotated[str | None, Field(description="The more general entry that it replaces.")]
    severity: str | None = None
    category: str | None = None
    verdict: Annotated[
        str | None, Field(description='What happened, after a subject: "The job".')
    ] = None
    cause: Annotated[str | None, Field(description="The usual cause.")] = None
    first_step: str | None = None
    action: Advice | None = None
    fix: list[Step] = []
    url: str | None = None


class Recommendation(Advice):
    """What to do with the job, and where not to run it."""

    exclude: Annotated[list[str], Field(description="Nodes to exclude when resubmitting.")]


class Failure(BaseModel):
    """An exception or exit that the log reports, whether an entry explains it or not."""

    kind: Annotated[str, Field(description="exception, signal or exit-code")]
    text: str
    line: int
    rank: str | None
    node: str | None
    code: int | None
    secondary: Annotated[bool, Field(description="Whether it only reports another failure.")]


class Similar(BaseModel):
    """An entry with similar words, which explains nothing."""

    id: str
    title: str
    url: str


class CodeInLog(BaseModel):
    """A code in the log that no entry explains."""

    table: str
    code: str
    name: str | None
    text: str | None
    meaning: str | None
    action: str | None
    entry: Annotated[str | None, Field(description="An entry about such codes.")]
    url: str
    line: Line


class FlightRecorder(BaseModel):
    """What the dumps of PyTorch's flight recorder beside the log show."""

    said: Annotated[str, Field(description="What happened, in one sentence.")]
    ranks: Annotated[list[int], Field(description="Ranks whose dumps were read.")]
    findings: Annotated[
        list[dict[str, Any]],
        Field(
            description="The first collective that went wrong in each process group, with the"
            " ranks that joined it and those that did not, and the last call of some of them."
        ),
    ]
    refused: Annotated[list[str], Field(description="Dumps that can't be used, and why.")]
    left_out: Annotated[list[str], Field(description="Dumps that newer ones stand for.")]


class DiagnosisAnswer(BaseModel):
    """What explains a log."""

    source: str
    line_count: int
    verdict: Annotated[str, Field(description="What happened, in one sentence.")]
    action: Annotated[
        Recommendation | None, Field(description="What to do with the job; null if unknown.")
    ]
    matches: Annotated[list[Match], Field(description="The causes first.")]
    hints: Annotated[list[str], Field(description="Where to look if only symptoms are shown.")]
    codes: Annotated[list[CodeInLog], Field(description="Codes that no entry explains.")]
    failures: list[Failure]
    similar: Annotated[
        list[Similar],
        Field(description="If nothing matched: similar entries, which don't explain the log."),
    ]
    flight_recorder: Annotated[
        FlightRecorder | None, Field(description="Null if no dumps lie beside the log.")
    ] = None


class Found(BaseModel):
    """An entry that a search found."""

    id: str
    title: str
    cause: str
    first_step: str
    url: str
    fits: Annotated[
        bool,
        Field(description="Whether a message matches, or the entry covers most of the words."),
    ]


class SearchAnswer(BaseModel):
    """The entries most like the words."""

    result: list[Found]
    searched_for: Annotated[
        str | None,
        Field(description="The words without their typing errors; null if none was corrected."),
    ]
    note: Annotated[
        str | None,
        Field(
            description="Says if typing errors were corrected, if no entry fits, and which words"
            " no entry contains."
        ),
    ]


class Source(BaseModel):
    """Where a list of codes comes from."""

    title: str
    url: str
    version: str


class ExplainedCode(BaseModel):
    """One code that the words can stand for."""

    table: Annotated[str, Field(description="The list that it is in, such as xid.")]
    code: Annotated[str, Field(description="Its number, or its name if it has none.")]
    name: str | None
    text: Annotated[str | None, Field(description="The official text.")]
    meaning: Annotated[str | None, Field(description="What it means for a training job.")]
    action: Annotated[
        str | None, Field(description="What to do with the job; null if that depends.")
    ]
    entries: Annotated[list[str], Field(description="Ids of the entries that cover it.")]
    source: Source
    url: str


class ExplainAnswer(BaseModel):
    """What a code can mean."""

    result: Annotated[list[ExplainedCode], Field(description="The likeliest first.")]
