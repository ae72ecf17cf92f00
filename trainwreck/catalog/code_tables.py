"""Reads tables of codes from their files. What cannot be used is left out; the check reports it."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from trainwreck.catalog.assembly import CodePart
from trainwreck.catalog.sources import Sources
from trainwreck.catalog.yaml_reader import read
from trainwreck.logs.code_patterns import CodePattern
from trainwreck.model.scalars import NotText
from trainwreck.model.vocabulary import Action
from trainwreck.snapshot.codes import Code, CodeSource, CodeTable, line, pattern_line


def compile_tables(
    files: Iterable[Path], sources: Sources, kept: Mapping[str, CodePart]
) -> tuple[CodePart, ...]:
    """Return what each of ``files`` adds to a snapshot, without those that cannot be used.

    Args:
        files: the tables.
        sources: reads them.
        kept: parts made earlier, by id; those whose file has not changed are used again.

    """
    return tuple(filter(None, (_part(path, sources, kept) for path in files)))


def _part(path: Path, sources: Sources, kept: Mapping[str, CodePart]) -> CodePart | None:
    source = sources.digest(path)
    if (old := kept.get(path.stem)) and old.source == source:
        return old
    try:
        table = project(path.stem, read(path, sources.content(path)).data)
    except (TypeError, KeyError, ValueError, AttributeError):
        return None
    return CodePart(table.id, source, table.title, pattern_line(table), line(table))


def project(id_: str, data: Any) -> CodeTable:
    """Return the table with this id from the plain values of its file.

    Raises:
        TypeError, KeyError, ValueError, AttributeError: if something in it has not been checked.

    """
    source = data["source"]
    codes: list[Code] = []
    taken: set[str] = set()
    default = data.get("action")
    for row in data["rows"]:
        code = _code(row, default, taken)
        taken.add(code.anchor)
        codes.append(code)
    return CodeTable(
        id_,
        data["title"],
        data["summary"],
        CodeSource(source["title"], source["url"], _text(source["version"])),
        _number(data["priority"]),
        tuple(data["forms"]),
        "negated" in data and data["negated"].truth is True,
        tuple(map(CodePattern, data.get("patterns", ()))),
        tuple(codes),
    )


def _code(row: Mapping[str, Any], default: str | None, taken: set[str]) -> Code:
    number = _number(row["number"]) if "number" in row else None
    name = _text(row["name"]) if "name" in row else None
    choices = [str(number)] if number is not None else []
    choices += [name.replace(" ", "-")] if name else []
    free = (choice for choice in choices if choice not in taken)
    # The entry's own action counts more than the table's.
    says_nothing = "meaning" not in row or "entry" in row
    action = row.get("action") or (None if says_nothing else default)
    return Code(
        next(free, "-".join(choices)),
        number,
        name,
        _text(row["text"]) if "text" in row else None,
        row.get("meaning"),
        Action(action) if action else None,
        row.get("entry"),
    )


def _number(value: Any) -> int:
    spelling = value.spelling if isinstance(value, NotText) else value
    return int(spelling, 16 if "x" in spelling.lower() else 10)


def _text(value: Any) -> str:
    return str(value.spelling if isinstance(value, NotText) else value)
