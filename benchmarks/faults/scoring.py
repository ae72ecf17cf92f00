"""Scores the diagnosis of a log in which the fault is known."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.faults.launchers.run import FAULTY, RANKS
from trainwreck.matching.judgement import Role
from trainwreck.matching.results import Diagnosis, Match

EXPECTED: Mapping[str, Mapping[str, Any]] = json.loads(
    Path(__file__).with_name("expected.json").read_text(encoding="utf-8")
)
"""By fault, the more common first: its ``title``, what happens (``injected``), and what a diagnosis
should say: ``ids`` of entries that explain it or, as long as there is none, the ``text`` of the
failure; for faults that print nothing the ids of the ``symptom``. ``who`` is whom the verdict
should be about, if not the faulty rank: another rank; ``alike`` where all ranks print the same, so
that no log can tell the rank; ``others`` where only the ranks that waited are known; ``job`` where
it is no single rank, or the launcher doesn't say which. ``runs`` lists the launchers with which the
fault is injected, and what of this differs there."""
RUNS: Mapping[str, Sequence[str]] = {
    launcher: [fault for fault, expected in EXPECTED.items() if launcher in expected["runs"]]
    for launcher in dict.fromkeys(name for one in EXPECTED.values() for name in one["runs"])
}
"""The faults that are injected, by launcher."""
CONSEQUENCES = frozenset(
    {
        "dataloader-worker-died",
        "dataloader-worker-raised",
        "gloo-connection-closed-by-peer",
        "jax-distributed-process-missing",
        "mpi-abort",
        "nccl-collective-timeout",
        "process-killed-sigkill",
        "ray-worker-died",
        "slurm-job-cancelled-or-sigterm",
        "tcpstore-connection-lost",
        "tcpstore-rendezvous-timeout",
        "torchrun-child-failed",
    }
)
"""Entries about what follows after another failure, which are in order as consequences."""
_RANKS = re.compile(r"ranks? (\d[\d, andto]*)")


@dataclass(frozen=True)
class Score:
    """What of a diagnosis is right."""

    cause: bool
    """Whether the fault, or the symptom of one that prints nothing, comes first."""
    rank: bool
    """Whether the verdict names its rank, or whom else it is about."""
    rest: bool
    """Whether everything else is called a consequence, and may be one."""

    @property
    def is_right(self) -> bool:
        """Whether all of it is."""
        return self.cause and self.rank and self.rest


def score(launcher: str, fault: str, diagnosis: Diagnosis) -> Score:
    """Return what of the ``diagnosis`` of a run with ``fault`` under ``launcher`` is right."""
    expected = {**EXPECTED[fault], **EXPECTED[fault]["runs"][launcher]}
    allowed = CONSEQUENCES.union(expected.get("ids", ()))
    first = next(iter(diagnosis.matches), None)
    rest = all(
        match.role is Role.CONSEQUENCE and match.id in allowed for match in diagnosis.matches[1:]
    )
    if first is None:
        return Score(cause=False, rank=False, rest=rest)
    return Score(_is_cause(expected, first), _names_rank(expected, diagnosis), rest)


def _is_cause(expected: Mapping[str, Any], first: Match) -> bool:
    if expected.get("symptom"):
        return first.role is Role.SYMPTOM and first.id in expected["symptom"]
    if first.role is not Role.CAUSE:
        return False
    if first.id is None:
        return expected["text"] in first.message
    return first.id in expected.get("ids", ())


def _names_rank(expected: Mapping[str, Any], diagnosis: Diagnosis) -> bool:
    """Tell whether the verdict is about the rank, or sends the reader there."""
    said, who = diagnosis.verdict.lower(), expected.get("who", FAULTY)
    if who == "alike":
        return said.startswith(f"ranks 0 to {RANKS - 1} ")
    if who == "job":
        return said.startswith(("the job ", "a job step ", "a process on "))
    if who == "others":
        subject = _RANKS.match(said)
        return subject is not None and FAULTY not in _numbers(subject[1])
    sent_to = (f"; rank {who} printed no error", f"; rank {who} stopped responding")
    return said.startswith(f"rank {who} ") or any(part in said for part in sent_to)


def _numbers(listed: str) -> list[int]:
    numbers = [int(number) for number in re.findall(r"\d+", listed)]
    return list(range(numbers[0], numbers[-1] + 1)) if " to " in listed else numbers
