"""The types of values in entries: what each must meet, and what is said if it does not."""

import re
from itertools import pairwise
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from trainwreck.logs.placeholders import (
    ANY,
    BOUNDED,
    LINE_END,
    NUMBER,
    PART,
    PLACEHOLDER,
    SEPARATOR,
    Gap,
    gap_of,
)
from trainwreck.logs.templates import ANYWHERE, parse
from trainwreck.markdown.fences import snippets
from trainwreck.model.clusters import ANY_CLUSTER
from trainwreck.model.frameworks import Framework
from trainwreck.model.scalars import NotText
from trainwreck.series.conditions import GRAMMAR, ConditionError, parse_condition

_CODE = re.compile(r"`[^`]*`")
_NUMBER_MARK = re.compile(r"<#[^<>\n]*>")
_NEXT_SENTENCE = re.compile(r"[.!?]\s+[A-Z`]")

ID_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$"
LONGEST_ID = 60
"""Characters of an id, which is a file's name and a part of an address."""
LEAST_LITERAL_CHARACTERS = 4
"""Letters or digits of fixed text in a message that is a whole line."""
MOST_MESSAGE_LINES = 3
"""Lines that a message quotes."""


def rule_error(message: str, fix: str) -> PydanticCustomError:
    """Return the error that says what is wrong and what would be right instead."""
    # The texts travel as context, because pydantic reads braces in a template as placeholders.
    return PydanticCustomError("rule", "{message}; {fix}", {"message": message, "fix": fix})


def _one_line(text: str) -> str:
    if text != text.strip() or "\n" in text:
        raise rule_error(
            "spans several lines, or starts or ends with a space", "write it on one line"
        )
    return text


def _few_lines(text: str) -> str:
    if text != text.strip():
        raise rule_error(
            "starts or ends with whitespace", "delete it; begin a block with |- and not with |"
        )
    lines = text.split("\n")
    if len(lines) > MOST_MESSAGE_LINES:
        raise rule_error(
            f"spans {len(lines)} lines",
            f"quote at most {MOST_MESSAGE_LINES} that identify the error",
        )
    if not all(map(str.strip, lines)):
        raise rule_error("contains an empty line", "delete it: lines in between don't matter")
    return text


def _without_repeats(items: tuple[Any, ...]) -> tuple[Any, ...]:
    for position, item in enumerate(items):
        if item in items[:position]:
            raise rule_error(f'lists "{item}" twice', "list each value once")
    return items


def _any_stands_alone(clusters: tuple[str, ...]) -> tuple[str, ...]:
    if ANY_CLUSTER in clusters and len(clusters) > 1:
        raise rule_error(
            'lists "any" together with other clusters',
            f"write [{ANY_CLUSTER}] or the clusters, not both",
        )
    return clusters


def _enough_literal_text(message: str) -> str:
    template = parse(message)
    has_gap = template.gaps or template.open_start or template.open_end
    if template.weight < LEAST_LITERAL_CHARACTERS or (template.is_whole_line and has_gap):
        raise rule_error(
            "is too general: almost nothing in it is fixed text",
            f"quote at least {ANYWHERE} letters or digits besides {ANY};"
            f" {LEAST_LITERAL_CHARACTERS} are enough for a whole line without placeholders",
        )
    return message


def _bounds_that_count(message: str) -> str:
    """Check that each number with bounds stands where its bounds can be checked."""
    for mark in _NUMBER_MARK.findall(message):
        if mark != NUMBER and not PLACEHOLDER.fullmatch(mark):
            raise rule_error(
                f'has "{mark}", which is no placeholder',
                f"write {NUMBER} for any number, or one with bounds: {BOUNDED}, <#1..> or <#..9>",
            )
    before = LINE_END
    parts = [part for part in PART.split(message.strip()) if part.strip(" ")]
    for part, behind in pairwise([*parts, ""]):
        gap = gap_of(part) if PLACEHOLDER.fullmatch(part) else None
        if gap and gap.is_bounded:
            _check_bounded(gap, before, behind)
        before = part
    return message


