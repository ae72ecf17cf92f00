"""What the tools for assistants return, as models from which their output schemas come."""

from typing import Annotated

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
    anchor: Annotated[str, Field(description="Fragment of the entry's page that leads to it.")]
    title: str
    when: Annotated[str | None, Field(description="The telltale by which the step applies.")]
    danger: Annotated[str | None, Field(description="What it can destroy: show it first.")]
    text: Annotated[str, Field(description="Markdown with the commands.")]


class Match(BaseModel):
    """An entry whose messages are in the log."""

    id: str
    title: str
    severity: str
    category: str
    role: Annotated[str, Field(description="cause, or consequence of the ids in caused_by")]
    caused_by: list[str]
    message: Annotated[str, Field(description="The message that was found.")]
    confidence: Annotated[str, Field(description="certain, likely or possible")]
    reason: str
    count: int
    lines: list[Line]
    ranks: Annotated[list[str], Field(description="Ranks, hosts or processes that printed it.")]
    verdict: Annotated[str, Field(description='What happened, after a subject: "The job".')]
    cause: str
    first_step: str
    action: Advice
    fix: list[Step]
    url: str


class Similar(BaseModel):
    """An entry with similar words, which explains nothing."""

    id: str
    title: str
    url: str


class DiagnosisAnswer(BaseModel):
    """What explains a log."""

    source: str
    line_count: int
    matches: Annotated[list[Match], Field(description="The causes first.")]
    similar: Annotated[
        list[Similar], Field(description="Where nothing matched. They explain nothing.")
    ]


class Found(BaseModel):
    """An entry that a search found."""

    id: str
    title: str
    cause: str
    first_step: str
    url: str


class SearchAnswer(BaseModel):
    """The entries most like the words."""

    result: list[Found]
