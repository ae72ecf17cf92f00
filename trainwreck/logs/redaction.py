"""Takes out of a log what names a person or is a secret, before a part of it is published.

The rules are data, ``redaction.json``. They find what has a form: tokens with a known beginning,
values of names such as PASSWORD, home folders, addresses. A name that is alone in a sentence is
found only where one of the other forms shows it too.
"""

import functools
import re
from collections.abc import Iterable, Iterator
from re import Match

from trainwreck.logs.redaction_rules import Refusal, Rule, prefix, redaction_rules

# browser/entry-form/redaction.js does the same.
_SHOWN_OF_A_SECRET = 4
_MOST_ROUNDS = 8
_SCHEMES = frozenset({"basic", "bearer", "digest", "token"})
_TAKEN_OUT = re.compile(r"[ /\\]<[a-z]+>")


def placeholders() -> list[str]:
    """Return what is written instead of what is taken out."""
    return list(dict.fromkeys(rule.placeholder for rule in redaction_rules().rules))


def redacted(text: str, names: Iterable[str] = ()) -> str:
    """Return ``text`` with placeholders for people, accounts and secrets; no line is added or lost.

    To redact the result again changes nothing.

    Args:
        text: a log or a part of one.
        names: names of people that are known, such as the one who runs the program.

    """
    known = frozenset(names)
    # What was taken out may show what stands beside it: the host behind a user.
    for _ in range(_MOST_ROUNDS):
        before, text = text, _redacted_once(text, known)
        if text == before:
            break
    return text


def _redacted_once(text: str, names: Iterable[str]) -> str:
    found = set(names)
    for rule in redaction_rules().rules:
        text = rule.pattern.sub(functools.partial(_replaced, rule, found), text)
    known = {name for name in found if _is_telling(name)}
    if not known:
        return text
    return redaction_rules().words.sub(lambda words: _without(known, words[0]), text)


def traces(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line (from 0), what is wrong, and the placeholder for each trace of a person."""
    whole = text
    for rule in redaction_rules().rules:
        if not rule.refusal:
            continue
        refused = [
            (position, value)
            for position, value in rule.values(text)
            if _is_refused(value, rule, rule.refusal)
        ]
        for position, value in refused:
            shown = f"{value[:_SHOWN_OF_A_SECRET]}…" if rule.refusal.is_hidden else value
            yield (
                whole.count("\n", 0, position),
                f'"{shown}" {rule.refusal.problem}',
                rule.placeholder,
            )
        text = _blanked(text, refused)


def _blanked(text: str, found: Iterable[tuple[int, str]]) -> str:
    """Return ``text`` without what was found, which other rules need not find again."""
    kept, end = [], 0
    for position, value in found:
        kept += [text[end:position], "\0" * len(value)]
        end = position + len(value)
    return "".join([*kept, text[end:]])


def _is_refused(value: str, rule: Rule, refusal: Refusal) -> bool:
    if not refusal.is_hidden and not _is_somebody(value.partition("@")[0]):
        return False
    harmless = (rule.unless, refusal.unless)
    if any(pattern and pattern.match(value) for pattern in harmless):
        return False
    return not redaction_rules().made_up.search(value) and bool(refusal.only.match(value))


def _replaced(rule: Rule, found: set[str], match: Match[str]) -> str:
    before = prefix(match)
    value = match[0][len(before) :]
    if rule.unless and rule.unless.match(value):
        return match[0]
    if _is_left_over(match, value):
        return match[0]
    if rule.is_name:
        found.add(value)
    line_ends = "".join(character for character in value if character in "\r\n")
    return before + rule.placeholder + line_ends


def _is_left_over(match: Match[str], value: str) -> bool:
    """Tell whether ``value`` only precedes what was taken out before: ``Bearer <token>``."""
    follows = _TAKEN_OUT.match(match.string, match.end())
    return bool(follows) and (len(value) == 1 or value.lower() in _SCHEMES)


def _is_somebody(name: str) -> bool:
    """Return whether ``name`` could be a person's."""
    rules = redaction_rules()
    is_account = name.lower() in rules.not_names or name.isdecimal()
    return len(name) in rules.name_lengths and not is_account


def _is_telling(name: str) -> bool:
    """Return whether ``name`` is a person's wherever it is."""
    return _is_somebody(name) and redaction_rules().words.fullmatch(name) is not None


def _without(names: set[str], words: str) -> str:
    """Return ``words``, joined by periods, with a placeholder for each of ``names`` in them."""
    if words in names:
        return "<user>"
    parts, kept = words.split("."), []
    position = 0
    while position < len(parts):
        # Of several parts a name may be two: "jane.doe".
        length = 2 if ".".join(parts[position : position + 2]) in names else 1
        name = ".".join(parts[position : position + length])
        kept.append("<user>" if name in names else name)
        position += length
    return ".".join(kept)
