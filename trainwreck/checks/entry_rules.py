"""The rules for one entry, without the others: every problem of a file found in one pass."""

import bisect
import re
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from trainwreck.catalog.yaml_reader import EntrySource
from trainwreck.checks.field_messages import explain, kebab_case
from trainwreck.checks.pasted_values import pasted_values
from trainwreck.logs.placeholders import ANY
from trainwreck.logs.redaction import traces
from trainwreck.markdown import prose_rules as prose
from trainwreck.markdown.location import Location
from trainwreck.model.entry import SCHEMA_LINE, EntryFields
from trainwreck.model.field_types import ID_PATTERN, LONGEST_ID
from trainwreck.model.problems import did_you_mean
from trainwreck.model.vocabulary import Category

_BETWEEN = "\n\0\n"  # what no rule takes for a part of one text
_QUOTED = ("messages", "unless", "telltales")
"""Fields of the symptom in which a placeholder stands for what varies."""
_SHORT_FORM = 3  # symptom.messages.0, where a message is its text alone


def check_alone(source: EntrySource) -> None:
    """Report every problem of an entry that can be seen without the others.

    Args:
        source: the entry's file, as it was read.

    """
    _check_place(source)
    if source.data is None:
        return
    if not isinstance(source.data, dict):
        fix = "begin with title: and the other fields of an entry"
        source.report((), "is not a mapping", fix)
        return
    _check_schema_line(source)
    _check_prose(source, source.data)
    _check_dangers(source, source.data)
    _check_for_people(source, source.data)
    _check_messages(source, source.data)
    _check_fields(source, source.data)


def _check_place(source: EntrySource) -> None:
    path = source.path
    if not re.fullmatch(ID_PATTERN[1:-1], path.stem):
        problem = f'the name "{path.stem}" is not an id'
        source.report((), problem, kebab_case(path.stem))
    if len(path.stem) > LONGEST_ID:
        problem = f"the name is {len(path.stem)} characters long"
        source.report((), problem, f"keep it within {LONGEST_ID}")
    if path.parent.name not in list(Category):
        fix = did_you_mean(path.parent.name, [str(category) for category in Category])
        source.report((), f'the folder "{path.parent.name}" is not a category', fix)


def _check_schema_line(source: EntrySource) -> None:
    if source.text.partition("\n")[0].rstrip() != SCHEMA_LINE:
        source.report((), "the first line does not name the schema", f'write "{SCHEMA_LINE}"', 1)


def _check_prose(source: EntrySource, data: dict[str, Any]) -> None:
    for where, offset, message, fix in prose.all_flaws(data):
        source.report(where, message, fix, source.text_line(where, offset))


def _check_dangers(source: EntrySource, data: dict[str, Any]) -> None:
    for where, message, fix in prose.unmarked_dangers(data.get("fix")):
        source.report(where, message, fix)
    for _, message, _ in prose.unmarked_dangers([{"text": data.get("confirm")}]):
        source.report(
            ("confirm",), message, "confirming must not change anything: use a read-only command"
        )


def _check_for_people(source: EntrySource, data: dict[str, Any]) -> None:
    places, joined, line = [], [], 0
    for where, text in prose.every_text(data):
        places.append((line, where))
        joined += [text, _BETWEEN]
        line += text.count("\n") + _BETWEEN.count("\n")
    # All texts at once: there are dozens, and most of them are short.
    for found, message, placeholder in traces("".join(joined)):
        begin, where = places[bisect.bisect_right(places, found, key=lambda place: place[0]) - 1]
        instead = ANY if where[1:2] and where[1] in _QUOTED else placeholder
        source.report(where, message, f"write {instead}", source.text_line(where, found - begin))


def _check_messages(source: EntrySource, data: dict[str, Any]) -> None:
    for where, text in prose.every_text(data):
        is_short = len(where) == _SHORT_FORM
        if where[:2] != ("symptom", "messages") or not (is_short or where[-1] == "text"):
            continue
        for value, instead in pasted_values(text):
            problem = f'has a value that differs between logs: "{value}"'
            source.report(where[:_SHORT_FORM], problem, f'write "{instead}"')


def _check_fields(source: EntrySource, data: dict[str, Any]) -> None:
    try:
        EntryFields.model_validate(data)
    except ValidationError as error:
        found = error.errors(include_url=False)
        empty = {problem.line for problem in source.problems}
        for details in found:
            where = _in_file(source, details["loc"])
            if details["input"] == "" and source.line(where) in empty:
                continue  # already reported as empty by the reader
            if details["type"] == "too_short" and any(_is_inside(f["loc"], where) for f in found):
                continue  # pydantic leaves out wrong items and then finds the list too short
            if _is_prompt(details):
                continue  # already reported as still to be written
            source.report(where, *explain(details))


def _in_file(source: EntrySource, where: Location) -> Location:
    """Return where the value is in the file, in which a message may be its text alone."""
    is_short_form = where[-1:] == ("text",) and where[:-1] in source.text_starts
    return where[:-1] if is_short_form else where


def _is_prompt(details: ErrorDetails) -> bool:
    text = details["input"]
    return isinstance(text, str) and bool(prose.PATTERNS["toWrite"].search(text))


def _is_inside(where: Location, outer: Location) -> bool:
    return len(where) > len(outer) and where[: len(outer)] == outer
