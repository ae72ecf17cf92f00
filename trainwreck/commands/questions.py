"""What ``trainwreck new`` asks on a terminal, and how an answer is judged.

An option and an answer are judged by the same rules of the entry model, in the same words.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from pydantic import TypeAdapter, ValidationError

from trainwreck.faults import did_you_mean
from trainwreck.field_types import ANY_CLUSTER, Id, Message, Title
from trainwreck.noise import lines
from trainwreck.redaction import redacted
from trainwreck.report import printable
from trainwreck.vocabulary import Framework, Term
from trainwreck.wording import explain

_WIDTH = 98
_ANYWHERE = "The cluster plays no part in it."


class Field(click.ParamType):  # type: ignore[type-arg]  # takes one only from click 8.4 on
    """A value of an entry, judged as ``trainwreck check`` judges it."""

    name = "text"

    def __init__(self, field: str, type_: Any) -> None:
        """Take values of ``type_`` for the field called ``field``."""
        self.field = field
        self._adapter = TypeAdapter(type_)

    def judge(self, value: str, option: str | None = None) -> Any:
        """Return the value.

        Raises:
            click.BadParameter: with what is wrong and what would be right.

        """
        try:
            return self._adapter.validate_python(printable(value.strip()))
        except ValidationError as error:
            details = error.errors(include_url=False)[0] | {"loc": (self.field,)}
            problem, remedy = explain(details)
            raise click.BadParameter(f"{problem}; {remedy}", param_hint=option) from None

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value of an option or an answer."""
        del param, ctx
        return self.judge(value) if type(value) is str else value


