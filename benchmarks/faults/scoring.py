"""Scores the diagnosis of a log in which the fault is known."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trainwreck.matching.judgement import Role
from trainwreck.matching.results import Diagnosis, Match

RANKS = 4
"""Ranks of a run."""
RANK = "2"
"""The rank into which faults are injected."""
EXPECTED: Mapping[str, Mapping[str, Any]] = json.loads(
    Path(__file__).with_name("expected.json").read_text(encoding="utf-8")
)
"""By fault, the more common first: its ``title``, what rank 2 does (``injected``), and what a
diagnosis should say: ``ids`` of entries that explain it or, as long as there is none, the ``text``
of the failure; for faults that print nothing the ids of the ``symptom``. With ``alike`` all ranks
print the same, so that no log can tell the rank."""


@dataclass(frozen=True)
class Score:
    """What of a diagnosis is right."""

    cause: bool
    """Whether the fault, or the symptom of one that prints nothing, comes first."""
    rank: bool
    """Whether the verdict names its rank, or all of them where the log shows no difference."""
    rest: bool
    """Whether everything else is called a consequence."""

    @property
    def is_right(self) -> bool:
        """Whether all of it is."""
        return self.cause and self.rank and self.rest


def score(fault: str, diagnosis: Diagnosis) -> Score:
    """Return what of the ``diagnosis`` of a run with ``fault`` is right."""
    expected = EXPECTED[fault]
    first = next(iter(diagnosis.matches), None)
    rest = all(match.role is Role.CONSEQUENCE for match in diagnosis.matches[1:])
    if first is None:
        return Score(cause=False, rank=False, rest=rest)
    return Score(_is_cause(expected, first), _names_rank(expected, diagnosis), rest)


def _is_cause(expected: Mapping[str, Any], first: Match) -> bool:
    if "symptom" in expected:
        return first.role is Role.SYMPTOM and first.id in expected["symptom"]
    if first.role is not Role.CAUSE:
        return False
    if first.id is None:
        return expected["text"] in first.message
    return first.id in expected.get("ids", ())


def _names_rank(expected: Mapping[str, Any], diagnosis: Diagnosis) -> bool:
    """Tell whether the verdict is about the rank, or sends the reader there."""
    said = diagnosis.verdict.lower()
    if expected.get("alike"):
        return said.startswith(f"ranks 0 to {RANKS - 1} ")
    return said.startswith(f"rank {RANK} ") or f"; rank {RANK} printed no error" in said
