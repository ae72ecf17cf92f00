"""Tables of codes that a job can print: as values, and as lines of a snapshot.

Only what explains codes reads them; a diagnosis reads at first no more than the patterns by which
codes are found, and does so without this module.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from trainwreck.logs.code_patterns import CodePattern
from trainwreck.model.vocabulary import Action
from trainwreck.snapshot.file import dump


@dataclass(frozen=True, slots=True)
class Code:
    """One code of a table."""

    anchor: str
    """Fragment of the table's page that leads to it: its number or name."""
    number: int | None = None
    """Its number, if it has one."""
    name: str | None = None
    """Its symbol or keyword, if it has one."""
    text: str | None = None
    """The official text, if there is one."""
    meaning: str | None = None
    """Markdown: what it means for a training job; None if the official text says it all."""
    action: Action | None = None
    """What to do with the job; None if that depends."""
    entry: str | None = None
    """The id of the entry that covers it."""

    @property
    def label(self) -> str:
        """The code as people write it: its number, or its name if it has none."""
        return str(self.name) if self.number is None else str(self.number)


@dataclass(frozen=True, slots=True)
class CodeSource:
    """Where the list of codes comes from."""

    title: str
    """The header, document or page."""
    url: str
    """Its address."""
    version: str
    """The version of the software or the day of the page that was read."""


@dataclass(frozen=True)
class CodeTable:
    """A finite list of codes that a job can print."""

    id: str
    """Name of the table's file, used in addresses."""
    title: str
    """What the codes are."""
    summary: str
    """Markdown: who prints these codes, and where to find them."""
    source: CodeSource
    """Where the list comes from."""
    priority: int
    """How likely a bare number is one of this table: lower comes first."""
    forms: tuple[str, ...]
    """What people write before the code, in lower case."""
    negated: bool
    """Whether people write the numbers with a minus sign, too; the patterns say so themselves."""
    patterns: tuple[CodePattern, ...]
    """How a code looks in a log."""
    codes: tuple[Code, ...]
    """The codes, in the order of the source."""

    def url(self, code: Code) -> str:
        """Return the address of ``code`` on the site, relative to it."""
        return f"codes/{self.id}/#{code.anchor}"

    @cached_property
    def by_number(self) -> Mapping[int, Sequence[Code]]:
        """The codes by their numbers; some lists use a number twice."""
        found: dict[int, list[Code]] = {}
        for code in self.codes:
            if code.number is not None:
                found.setdefault(code.number, []).append(code)
        return found

    @cached_property
    def by_name(self) -> Mapping[str, Sequence[Code]]:
        """The codes by their names in lower case."""
        found: dict[str, list[Code]] = {}
        for code in self.codes:
            if code.name is not None:
                found.setdefault(code.name.lower(), []).append(code)
        return found

    @cached_property
    def by_text(self) -> Mapping[str, Sequence[Code]]:
        """The codes by their official texts in lower case."""
        found: dict[str, list[Code]] = {}
        for code in self.codes:
            if code.text is not None:
                found.setdefault(code.text.lower().rstrip("."), []).append(code)
        return found

    def numbered(self, number: int) -> Sequence[Code]:
        """Return the codes with this number, as people may write it."""
        found = self.by_number.get(number, ())
        return found or (self.by_number.get(-number, ()) if self.negated and number < 0 else ())

    def find(self, kind: str, value: str) -> Sequence[Code]:
        """Return the codes that a pattern found, most often one.

        Args:
            kind: what was found, ``number``, ``name`` or ``text``.
            value: as the log has it; a text may go on after the official one.

        """
        if kind == "number":
            return self.by_number.get(int(value, 16 if "x" in value.lower() else 10), ())
        known = self.by_name if kind == "name" else self.by_text
        wanted = value.lower().rstrip(".")
        if kind == "name" or wanted in known:
            return known.get(wanted, ())
        fitting = (text for text in known if wanted.startswith(text) and _ends_at(wanted, text))
        return known[longest] if (longest := max(fitting, key=len, default="")) else ()


def _ends_at(text: str, beginning: str) -> bool:
    return not text[len(beginning)].isalnum()


def line(table: CodeTable) -> bytes:
    """Return the line of ``table`` in the section of codes."""
    source = table.source
    rows = [
        [code.anchor, code.number, code.name, code.text, code.meaning, code.action, code.entry]
        for code in table.codes
    ]
    fields = [table.id, table.title, table.summary, [source.title, source.url, source.version]]
    patterns = [pattern.text for pattern in table.patterns]
    return dump([*fields, table.priority, table.forms, table.negated, patterns, rows])


def read(data: bytes) -> CodeTable:
    """Return the table of a line."""
    id_, title, summary, source, priority, forms, negated, patterns, rows = json.loads(data)
    return CodeTable(
        id_,
        title,
        summary,
        CodeSource(*source),
        priority,
        tuple(forms),
        negated,
        tuple(map(CodePattern, patterns)),
        tuple(_code(*row) for row in rows),
    )


def _code(anchor: str, number: int | None, name: str | None, *rest: Any) -> Code:
    text, meaning, action, entry = rest
    return Code(anchor, number, name, text, meaning, action and Action(action), entry)


def pattern_line(table: CodeTable) -> bytes:
    """Return the line of ``table`` in the section of the patterns of codes."""
    return dump([table.id, [[pattern.pieces, pattern.text] for pattern in table.patterns]])
