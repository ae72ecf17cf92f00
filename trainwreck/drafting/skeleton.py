"""A new entry: what is known of it, as a YAML file in which the rest is asked for.

Each text that a person has to write stands as a prompt in it, which the check refuses and quotes,
so that it says exactly what is still to be written.
"""

import datetime as dt
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from trainwreck.markdown.prose_rules import to_write
from trainwreck.model.entry import SCHEMA_LINE
from trainwreck.model.frameworks import Framework
from trainwreck.model.vocabulary import (
    Action,
    Category,
    Evidence,
    Kind,
    Severity,
    TimeToDiagnose,
)

_WIDTH = 98
"""Columns of the lines of texts, as in the other entries."""


@dataclass(frozen=True)
class Draft:
    """What its author can say of an error before writing about it."""

    category: Category
    id: str
    title: str
    severity: Severity
    time_to_diagnose: TimeToDiagnose
    clusters: tuple[str, ...]
    frameworks: tuple[Framework, ...]
    kind: Kind
    messages: tuple[str, ...] = ()
    sample: str | None = None
    """A few lines of a log that hold a message."""
    versions: str | None = None
    """Versions of the software with which it was seen."""


def as_yaml(draft: Draft, today: dt.date) -> str:
    """Return the entry file of ``draft``, in the order and the style of the others.

    Args:
        draft: what is known.
        today: the day on which it was last proved, for want of a better one.

    """
    text = yaml.dump(
        fields(draft, today), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=1 << 20
    )
    return f"{SCHEMA_LINE}\n{text}"


def fields(draft: Draft, today: dt.date) -> dict[str, Any]:
    """Return what the entry file of ``draft`` holds, in its order: text, lists, mappings, a day.

    Args:
        draft: what is known.
        today: as in :func:`as_yaml`.

    """
    return {
        "title": draft.title,
        "verdict": to_write(
            "what happened to the job, in the past tense, such as: ran out of GPU memory"
        ),
        "severity": str(draft.severity),
        "time_to_diagnose": str(draft.time_to_diagnose),
        "clusters": _Inline(draft.clusters),
        "frameworks": _Inline(map(str, draft.frameworks)),
        "symptom": _symptom(draft),
        **_texts(),
        "reproduction": _reproduction(),
        "verified": {
            "date": today,
            "evidence": str(Evidence.REPORTED),
            "versions": draft.versions
            or to_write("the versions it was seen with, such as PyTorch 2.13.0, Python 3.11"),
        },
    }


def _symptom(draft: Draft) -> dict[str, Any]:
    symptom: dict[str, Any] = {
        "kind": str(draft.kind),
        "summary": _ask(
            "what the user sees, in order: when it happens, what is printed, how the job ends"
        ),
    }
    if draft.messages:
        symptom["messages"] = list(map(_Quoted, draft.messages))
    if draft.sample:
        symptom["samples"] = [_Block(textwrap.dedent(draft.sample).strip() + "\n")]
    return symptom


def _texts() -> dict[str, Any]:
    return {
        "confirm": _ask(
            "a command or check that tells whether it is really this error, where to run it, and"
            " what it prints if so"
        ),
        "cause": to_write("the usual root cause in one sentence"),
        "fix": [
            {
                "title": to_write("what the step achieves, as an imperative"),
                "text": _ask(
                    "commands or code in a fence with its language, where to run them, and what it"
                    " looks like when it is fixed"
                ),
            }
        ],
        "first_step": to_write("the first thing to do, in one line of at most 140 characters"),
        "action": {
            "decision": str(Action.FIX_FIRST),
            "reason": to_write("why the same run would fail again, or why it would not"),
        },
    }


def _reproduction() -> dict[str, Any]:
    instead = "if it can't be raised, use exempt: and because: instead of error: and fix:"
    return {
        "error": _Block(f"```bash\n{_ask(f'commands that raise the error; {instead}')}```\n"),
        "fix": _Block(f"```bash\n{_ask('the same with the fix in place; it has to succeed')}```\n"),
    }


def write(path: Path, text: str) -> None:
    """Write a new file whole or not at all.

    Raises:
        FileExistsError: where ``path`` is there already.
        OSError: where it cannot be written.

    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8", newline="\n") as file:  # follows no link
        try:
            file.write(text)
        except BaseException:
            path.unlink()
            raise


class _Quoted(str):
    __slots__ = ()


class _Block(str):
    __slots__ = ()


class _Inline(list[str]):
    pass


def _ask(what: str) -> _Block:
    return _Block(textwrap.fill(to_write(what), _WIDTH, break_long_words=False) + "\n")


class _Dumper(yaml.SafeDumper):
    """Writes YAML as the entries of the catalog are written."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002, FBT002
        """Indent the items of lists below their key."""
        super().increase_indent(flow, indentless=False)

    def choose_scalar_style(self) -> str:
        """Prefer the double quotes."""
        style: str = super().choose_scalar_style()
        return '"' if style == "'" else style


def _string(style: str) -> Any:
    def represent(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
        return dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style=style)

    return represent


def _inline(dumper: yaml.SafeDumper, items: list[str]) -> yaml.SequenceNode:
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=True)


_Dumper.add_representer(_Quoted, _string('"'))
_Dumper.add_representer(_Block, _string("|"))
_Dumper.add_representer(_Inline, _inline)
