"""The draft that ``trainwreck new`` writes: from options, from a log, and from answers."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import click

from trainwreck.cli.questions import Questions
from trainwreck.drafting.first_look import FirstLook, id_like, title_of
from trainwreck.drafting.skeleton import Draft
from trainwreck.model.clusters import ANY_CLUSTER
from trainwreck.model.vocabulary import Category, Kind, Severity, TimeToDiagnose
from trainwreck.output.terminal import printable


def asked(questions: Questions, look: FirstLook, messages: tuple[str, ...]) -> Draft:
    """Return a draft of which a person is asked whatever no option gave; guesses are offered."""
    title = questions.title(title_of(messages))
    draft = Draft(
        title=title,
        id=questions.id(id_like(title)),
        category=questions.term(Category),
        kind=questions.term(Kind, look.kind(messages)),
        severity=questions.term(Severity),
        time_to_diagnose=questions.term(TimeToDiagnose),
        clusters=questions.clusters(),
        frameworks=questions.frameworks(look.frameworks(messages)),
        messages=messages,
        versions=questions.versions(),
    )
    return _with_sample(draft, look)


def guessed(given: Mapping[str, Any], look: FirstLook, messages: tuple[str, ...]) -> Draft:
    """Return a draft from options and guesses alone.

    Raises:
        click.UsageError: where something can be neither; it names all the options that are needed.

    """
    guesses = {
        "messages": messages,
        "title": title_of(messages),
        "kind": look.kind(messages),
        "clusters": (ANY_CLUSTER,),
        "frameworks": look.frameworks(messages),
    }
    values: dict[str, Any] = {name: value or guesses.get(name) for name, value in given.items()}
    optional = ("messages", "versions")
    missing = [
        name for name, value in values.items() if value in (None, ()) and name not in optional
    ]
    if missing:
        options = ", ".join(_option(name) for name in missing)
        raise click.UsageError(f"these options are required when nothing is asked: {options}")
    for name, value in guesses.items():
        if value and not given[name]:
            listed = value if isinstance(value, tuple) else (value,)
            listing = ", ".join(map(str, listed))
            click.echo(printable(f"guessed: {_option(name)} {listing}"))
    return _with_sample(Draft(**values), look)


def _option(name: str) -> str:
    return "--" + name.removesuffix("s" if name != "versions" else "").replace("_", "-")


def _with_sample(draft: Draft, look: FirstLook) -> Draft:
    return dataclasses.replace(draft, sample=look.sample(draft.messages))