class MessageField(Field):
    """A message: without the noise around it, and without what differs from person to person."""

    def __init__(self) -> None:
        """Take messages of a log."""
        super().__init__("messages", Message)

    def judge(self, value: str, option: str | None = None) -> Any:
        """Return the message; fail also where no log could ever hold it as it stands."""
        message = super().judge(value, option)
        (line,) = lines(message)
        if line.text != message:
            raise click.BadParameter(
                f'"{message}" begins or ends with what a diagnosis takes off before it looks;'
                f' write "{line.text}"',
                param_hint=option,
            )
        if redacted(message) != message:
            better = re.sub(r"<[a-z-]+>", "<*>", redacted(message))
            raise click.BadParameter(
                f'"{message}" holds what differs from person to person; write "{better}"',
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
            problem = f'"{value}" has no page in docs/clusters; {did_you_mean(value, self._known)}'
            raise click.BadParameter(problem, param_hint=option)
        return value


def title_field() -> Field:
    """Return the field of the title."""
    return Field("title", Title)


class Questions:
    """Asks for what no option gave."""

    def __init__(
        self, given: Mapping[str, Any], new_id: NewId, clusters: Mapping[str, str]
    ) -> None:
        """Prepare to ask.

        Args:
            given: what the options gave, by the name of the field.
            new_id: judges ids.
            clusters: what each cluster is, by its id.

        """
        self._given, self._new_id = given, new_id
        self._clusters = {ANY_CLUSTER: _ANYWHERE, **clusters}

    def messages(self, proposed: Sequence[str]) -> tuple[str, ...]:
        """Ask which of the ``proposed`` messages are this error's, and for others."""
        if self._given["messages"]:
            return tuple(self._given["messages"])
        chosen: list[str] = []
        if proposed:
            click.echo("\nLines of the log that look like errors, with gaps where they vary:")
            click.echo("\n".join(f"  {n}. {text}" for n, text in enumerate(proposed, start=1)))
            question = "Which are wordings of this error, several with commas, 0 for none"
            chosen = click.prompt(
                question, value_proc=lambda answer: _numbered(answer, proposed), default="1"
            )
        else:
            click.echo("\nMessages: what the log prints, <*> where it varies, <#> for a number.")
        while message := _ask_message(is_first=not chosen):
            chosen.append(message)
        return tuple(dict.fromkeys(chosen))

    def title(self, guess: str | None) -> str:
        """Ask for the title."""
        return str(
            self._one("title", "\nTitle, the error as the log words it", title_field(), guess)
        )

    def id(self, guess: str) -> str:
        """Ask for the id."""
        text = "Id, its name and its address for ever, words with hyphens"
        return str(self._one("id", text, self._new_id, guess))

    def term(self, vocabulary: type[Term], guess: Term | None = None) -> Any:
        """Ask for a word of ``vocabulary``."""
        words = re.findall(r"[A-Z][a-z]+", vocabulary.__name__)
        field = "_".join(words).lower()
        if self._given[field]:
            return self._given[field]
        name = " ".join(words).capitalize()
        _show(f"{name}: {_meaning(vocabulary)}", _definitions(vocabulary))
        return self._one(field, name, Field(field, vocabulary), guess and str(guess))

    def clusters(self) -> tuple[str, ...]:
        """Ask for the clusters on which it was seen."""
        if self._given["clusters"]:
            return tuple(self._given["clusters"])
        _show("Clusters: where it was seen.", self._clusters)
        return _several("Clusters", ClusterField(list(self._clusters)), [ANY_CLUSTER])

    def frameworks(self, guess: Sequence[Framework]) -> tuple[Framework, ...]:
        """Ask for the software in which it shows."""
        if self._given["frameworks"]:
            return tuple(self._given["frameworks"])
        _show(f"Frameworks: {_meaning(Framework)}", _definitions(Framework))
        return _several("Frameworks", Field("frameworks", Framework), [str(term) for term in guess])

    def versions(self) -> str | None:
        """Ask for versions, which can be given later."""
        text = "\nVersions with which it was seen, such as PyTorch 2.13.0 (Enter: later)"
        given = self._given["versions"]
        return given or click.prompt(text, default="", show_default=False).strip() or None

    def _one(self, field: str, text: str, kind: Field, guess: str | None) -> Any:
        return self._given[field] or click.prompt(text, type=kind, default=guess)


def _show(heading: str, terms: Mapping[str, str]) -> None:
    """Print what can be chosen from, with definitions."""
    formatter = click.HelpFormatter(max_width=_WIDTH)
    formatter.write_dl(list(terms.items()))
    click.echo(f"\n{heading}\n{formatter.getvalue().rstrip()}")


def _meaning(vocabulary: type[Term]) -> str:
    return (vocabulary.__doc__ or "").splitlines()[0]


def _definitions(vocabulary: type[Term]) -> dict[str, str]:
    return {str(term): term.definition for term in vocabulary}


def _several(text: str, kind: Field, default: Sequence[str]) -> tuple[Any, ...]:
    """Ask for several words, with commas or spaces between them."""

    def judged(answer: str) -> tuple[Any, ...]:
        words = dict.fromkeys(answer.replace(",", " ").split())
        if not words:
            raise click.UsageError("name at least one")
        if ANY_CLUSTER in words and len(words) > 1:
            raise click.UsageError(f'"{ANY_CLUSTER}" stands alone')
        return tuple(kind.judge(word) for word in words)

    answer: tuple[Any, ...] = click.prompt(
        f"{text}, several with commas", value_proc=judged, default=", ".join(default) or None
    )
    return answer


def _numbered(answer: str, proposed: Sequence[str]) -> list[str]:
    numbers = answer.replace(",", " ").split()
    known = [str(number) for number in range(len(proposed) + 1)]
    if wrong := [word for word in numbers if word not in known]:
        raise click.UsageError(f'"{wrong[0]}" is none of the numbers from 0 to {len(proposed)}')
    return [proposed[int(word) - 1] for word in numbers if int(word)]


def _ask_message(*, is_first: bool) -> str:
    """Return a message, or nothing where there is none."""

    def judged(answer: str) -> str:
        return str(MessageField().judge(answer)) if answer.strip() else ""

    question = "Message (Enter: none)" if is_first else "Another wording (Enter: no more)"
    return str(click.prompt(question, value_proc=judged, default="", show_default=False))
