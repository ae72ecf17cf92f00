"""What a table of codes contains: the definition from which validation and the JSON Schema come.

A table is a file ``codes/<id>.yml``: a finite list of codes that a job can print, such as the
numbers of an Xid or the reasons of Slurm. What the rest of the package reads is not this, but
:class:`trainwreck.snapshot.codes.CodeTable`.
"""

import re
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, model_validator

from trainwreck.logs.code_patterns import KINDS, LEAST_FIXED, CodePattern
from trainwreck.markdown.addresses import URL_PATTERN
from trainwreck.model.entry import Model
from trainwreck.model.field_types import Distinct, Flag, Id, Line, Prose, Title, rule_error
from trainwreck.model.scalars import NotText
from trainwreck.model.vocabulary import Action

SCHEMA_LINE = "# yaml-language-server: $schema=schema.json"
"""The first line of every table of codes."""
MOST_SENTENCES = 3
"""Sentences of a meaning: it is read in a table."""
_NUMBER = re.compile(r"-?(?:0x[0-9A-Fa-f]+|\d+)")


def _whole_number(value: Any) -> Any:
    if isinstance(value, NotText):
        value = value.spelling
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return int(value, 16 if "x" in value.lower() else 10)
    if isinstance(value, int):
        return value
    spelling = value if isinstance(value, str) else type(value).__name__
    raise rule_error(f'"{spelling}" is not a whole number', "write digits, such as 79 or 0x1008")


def _one_kind(text: str) -> str:
    pattern = CodePattern(text)
    if len(pattern.kinds) != 1:
        listed = ", ".join(f"<{kind}>" for kind in KINDS)
        raise rule_error(
            "does not say which part is the code", f"write one of {listed} in its place"
        )
    if len(pattern.literal) < LEAST_FIXED:
        raise rule_error(
            "is too general: it has almost no fixed text",
            f"quote a word of {LEAST_FIXED} characters or more beside the code",
        )
    return text


def _short(text: str) -> str:
    if len(re.findall(r"[.!?](?=\s|$)", re.sub(r"`[^`]*`", "x", text))) > MOST_SENTENCES:
        raise rule_error("is too long for a table", "say it in one or two sentences")
    return text


Number = Annotated[int, BeforeValidator(_whole_number)]
"""A whole number, decimal or hexadecimal."""
Symbol = Annotated[str, Field(min_length=1, max_length=80)]
"""The name of a code."""
CodeText = Annotated[str, Field(min_length=1, max_length=400)]
"""The official text of a code."""
Meaning = Annotated[str, Field(min_length=12, max_length=400), AfterValidator(_short)]
"""One or two sentences of Markdown."""
LogForm = Annotated[str, Field(min_length=4, max_length=120), AfterValidator(_one_kind)]
"""A pattern with <number>, <name> or <text>."""


class SourceFields(Model):
    """Where the list of codes comes from."""

    title: Line
    """The header, document or page, in a few words."""
    url: Annotated[str, StringConstraints(pattern=URL_PATTERN)]
    """Its address."""
    version: Line
    """The version of the software or the day of the page that was read."""


class CodeFields(Model):
    """One code."""

    number: Number | None = None
    """Its number, if it has one."""
    name: Symbol | None = None
    """Its symbol or keyword, such as SIGKILL or NODE_FAIL, if it has one."""
    text: CodeText | None = None
    """The official text, if there is one."""
    meaning: Meaning | None = None
    """What it means for a training job, in one or two sentences of your own."""
    action: Action | None = None
    """What to do with the job, where that differs from the entry's or the table's action."""
    entry: Id | None = None
    """The id of the entry that covers it."""
    plain: Flag = False
    """True if there is nothing to add to the official text."""

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        if self.number is None and self.name is None:
            raise rule_error("has neither number nor name", "add number: or name:")
        if self.plain == (self.meaning is not None):
            fix = "write what it means for a job in meaning:, or plain: true, not both"
            raise rule_error("needs either a meaning or plain", fix)
        if self.plain and (self.action or self.entry):
            raise rule_error("is plain but says more", "write its meaning, or delete the rest")
        return self


class CodeTableFields(Model):
    """A finite list of codes that a job can print."""

    title: Title
    """What the codes are, such as "Xid errors of NVIDIA GPUs"."""
    summary: Prose
    """Markdown: who prints these codes, and where to find them."""
    source: SourceFields
    """Where the list comes from."""
    priority: Number
    """How likely a bare number is one of this table: 1 comes first where several tables have it."""
    forms: Distinct[Line]
    """What people write before the code, in lower case, such as "exit code" or "xid"."""
    negated: Flag = False
    """Whether the numbers are printed with a minus sign, too, as those of errno are."""
    patterns: Distinct[LogForm] = ()
    """How a code looks in a log: a line with <number>, <name> or <text> in the code's place, and
    <*> for what varies. No line of a healthy run may match."""
    action: Action | None = None
    """What to do with the job, for codes that say nothing else."""
    rows: Annotated[tuple[CodeFields, ...], Field(min_length=1)]
    """The codes, in the order of the source."""
