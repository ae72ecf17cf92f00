"""The Python reference: every public name, and every field of what it returns, with its meaning."""

import dataclasses
import doctest
import enum
import importlib
import inspect
import typing
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from pydantic import BaseModel

import trainwreck

FUNCTIONS = [trainwreck.diagnose, trainwreck.load]


def is_own(thing: object) -> bool:
    return getattr(thing, "__module__", "").startswith("trainwreck.")


def types_in(annotation: Any) -> Iterator[type]:
    """Yield the types of this package that an annotation names."""
    if isinstance(annotation, type) and is_own(annotation):
        yield annotation
    for argument in typing.get_args(annotation):
        yield from types_in(argument)


def members(type_: type) -> dict[str, Any]:
    """Return the public fields, properties and methods of ``type_`` with the types they hold."""
    hints = typing.get_type_hints(type_) if not issubclass(type_, enum.Enum) else {}
    found: dict[str, Any] = {}
    if dataclasses.is_dataclass(type_):
        found |= {field.name: hints[field.name] for field in dataclasses.fields(type_)}
    for owner in type_.__mro__:
        if not is_own(owner):
            continue
        if issubclass(owner, BaseModel):
            found |= {name: field.annotation for name, field in owner.model_fields.items()}
        for name, value in vars(owner).items():
            function = getattr(value, "fget", None) or getattr(value, "func", None) or value
            if not name.startswith("_") and inspect.isfunction(function):
                found[name] = typing.get_type_hints(function).get("return")
    return found


@cache
def public_types() -> tuple[type, ...]:
    """Return the public classes, and all that can be reached from them and from the functions."""
    names = [getattr(trainwreck, name) for name in trainwreck.__all__]
    todo = [thing for thing in names if isinstance(thing, type)]
    todo += [found for f in FUNCTIONS for found in types_in(typing.get_type_hints(f)["return"])]
    seen: dict[type, None] = {}
    while todo:
        type_ = todo.pop(0)
        if type_ not in seen:
            seen[type_] = None
            todo += [found for held in members(type_).values() for found in types_in(held)]
    return tuple(seen)


@pytest.fixture(scope="module")
def page(site: Path) -> BeautifulSoup:
    """Read the built page."""
    return BeautifulSoup(
        (site / "python" / "index.html").read_text(encoding="utf-8"), "html.parser"
    )


def said_of(page: BeautifulSoup, name: str) -> str:
    """Return what the page says of ``name``, by one of the paths under which it can stand."""
    heading = page.find(id=name)
    assert heading, f"{name} is not on the page"
    contents = heading.find_next_sibling(class_="doc-contents")
    assert contents, f"nothing is said of {name}"
    return " ".join(paragraph.get_text() for paragraph in contents.find_all("p", recursive=False))


def path_of(type_: type) -> str:
    is_exported = type_.__name__ in trainwreck.__all__
    return f"trainwreck.{type_.__name__}" if is_exported else f"{type_.__module__}.{type_.__name__}"


def test_what_is_reached_includes_what_users_meet() -> None:
    names = {type_.__name__ for type_ in public_types()}
    assert names >= {"Diagnosis", "Match", "LogLine", "Known", "Step", "Symptom", "Record", "Need"}


def test_every_public_name_is_explained(page: BeautifulSoup) -> None:
    for name in (*trainwreck.__all__, "SITE"):
        assert said_of(page, f"trainwreck.{name}").strip(), name


@pytest.mark.parametrize("type_", public_types(), ids=lambda type_: type_.__name__)
def test_every_type_and_field_is_explained(type_: type, page: BeautifulSoup) -> None:
    path = path_of(type_)
    assert said_of(page, path).strip()
    for name in members(type_):
        # What a vocabulary has in common is said once.
        owner = "trainwreck.model.vocabulary.Term" if hasattr(type_, "rank") else path
        assert said_of(page, f"{owner}.{name}").strip(), name


def test_fields_are_shown_with_their_types(page: BeautifulSoup) -> None:
    for name, type_ in {
        "trainwreck.matching.results.Match.count": "int",
        "trainwreck.Entry.fix": "tuple[FixStep, ...]",
        "trainwreck.CatalogError.faults": "",
    }.items():
        heading = page.find(id=name)
        assert heading
        assert type_ in heading.get_text()


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_function_has_arguments_errors_and_an_example_that_runs(
    function: Any, page: BeautifulSoup
) -> None:
    section = page.find(id=f"trainwreck.{function.__name__}")
    assert section
    contents = section.find_next_sibling(class_="doc-contents")
    assert contents
    for part in ("Parameters:", "Raises:", "Examples:"):
        assert part in contents.get_text()
    tests = doctest.DocTestFinder(recurse=False).find(
        function, globs=vars(importlib.import_module(function.__module__)).copy()
    )
    runner = doctest.DocTestRunner()
    assert [runner.run(test).failed for test in tests if test.examples] == [0]


def test_docstrings_hold_no_html_that_would_be_lost(page: BeautifulSoup) -> None:
    assert "docs/clusters/<id>.md" in said_of(page, "trainwreck.Entry.clusters")
