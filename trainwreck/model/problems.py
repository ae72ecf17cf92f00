"""A problem in a file of the catalog, and the error of a catalog that cannot be used."""

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

_MOST_WORDS_LISTED = 30


@dataclass(frozen=True, order=True, slots=True)
class Problem:
    """One thing that is wrong in one file, and what would be right."""

    file: str
    """Path of the file as the reader knows it."""
    line: int
    """Line of the problem, counted from 1."""
    field: str
    """Dotted path of the field, ``fix.1.title``; empty where the whole file is meant."""
    message: str
    """What is wrong."""
    fix: str
    """What would be right."""

    def __str__(self) -> str:
        """Return ``file:line: field: what is wrong; what would be right``."""
        return f"{self.file}:{self.line}: {self.text}"

    @property
    def text(self) -> str:
        """The problem without its place: ``field: what is wrong; what would be right``."""
        return (f"{self.field}: " if self.field else "") + f"{self.message}; {self.fix}"


class CatalogError(Exception):
    """The catalog cannot be used; ``problems`` says why, and so does its text."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep ``problems`` in the order of files and lines."""
        self.problems = tuple(sorted(problems))
        """Every problem, in the order of files and lines."""
        super().__init__("\n".join(map(str, self.problems)))


def did_you_mean(word: str, known: Sequence[str], to_add: str = "", otherwise: str = "") -> str:
    """Return advice that names the ``known`` words nearest to ``word``, or all if they are few.

    Args:
        word: what was written.
        known: what may be written.
        to_add: how to add a new word, which the advice says if none is near.
        otherwise: the advice if none is near and they are many.

    """
    nearest = difflib.get_close_matches(word, known, n=3)
    if nearest:
        return "did you mean " + " or ".join(f'"{name}"' for name in nearest) + "?"
    if len(known) > _MOST_WORDS_LISTED:
        advice = otherwise or f"none of the {len(known)} known names is like it"
    else:
        advice = "write one of " + ", ".join(known) if known else "there is none to choose from"
    return f"{advice}; for a new one, {to_add}" if to_add else advice


def shown(path: Path) -> str:
    """Return ``path`` relative to the working directory if it lies in it."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
