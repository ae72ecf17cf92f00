"""The types of values in entries: what each must meet, and what is said where it does not."""

from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from trainwreck.logs.templates import ANY, ANYWHERE, parse
from trainwreck.markdown.fences import snippets
from trainwreck.model.vocabulary import Framework

ID_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$"
LONGEST_ID = 60
"""Characters of an id, which is a file's name and a part of an address."""
ANY_CLUSTER = "any"
LEAST_LITERAL_CHARACTERS = 4
"""Letters or digits of fixed text in a message that is a whole line."""
MOST_MESSAGE_LINES = 3
"""Lines that a message quotes."""


def fault(problem: str, remedy: str) -> PydanticCustomError:
    """Return the error that reports ``problem`` and what would be right instead."""
    # The texts travel as context, because pydantic reads braces in a template as placeholders.
    return PydanticCustomError(
        "rule", "{problem}; {remedy}", {"problem": problem, "remedy": remedy}
    )


def _one_line(text: str) -> str:
    if text != text.strip() or "\n" in text:
        raise fault("spans several lines or has space at an end", "write it on one line")
    return text


def _few_lines(text: str) -> str:
    if text != text.strip():
        raise fault("has space at an end", "leave it out; a block begins with |- and not with |")
    lines = text.split("\n")
    if len(lines) > MOST_MESSAGE_LINES:
        raise fault(
            f"spans {len(lines)} lines", f"quote the {MOST_MESSAGE_LINES} that tell it or fewer"
        )
    if not all(map(str.strip, lines)):
        raise fault("holds an empty line", "leave it out: lines in between do not matter")
    return text


def _without_repeats(items: tuple[Any, ...]) -> tuple[Any, ...]:
    for position, item in enumerate(items):
        if item in items[:position]:
            raise fault(f'lists "{item}" twice', "name each value once")
    return items


def _any_stands_alone(clusters: tuple[str, ...]) -> tuple[str, ...]:
    if ANY_CLUSTER in clusters and len(clusters) > 1:
        raise fault(
            'names "any" beside other clusters', f"write [{ANY_CLUSTER}] or the clusters, not both"
        )
    return clusters


def _enough_literal_text(message: str) -> str:
    template = parse(message)
    has_gap = template.gaps or template.open_start or template.open_end
    if template.weight < LEAST_LITERAL_CHARACTERS or (template.is_whole_line and has_gap):
        raise fault(
            "is too general: almost nothing in it is fixed text",
            f"quote at least {ANYWHERE} letters or digits beside {ANY};"
            f" {LEAST_LITERAL_CHARACTERS} are enough for a whole line without gaps",
        )
    return message


def _one_program(text: str) -> str:
    count = sum(snippet.is_program for snippet in snippets(text))
    if count != 1:
        raise fault(
            f"holds {count} code fences of python or bash", "write the one that is to be run"
        )
    return text


Item = TypeVar("Item")

# Limits stand before the validators: only there do they reach the JSON Schema.
Id = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=LONGEST_ID)]
"""Words in lower case, joined by hyphens, of 60 characters at most."""
Line = Annotated[str, Field(min_length=3), AfterValidator(_one_line)]
"""A text on one line, of 3 characters or more."""
Title = Annotated[str, Field(min_length=3, max_length=120), AfterValidator(_one_line)]
"""A text on one line, of 3 to 120 characters."""
Order = Annotated[str, Field(min_length=10, max_length=140), AfterValidator(_one_line)]
"""A text on one line, of 10 to 140 characters."""
Prose = Annotated[str, Field(min_length=40)]
"""A text of 40 characters or more, as a rule Markdown."""
Program = Annotated[str, AfterValidator(_one_program)]
"""Markdown with one code fence of Python or bash."""
Message = Annotated[
    str, Field(min_length=1), AfterValidator(_few_lines), AfterValidator(_enough_literal_text)
]
"""A line of a log, or up to three, with gaps where it varies, and 7 letters or digits beside them;
4 are enough for a whole line."""
Distinct = Annotated[tuple[Item, ...], AfterValidator(_without_repeats)]
"""A tuple in which nothing stands twice."""
Clusters = Annotated[
    tuple[Id, ...],
    Field(min_length=1),
    AfterValidator(_without_repeats),
    AfterValidator(_any_stands_alone),
]
"""Ids of clusters, one at least, none twice; or "any" alone."""
Frameworks = Annotated[tuple[Framework, ...], Field(min_length=1), AfterValidator(_without_repeats)]
"""Words of the vocabulary Framework, one at least, none twice."""
