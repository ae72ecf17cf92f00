"""Takes out of a log what names a person or is a secret, before a part of it is published.

The rules are data, ``redaction.json``, which the site reads too. They find what has a form: tokens
with a known beginning, values of names such as PASSWORD, home folders, addresses. A name that stands
alone in a sentence is found only where one of the other forms shows it too.
"""

import functools
import json
import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class Rule:
    """One form of a secret or a name."""

    pattern: re.Pattern[str]
    """Finds it; its first group, if any, is what stands before and stays."""
    placeholder: str
    """What stands instead."""
    unless: re.Pattern[str] | None
    """Begins at the start of values that are harmless."""
    is_name: bool
    """Whether the value is taken out wherever else it stands."""
    refused: str | None
    """As what the check of an entry refuses it; None where it is only taken out of logs."""


@dataclass(frozen=True)
class Refusal:
    """Why a value must not be in an entry."""

    problem: str
    only: re.Pattern[str]
    """Begins at the start of a value that is one beyond doubt."""
    unless: re.Pattern[str] | None
    """Begins at the start of a value that is harmless."""
    is_hidden: bool
    """Whether the value itself is shown in part only."""


@dataclass(frozen=True)
class _Rules:
    rules: tuple[Rule, ...]
    refusals: dict[str, Refusal]
    made_up: re.Pattern[str]
    not_names: Set[str]
    lengths: range


_WORDS = re.compile("[0-9A-Za-z_\\-\x80-\U0010ffff]+(?:\\.[0-9A-Za-z_\\-\x80-\U0010ffff]+)*")
"""What may be a name, whole or between its periods."""
_SHOWN_OF_A_SECRET = 4


def redacted(text: str, names: Iterable[str] = ()) -> str:
    """Return ``text`` with placeholders for people, accounts and secrets; no line is added or lost.

    Args:
        text: a log or a part of one.
        names: names of people that are known, such as the one who runs the program.

    """
    found = set(names)
    for rule in _rules().rules:
        text = rule.pattern.sub(functools.partial(_replaced, rule, found), text)
    known = {name for name in found if _is_telling(name)}
    if not known:
        return text
    return _WORDS.sub(lambda words: _without(known, words[0]), text)


def traces(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line (from 0), what is wrong, and the placeholder for each trace of a person."""
    for rule in _rules().rules:
        if not rule.refused:
            continue
        refusal = _rules().refusals[rule.refused]
        for match in rule.pattern.finditer(text):
            value = match[0][len(_before(match)) :]
            if _is_refused(value, rule, refusal):
                shown = f"{value[:_SHOWN_OF_A_SECRET]}…" if refusal.is_hidden else value
                line = text.count("\n", 0, match.start() + len(_before(match)))
                yield line, f'"{shown}" {refusal.problem}', rule.placeholder
                # Other rules need not find it again.
                text = text[: match.start()] + "\0" * len(match[0]) + text[match.end() :]


def _is_refused(value: str, rule: Rule, refusal: Refusal) -> bool:
    if not refusal.is_hidden and not _is_somebody(value.partition("@")[0]):
        return False
    harmless = (rule.unless, refusal.unless)
    is_harmless = any(pattern and pattern.match(value) for pattern in harmless)
    return not is_harmless and not _rules().made_up.search(value) and bool(refusal.only.match(value))


def _replaced(rule: Rule, found: set[str], match: re.Match[str]) -> str:
    before = _before(match)
    value = match[0][len(before) :]
    if rule.unless and rule.unless.match(value):
        return match[0]
    if rule.is_name:
        found.add(value)
    line_ends = "".join(character for character in value if character in "\r\n")
    return before + rule.placeholder + line_ends


def _before(match: re.Match[str]) -> str:
    return (match[1] or "") if match.re.groups else ""


def _is_somebody(name: str) -> bool:
    """Return whether ``name`` could be a person's."""
    rules = _rules()
    return len(name) in rules.lengths and name.lower() not in rules.not_names and not name.isdecimal()


def _is_telling(name: str) -> bool:
    """Return whether ``name`` is a person's wherever it stands."""
    return _is_somebody(name) and _WORDS.fullmatch(name) is not None


def _without(names: Set[str], words: str) -> str:
    """Return ``words``, joined by periods, with a placeholder for each of ``names`` in them."""
    if words in names:
        return "<user>"
    parts, kept = words.split("."), []
    while parts:
        # Of several parts a name may be two: "jane.doe".
        length = 2 if ".".join(parts[:2]) in names else 1
        name = ".".join(parts[:length])
        kept.append("<user>" if name in names else name)
        del parts[:length]
    return ".".join(kept)


@functools.cache
def _rules() -> _Rules:
    data = json.loads((resources.files(__package__) / "redaction.json").read_text(encoding="utf-8"))
    return _Rules(
        rules=tuple(map(_rule, data["rules"])),
        refusals={name: _refusal(refusal) for name, refusal in data["refused"].items()},
        made_up=_compiled(data["made_up"], ignore_case=True),
        not_names=frozenset(data["not_names"]),
        lengths=range(data["shortest_name"], data["longest_name"] + 1),
    )


def _rule(data: dict[str, Any]) -> Rule:
    return Rule(
        pattern=_compiled(data["pattern"], ignore_case=data.get("ignore_case", False)),
        placeholder=data["placeholder"],
        unless=_compiled(data["unless"], ignore_case=True) if "unless" in data else None,
        is_name=data.get("name", False),
        refused=data.get("refused"),
    )


def _refusal(data: dict[str, Any]) -> Refusal:
    return Refusal(
        problem=data["problem"],
        only=_compiled(data.get("only", "")),
        unless=_compiled(data["unless"], ignore_case=True) if "unless" in data else None,
        is_hidden=data.get("hidden", False),
    )


def _compiled(pattern: str | list[str], *, ignore_case: bool = False) -> re.Pattern[str]:
    flags = re.ASCII | (re.IGNORECASE if ignore_case else 0)
    return re.compile("".join(pattern), flags)
