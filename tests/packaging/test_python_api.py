"""The Python reference: every public name, and every field of what it returns, with its meaning."""

import dataclasses
import doctest
import enum
import importlib
import inspect
import subprocess
import sys
import typing
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

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
    return f"trainwreck.{type_.__name__}"


def test_what_is_reached_includes_what_users_meet() -> None:
    names = {type_.__name__ for type_ in public_types()}
    assert names >= {"Diagnosis", "Match", "LogLine", "Step", "Symptom", "Proof", "Need"}


def test_every_type_that_is_reached_can_be_imported_from_the_package() -> None:
    assert [type_ for type_ in public_types() if type_.__name__ not in trainwreck.__all__] == []


def test_package_lists_exactly_the_documented_names(page: BeautifulSoup) -> None:
    ids = {str(heading.get("id", "")) for heading in page.find_all(class_="doc-heading")}
    documented = {id_.removeprefix("trainwreck.") for id_ in ids if id_.count(".") == 1}
    assert documented == set(dir(trainwreck)) == set(trainwreck.__all__)


def test_package_that_is_imported_alone_costs_nothing() -> None:
    code = "import sys, trainwreck; print([m for m in sys.modules if m.startswith('trainwreck.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['trainwreck.metadata']\n"


@pytest.mark.parametrize("content", [bytes, bytearray, memoryview])
def test_log_may_be_given_as_bytes(content: Any) -> None:
    found = trainwreck.diagnose(content(b"\xff RuntimeError: No HIP GPUs are available"))
    assert [match.id for match in found.matches] == ["no-hip-gpus-available"]


@pytest.mark.parametrize("log", [None, 3, ["RuntimeError"], Path("train.log")])
def test_what_is_not_a_log_is_refused_in_words(log: Any) -> None:
    with pytest.raises(TypeError, match=r"^diagnose\(\) takes the text of a log as str or bytes"):
        trainwreck.diagnose(log)


def test_every_public_name_is_explained(page: BeautifulSoup) -> None:
    for name in trainwreck.__all__:
        assert said_of(page, f"trainwreck.{name}").strip(), name


@pytest.mark.parametrize("type_", public_types(), ids=lambda type_: type_.__name__)
def test_every_type_and_field_is_explained(type_: type, page: BeautifulSoup) -> None:
    path = path_of(type_)
    assert said_of(page, path).strip()
    for name in members(type_):
        # What a vocabulary has in common is said once.
        is_common = hasattr(type_, "rank") and name not in vars(type_)
        owner = "trainwreck.Term" if is_common else path
        assert said_of(page, f"{owner}.{name}").strip(), name


def test_fields_are_shown_with_their_types(page: BeautifulSoup) -> None:
    for name, type_ in {
        "trainwreck.Match.count": "int",
        "trainwreck.Entry.fix": "tuple[Step, ...]",
        "trainwreck.CatalogError.problems": "",
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
