"""The rules of redaction, ``redaction.json``, which the site reads too.

A pattern is written in what Python and JavaScript read alike, and may be split into parts. The
browser gets the data as they are: macros/scripts/shared_data.py.
"""

import functools
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Any

from trainwreck.logs.pattern_literals import is_without, required_texts, shortest_match

_BETWEEN_WORDS = " \t\n"
_LONG_WORD = 12
"""Characters of a word that few words have."""
_LONG_WORDS = re.compile(rf"[{_BETWEEN_WORDS}][^{_BETWEEN_WORDS}]{{{_LONG_WORD},}}")


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
    def _places(self) -> Callable[[str], Iterable[tuple[int, int]]]:
        """Returns start and end of each part of a text in which a match can be at all."""
        shortest = shortest_match(self.pattern)
        if shortest >= _LONG_WORD and is_without(self.pattern, _BETWEEN_WORDS):
            return functools.partial(_long_words, shortest)
        if required := required_texts(self.pattern):
            in_lines = is_without(self.pattern, "\n")
            ignores_case = bool(self.pattern.flags & re.IGNORECASE)
            return functools.partial(_parts_with, required, in_lines, ignores_case)
        return _everything


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


def _everything(text: str) -> list[tuple[int, int]]:
    return [(0, len(text))]


def _long_words(shortest: int, text: str) -> Iterable[tuple[int, int]]:
    return ((start, end) for start, end in _words(text) if end - start >= shortest)


@functools.lru_cache(maxsize=1)  # several rules look at the same text
def _words(text: str) -> list[tuple[int, int]]:
    """Return start and end of each word of ``text`` that is long."""
    # Found by what precedes it, so that the middle of a word is not tried.
    return [(found.start(), found.end() - 1) for found in _LONG_WORDS.finditer(f" {text}")]


def _parts_with(
    required: frozenset[str], in_lines: bool, ignores_case: bool, text: str
) -> list[tuple[int, int]]:
    """Return start and end of the lines that contain one of ``required``, or of the whole text."""
    said = text.lower() if ignores_case else text
    if len(said) != len(text):  # a few letters become two, and nothing is where it was
        return _everything(text)
    if in_lines:
        return _lines_with(required, said)
    return _everything(text) if any(part in said for part in required) else []


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
