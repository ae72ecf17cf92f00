"""The values that ``trainwreck new`` takes, from options and from answers.

Both are judged by the same rules of the entry model, in the same words.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from pydantic import TypeAdapter, ValidationError

from trainwreck.checks.field_messages import explain
from trainwreck.logs.normalizer import lines
from trainwreck.logs.redaction import redacted, traces
from trainwreck.model.clusters import ANY_CLUSTER, TO_ADD
from trainwreck.model.field_types import Id, Line, Message, Title
from trainwreck.model.problems import did_you_mean
from trainwreck.output.terminal import printable


class Field(click.ParamType):  # type: ignore[type-arg]  # takes one only from click 8.4 on
    """A value of an entry, judged as ``trainwreck check`` judges it."""

    name = "text"

    def __init__(self, field: str, type_: Any) -> None:
        """Take values of ``type_`` for the field called ``field``, with dots between its parts."""
        self._where = tuple(field.split("."))
        self._adapter = TypeAdapter(type_)

    def judge(self, value: str, option: str | None = None) -> Any:
        """Return the value.

        Raises:
            click.BadParameter: with what is wrong and what would be right.

        """
        text = value.strip()
        if len(text.splitlines()) > 1:
            raise click.BadParameter("spans several lines; write it on one line", param_hint=option)
        return self._judged(printable(text), option)

    def _judged(self, value: Any, option: str | None) -> Any:
        try:
            return self._adapter.validate_python(value)
        except ValidationError as error:
            details = error.errors(include_url=False)[0] | {"loc": self._where}
            problem, remedy = explain(details)
            raise click.BadParameter(f"{problem}; {remedy}", param_hint=option) from None

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value of an option or an answer."""
        del param, ctx
        return self.judge(value) if type(value) is str else value


class TextField(Field):
    """A text of a person, in which no person is named."""

    def judge(self, value: str, option: str | None = None) -> Any:
        """Return the text; fail where it holds a token, a mail address or a home folder."""
        text = super().judge(value, option)
        for _, problem, placeholder in traces(text):
            raise click.BadParameter(f"{problem}; write {placeholder}", param_hint=option)
        return text


class ListField(Field):
    """Several values of an entry that were judged one by one, together."""

    def judge_all(self, values: Sequence[Any], option: str) -> None:
        """Fail where they cannot stand beside one another."""
        self._judged(tuple(values), option)


class MessageField(Field):
    """A message: without the noise around it, and without what differs from person to person."""

    def __init__(self) -> None:
        """Take messages of a log."""
        super().__init__("symptom.messages", Message)

    def judge(self, value: str, option: str | None = None) -> Any:
        """Return the message; fail also where no log could ever hold it as it stands."""
        message = super().judge(value, option)
        (line,) = lines(message)
        if line.text != message:
            raise click.BadParameter(
                f'"{message}" starts or ends with a prefix that matching strips;'
                f' write "{line.text}"',
                param_hint=option,
            )
        if redacted(message) != message:
            better = re.sub(r"<[a-z-]+>", "<*>", redacted(message))
            raise click.BadParameter(
                f'"{message}" contains a part that differs between users; write "{better}"',
                param_hint=option,
            )
        return message


class NewId(Field):
    """An id that no entry has."""

    def __init__(self, taken: Mapping[str, Path]) -> None:
        """Take ids that are not in ``taken``, which has the file of each that is in use."""
        super().__init__("id", Id)
        self._taken = taken

    def judge(self, value: str, option: str | None = None) -> Any:
        """Return the id; fail where an entry has it."""
        id_ = super().judge(value, option)
        if path := self._taken.get(id_):
            problem = f'"{id_}" is the id of {path}; edit that file, or choose another id'
            raise click.BadParameter(problem, param_hint=option)
        return id_


class ClusterField(Field):
    """A cluster that has a page."""

    def __init__(self, clusters: Sequence[str]) -> None:
        """Take the ids of ``clusters``, and "any"."""
        super().__init__("clusters", Id)
        self._known = (*clusters, ANY_CLUSTER)

    def judge(self, value: str, option: str | None = None) -> Any:
        """Return the id; fail where there is no such cluster."""
        if value not in self._known:
            problem, remedy = (
                "has no page in docs/clusters",
                did_you_mean(value, self._known, TO_ADD),
            )
            raise click.BadParameter(f'"{value}" {problem}; {remedy}', param_hint=option)
        return value


def title_field() -> Field:
    """Return the field of the title."""
    return TextField("title", Title)


def versions_field() -> Field:
    """Return the field of the versions."""
    return TextField("verified.versions", Line)
