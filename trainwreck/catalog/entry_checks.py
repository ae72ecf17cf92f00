"""Plain data to an entry, every fault of a file found in one pass and put in plain words."""

import re
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from trainwreck.catalog import error_messages as wording
from trainwreck.catalog.yaml_reader import Location, Source, read
from trainwreck.logs.redaction import traces
from trainwreck.logs.templates import ANY
from trainwreck.markdown import prose_rules as prose
from trainwreck.model.entry import Entry, EntryFields
from trainwreck.model.field_types import ID_PATTERN, LONGEST_ID
from trainwreck.model.problems import Fault, did_you_mean, shown
from trainwreck.model.vocabulary import Category

SCHEMA_LINE = "# yaml-language-server: $schema=../schema.json"


def read_entry(path: Path) -> tuple[Entry | None, Source]:
    """Read the entry file ``path``.

    Returns the entry, or None where the file cannot be understood, and the source with all faults
    that can be seen without the other entries.
    """
    source = read(path)
    _check_place(source)
    if source.data is None:
        return None, source
    if not isinstance(source.data, dict):
        source.report((), "is not a mapping", "begin with title: and the other fields of an entry")
        return None, source
    _check_schema_line(source)
    _check_prose(source, source.data)
    _check_for_people(source, source.data)
    fields = _validated(source, source.data)
    if fields is None or path.parent.name not in list(Category):
        return None, source
    return Entry(id=path.stem, category=Category(path.parent.name), **dict(fields)), source


def _check_place(source: Source) -> None:
    path = source.path
    if not re.match(ID_PATTERN, path.stem):
        problem = f'the name "{path.stem}" is not an id'
        source.report((), problem, wording.kebab_case(path.stem))
    if len(path.stem) > LONGEST_ID:
        problem = f"the name is {len(path.stem)} characters long"
        source.report((), problem, f"keep it within {LONGEST_ID}")
    if path.parent.name not in list(Category):
        remedy = did_you_mean(path.parent.name, [str(category) for category in Category])
        source.report((), f'the folder "{path.parent.name}" is not a category', remedy)


def _check_schema_line(source: Source) -> None:
    if source.text.partition("\n")[0].rstrip() != SCHEMA_LINE:
        source.report((), "the first line does not name the schema", f'write "{SCHEMA_LINE}"', 1)


def _check_prose(source: Source, data: dict[str, Any]) -> None:
    for where, offset, problem, remedy in prose.all_flaws(data):
        source.report(where, problem, remedy, source.text_line(where, offset))
    for where, problem, remedy in prose.unmarked_dangers(data.get("fix")):
        source.report(where, problem, remedy)


def _check_for_people(source: Source, data: dict[str, Any]) -> None:
    for where, text in prose.every_text(data):
        for offset, problem, placeholder in traces(text):
            instead = ANY if where[1:2] in (("messages",), ("unless",)) else placeholder
            source.report(where, problem, f"write {instead}", source.text_line(where, offset))


def _validated(source: Source, data: dict[str, Any]) -> EntryFields | None:
    try:
        return EntryFields.model_validate(data)
    except ValidationError as error:
        empty = {fault.line for fault in source.faults}
        found = error.errors(include_url=False)
        for details in found:
            where = details["loc"]
            if details["input"] == "" and source.line(where) in empty:
                continue  # already reported as empty by the reader
            if details["type"] == "too_short" and any(_is_inside(f["loc"], where) for f in found):
                continue  # pydantic leaves out wrong items and then finds the list too short
            source.report(where, *wording.explain(details))
    return None


def _is_inside(where: Location, outer: Location) -> bool:
    return len(where) > len(outer) and where[: len(outer)] == outer


def file_fault(path: Path, problem: str, remedy: str) -> Fault:
    """Return a fault of the whole file ``path``."""
    return Fault(shown(path), 1, "", problem, remedy)
