"""Rules on the tables of codes, the files in ``codes/``."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from trainwreck.catalog.sources import Sources
from trainwreck.catalog.yaml_reader import EntrySource, read
from trainwreck.checks.unchanged import Examined, examined
from trainwreck.markdown import prose_rules as prose
from trainwreck.markdown.characters import character_problems
from trainwreck.model.field_types import ID_PATTERN
from trainwreck.model.problems import Problem, did_you_mean, shown

_MARKDOWN = (("meaning",), ("summary",))


def examine(
    files: Sequence[Path], sources: Sources, before: Mapping[str, Examined]
) -> dict[str, Examined]:
    """Return what is wrong in each table by itself, and the entries that it names, by its id.

    Args:
        files: the tables.
        sources: reads them.
        before: what this returned the last time.

    """
    return examined(files, sources, before, _examined)


def problems(
    files: Sequence[Path], known: Mapping[str, Examined], ids: Collection[str]
) -> Iterator[Problem]:
    """Yield what is wrong with the tables of a catalog with these ``ids`` of entries."""
    for path in files:
        _, flaws, names = known[path.stem]
        for flaw in flaws:
            yield Problem(shown(path), *flaw)
        for name, field, line in names:
            if name not in ids:
                message = f'"{name}" is not the id of an entry'
                yield Problem(shown(path), line, field, message, did_you_mean(name, list(ids)))


def _examined(path: Path, content: bytes | None) -> tuple[list[Any], list[Any]]:
    source = read(path, content)
    if not re.match(ID_PATTERN, path.stem):
        source.report((), f'the name "{path.stem}" is not an id', "use words joined by hyphens")
    if isinstance(source.data, dict):
        _check_fields(source)
        _check_prose(source, source.data)
        _check_rows(source)
    elif not source.problems:
        source.report((), "is not a mapping", "begin with title: and the other fields of a table")
    flaws = [[found.line, found.field, found.message, found.fix] for found in source.problems]
    return flaws, list(_named(source))


def _check_fields(source: EntrySource) -> None:
    from pydantic import ValidationError  # noqa: PLC0415  slow to import, and rarely needed

    from trainwreck.checks.field_messages import Subject, explain  # noqa: PLC0415  as above
    from trainwreck.model.code_fields import SCHEMA_LINE, CodeTableFields  # noqa: PLC0415

    table = Subject(CodeTableFields, "a table of codes", {"id": "the id is the file's name"})
    if source.text.partition("\n")[0].rstrip() != SCHEMA_LINE:
        source.report((), "the first line does not name the schema", f'write "{SCHEMA_LINE}"', 1)
    empty = {problem.line for problem in source.problems}
    try:
        CodeTableFields.model_validate(source.data)
    except ValidationError as error:
        for details in error.errors(include_url=False):
            if details["input"] != "" or source.line(details["loc"]) not in empty:
                source.report(details["loc"], *explain(details, table))


def _check_prose(source: EntrySource, data: dict[str, Any]) -> None:
    for where, text in prose.every_text(data):
        rules = prose.flaws if where[-1:] in _MARKDOWN else character_problems
        for offset, message, fix in rules(text):
            source.report(where, message, fix, source.text_line(where, offset))


def _check_rows(source: EntrySource) -> None:
    """Report a code that is there twice: only then could two of them have the same address."""
    seen: dict[tuple[str, str], int] = {}
    for index, row in enumerate(_rows(source)):
        key = (str(getattr(row.get("number"), "spelling", "")), str(row.get("name", "")))
        if key in seen:
            first = source.line(("rows", seen[key]))
            label = " ".join(filter(None, key))
            source.report(
                ("rows", index), f'lists "{label}" twice (first on line {first})', "keep one"
            )
        seen.setdefault(key, index)


def _named(source: EntrySource) -> Iterator[list[Any]]:
    for index, row in enumerate(_rows(source)):
        name = row.get("entry")
        if isinstance(name, str):
            yield [name, f"rows.{index}.entry", source.line(("rows", index, "entry"))]


def _rows(source: EntrySource) -> list[dict[str, Any]]:
    rows = source.data.get("rows") if isinstance(source.data, dict) else None
    # A row that is no mapping keeps its place, or the others would be counted wrongly.
    return [row if isinstance(row, dict) else {} for row in rows] if isinstance(rows, list) else []