def _check_bounded(gap: Gap, before: str, behind: str) -> None:
    mark = gap.mark[gap.mark.index("<#") :]
    if gap.low > gap.high:
        raise rule_error(f'has "{mark}", which no number is within', "exchange its bounds")
    if PART.fullmatch(before):
        raise rule_error(
            f'has "{mark}" without fixed text before it',
            f"write fixed text there, or {SEPARATOR}, or {NUMBER} instead",
        )
    if PLACEHOLDER.fullmatch(behind):
        raise rule_error(
            f'has "{mark}" without fixed text behind it',
            f"write fixed text there, or {NUMBER} instead",
        )


def _one_sentence(text: str) -> str:
    if not text.endswith((".", "!", "?")):
        raise rule_error("does not end like a sentence", "end it with a period")
    if _NEXT_SENTENCE.search(_CODE.sub("`x`", text)):
        raise rule_error("is more than one sentence", "move the rest to root_cause:")
    return text


def _a_predicate(text: str) -> str:
    if text.endswith("."):
        raise rule_error(
            "ends with a period", 'leave it out: it follows a subject such as "The job"'
        )
    if not text[0].islower():
        raise rule_error(
            "does not begin with a lower-case verb",
            'write what follows "The job", such as "ran out of GPU memory"',
        )
    return text


def _truth(value: Any) -> Any:
    """Return the truth value of a scalar as the YAML reader leaves it."""
    truth = value.truth if isinstance(value, NotText) else None
    return value if truth is None else truth


def _one_program(text: str) -> str:
    count = sum(snippet.is_program for snippet in snippets(text))
    if count != 1:
        raise rule_error(f"contains {count} code fences of python or bash", "keep the one to run")
    return text


def _a_condition(text: str) -> str:
    try:
        parse_condition(text)
    except ConditionError as error:
        raise rule_error(error.message, error.fix) from None
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
Cause = Annotated[
    str,
    Field(min_length=20, max_length=240),
    AfterValidator(_one_line),
    AfterValidator(_one_sentence),
]
"""A sentence on one line, of 20 to 240 characters, in which code stands in backticks."""
Verdict = Annotated[
    str, Field(min_length=3, max_length=90), AfterValidator(_one_line), AfterValidator(_a_predicate)
]
"""A predicate in the past tense, of 3 to 90 characters, without a period."""
Flag = Annotated[bool, BeforeValidator(_truth), Field(strict=True)]
"""True or false."""
Prose = Annotated[str, Field(min_length=40)]
"""A text of 40 characters or more, as a rule Markdown."""
Program = Annotated[str, AfterValidator(_one_program)]
"""Markdown with one code fence of Python or bash."""
Message = Annotated[
    str,
    Field(min_length=1),
    AfterValidator(_few_lines),
    AfterValidator(_bounds_that_count),
    AfterValidator(_enough_literal_text),
]
"""A line of a log, or up to three, with placeholders for what varies, and 7 letters or digits of
fixed text; 4 are enough for a whole line."""
SeriesCondition = Annotated[
    str, Field(json_schema_extra={"pattern": GRAMMAR}), AfterValidator(_a_condition)
]
"""A condition on the numbers in a log."""
Distinct = Annotated[tuple[Item, ...], AfterValidator(_without_repeats)]
"""A tuple without duplicates."""
Clusters = Annotated[
    tuple[Id, ...],
    Field(min_length=1),
    AfterValidator(_without_repeats),
    AfterValidator(_any_stands_alone),
]
"""IDs of clusters, at least one, without duplicates; or "any" alone."""
Frameworks = Annotated[tuple[Framework, ...], Field(min_length=1), AfterValidator(_without_repeats)]
"""Values of the vocabulary Framework, at least one, without duplicates."""
