"""The rules of redaction, ``redaction.json``, which the site reads too.

A pattern is written in what Python and JavaScript read alike, and may be split into parts. The
browser gets the data as they are: macros/scripts/shared_data.py.
"""

import functools
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Any

from trainwreck.logs.pattern_literals import required_texts, stays_in_line


@dataclass(frozen=True)
class Refusal:
    """Why a value must not be in an entry."""

    problem: str
    only: re.Pattern[str]
    """Begins at the start of a value that is one beyond doubt."""
    unless: re.Pattern[str] | None
    """Begins at the start of a value that is harmless."""
    is_hidden: bool
    """Whether no more than the beginning of the value is shown."""


@dataclass(frozen=True)
class Rule:
    """One form of a secret or a name."""

    pattern: re.Pattern[str]
    """Finds it; its first group, if any, is what precedes it and stays."""
    placeholder: str
    """What replaces it."""
    unless: re.Pattern[str] | None
    """Begins at the start of values that are harmless."""
    is_name: bool
    """Whether the value is taken out wherever else it is."""
    refusal: Refusal | None
    """Why it must not be in an entry; None where it is only taken out of logs."""

    def values(self, text: str) -> list[tuple[int, str]]:
        """Return what is found in ``text``: positions and values, harmless ones included."""
        found = []
        for start, end in self._places(text):
            for match in self.pattern.finditer(text, start, end):
                before = prefix(match)
                found.append((match.start() + len(before), match[0][len(before) :]))
        return found

    @cached_property
    def _required(self) -> frozenset[str]:
        return required_texts(self.pattern)

    @cached_property
    def _stays_in_line(self) -> bool:
        return stays_in_line(self.pattern)

    def _places(self, text: str) -> Iterable[tuple[int, int]]:
        """Return start and end of each part of ``text`` in which a match can be at all."""
        everything = [(0, len(text))]
        if not self._required:
            return everything
        said = text.lower() if self.pattern.flags & re.IGNORECASE else text
        if len(said) != len(text):  # a few letters become two, and nothing is where it was
            return everything
        if not self._stays_in_line:
            return everything if any(part in said for part in self._required) else ()
        return _lines_with(self._required, said)


@dataclass(frozen=True)
class Rules:
    """All rules."""

    rules: tuple[Rule, ...]
    """In the order in which they are applied."""
    made_up: re.Pattern[str]
    """Finds in a value of an entry that it only stands for one."""
    words: re.Pattern[str]
    """Finds what may be a name, and names with periods between."""
    not_names: frozenset[str]
    """Accounts of nobody, in lower case."""
    name_lengths: range
    """How many characters a name has that is taken out everywhere."""


def _lines_with(parts: Iterable[str], text: str) -> list[tuple[int, int]]:
    """Return start and end of each line of ``text`` that contains one of ``parts``."""
    lines = set()
    for part in parts:
        found = text.find(part)
        while found >= 0:
            start, end = text.rfind("\n", 0, found) + 1, text.find("\n", found)
            if end < 0:
                end = len(text)
            lines.add((start, end))
            found = text.find(part, end)
    return sorted(lines)


def prefix(match: re.Match[str]) -> str:
    """Return what precedes the value that a pattern found, and stays."""
    return (match[1] or "") if match.re.groups else ""


@functools.cache
def redaction_rules() -> Rules:
    """Read the rules; the file is read once."""
    data = redaction_data()
    refusals = {name: _refusal(refusal) for name, refusal in data["refused"].items()}
    return Rules(
        rules=tuple(_rule(rule, refusals) for rule in data["rules"]),
        made_up=_compiled(data["made_up"], ignore_case=True),
        words=_compiled(data["words"]),
        not_names=frozenset(data["not_names"]),
        name_lengths=range(data["shortest_name"], data["longest_name"] + 1),
    )


def redaction_data() -> dict[str, Any]:
    """Return the content of the file, the parts of each pattern joined."""
    text = (resources.files(__package__) / "redaction.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    del data["about"]
    places = [data, *data["rules"], *data["refused"].values()]
    for place in places:
        for name in {"pattern", "unless", "only", "made_up", "words"} & place.keys():
            place[name] = "".join(place[name])
    return data


def _rule(data: dict[str, Any], refusals: dict[str, Refusal]) -> Rule:
    return Rule(
        pattern=_compiled(data["pattern"], ignore_case=data.get("ignore_case", False)),
        placeholder=data["placeholder"],
        unless=_compiled(data["unless"], ignore_case=True) if "unless" in data else None,
        is_name=data.get("name", False),
        refusal=refusals[data["refused"]] if "refused" in data else None,
    )


def _refusal(data: dict[str, Any]) -> Refusal:
    return Refusal(
        problem=data["problem"],
        only=_compiled(data.get("only", "")),
        unless=_compiled(data["unless"], ignore_case=True) if "unless" in data else None,
        is_hidden=data.get("hidden", False),
    )


def _compiled(pattern: str, *, ignore_case: bool = False) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII | (re.IGNORECASE if ignore_case else 0))
