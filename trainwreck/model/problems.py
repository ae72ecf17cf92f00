"""A fault of an entry file and the forms in which faults are printed."""

import difflib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from trainwreck.output.annotations import annotation

_MOST_WORDS_LISTED = 30


@dataclass(frozen=True, order=True)
class Fault:
    """One thing that is wrong in one file, and what would be right."""

    file: str
    """Path of the file as the reader knows it."""
    line: int
    """Line of the fault, counted from 1."""
    field: str
    """Dotted path of the field, ``fix.1.title``; empty where the whole file is meant."""
    problem: str
    """What is wrong."""
    remedy: str
    """What would be right."""

    def __str__(self) -> str:
        """Return ``file:line: field: what is wrong; what would be right``."""
        return f"{self.file}:{self.line}: {self.message}"

    @property
    def message(self) -> str:
        """The fault without its place: ``field: what is wrong; what would be right``."""
        return (f"{self.field}: " if self.field else "") + f"{self.problem}; {self.remedy}"


class CatalogError(Exception):
    """The catalog cannot be used; ``faults`` says why, all of them, and so does its text."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep ``faults`` in the order of files and lines."""
        self.faults = tuple(sorted(faults))
        """Every fault, in the order of files and lines."""
        super().__init__(as_text(self.faults))


def as_text(faults: Iterable[Fault]) -> str:
    """Return one line a fault, as compilers print them."""
    return "\n".join(str(fault) for fault in faults)


def as_json(faults: Iterable[Fault], files: int) -> str:
    """Return a JSON object with the number of ``files`` checked and the faults found."""
    report = {"files": files, "faults": [asdict(fault) for fault in faults]}
    return json.dumps(report, indent=2, ensure_ascii=False)


def as_github(faults: Iterable[Fault]) -> str:
    """Return workflow commands that annotate the lines in a GitHub pull request."""
    return "\n".join(
        annotation("error", fault.message, file=fault.file, line=str(fault.line))
        for fault in faults
    )


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """Return advice that names the ``known`` words nearest to ``word``, or all if they are few."""
    nearest = difflib.get_close_matches(word, known, n=3)
    if nearest:
        return "did you mean " + " or ".join(f'"{name}"' for name in nearest) + "?"
    if len(known) > _MOST_WORDS_LISTED:
        return f"none of the {len(known)} known names is like it"
    return "write one of " + ", ".join(known) if known else "there is none to choose from"


def shown(path: Path) -> str:
    """Return ``path`` relative to the working directory where it lies in it."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
