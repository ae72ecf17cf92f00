"""What ``trainwreck new`` asks on a terminal."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import click

from trainwreck.cli.values import (
    ClusterField,
    Field,
    MessageField,
    NewId,
    title_field,
    versions_field,
)
from trainwreck.model.clusters import ANY_CLUSTER
from trainwreck.model.field_types import LONGEST_ID
from trainwreck.model.frameworks import Framework
from trainwreck.model.term import Term
from trainwreck.output.terminal import printable

_WIDTH = 98
_ANYWHERE = "The error isn't specific to a cluster."


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
            click.echo(
                "\nLines of the log that look like errors, with placeholders where they vary:"
            )
            numbered = (f"  {n}. {printable(text)}" for n, text in enumerate(proposed, start=1))
            click.echo("\n".join(numbered))
            question = "Which of these lines belong to this error? (comma-separated, 0 for none)"
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
        text = "\nTitle (the error as the log prints it)"
        # A prompt shows its default as it is.
        return str(self._one("title", text, title_field(), guess and printable(guess)))

    def id(self, guess: str) -> str:
        """Ask for the id."""
        text = "ID (permanent, used in the URL; words joined by hyphens)"
        fitting = guess if len(guess) <= LONGEST_ID else None
        return str(self._one("id", text, self._new_id, fitting))

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
        text = "\nVersions it was seen with, such as PyTorch 2.13.0 (Enter: later)"
        if self._given["versions"]:
            return str(self._given["versions"])

        def judged(answer: str) -> str:
            return str(versions_field().judge(answer)) if answer.strip() else ""

        return click.prompt(text, value_proc=judged, default="", show_default=False) or None

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
            raise click.UsageError(f'"{ANY_CLUSTER}" can\'t be combined with other clusters')
        return tuple(kind.judge(word) for word in words)

    answer: tuple[Any, ...] = click.prompt(
        f"{text} (comma-separated)", value_proc=judged, default=", ".join(default) or None
    )
    return answer


def _numbered(answer: str, proposed: Sequence[str]) -> list[str]:
    numbers = answer.replace(",", " ").split()
    known = [str(number) for number in range(len(proposed) + 1)]
    if wrong := [word for word in numbers if word not in known]:
        raise click.UsageError(f'"{wrong[0]}" is not a number from 0 to {len(proposed)}')
    return [proposed[int(word) - 1] for word in numbers if int(word)]


def _ask_message(*, is_first: bool) -> str:
    """Return a message, or nothing where there is none."""

    def judged(answer: str) -> str:
        return str(MessageField().judge(answer)) if answer.strip() else ""

    question = "Message (Enter: none)" if is_first else "Another message (Enter: no more)"
    return str(click.prompt(question, value_proc=judged, default="", show_default=False))
