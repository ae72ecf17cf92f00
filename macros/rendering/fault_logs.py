"""The logs of training runs with one injected fault: what each rank left, and what it was."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from macros.catalog_data.frequencies import Frequency
from trainwreck.logs.failure_reports import FailureKind
from trainwreck.logs.noise_rules import NOISE_RULES
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.judgement import Role
from trainwreck.matching.results import Diagnosis
from trainwreck.snapshot.catalog import Snapshot

RANKS = 4
"""Ranks of a run."""
FAULTY = 2
"""The rank into which the fault is injected."""
_FAULTS = Path("benchmarks", "faults", "expected.json")
_LAUNCHER = "torchrun"
_LOGS = Path("tests", "data", "faults")
_KILL = "SIGKILL"
_TITLES = {
    "torchrun": "torchrun, `accelerate launch`",
    "mpirun": "mpirun of Open MPI 5",
    "srun": "srun",
    "lightning": "Lightning, which starts its ranks itself",
    "deepspeed": "`deepspeed`",
    "ray": "Ray Train",
}
"""What starts the ranks, by the names of the benchmark."""
_LONGEST = 120
_MOST_LINES = 3
_PREFIX = re.compile(r"^\[rank\d+\]: ?")
_CLAUSE = re.compile(r"[,;]")
_COMMAND = re.compile(r"\['[^]]*\]")
_DEEP_PATH = re.compile(r"(?<=[\[ ])/(?:[\w.+-]+/){3,}(?=[\w.+-]+/[\w.+-]+:)")
_EXIT = "exitcode"


@dataclass(frozen=True, slots=True)
class FaultLog:
    """One run."""

    id: str
    """Name of the fault."""
    title: str
    injected: str
    """What rank 2 does, as a predicate."""
    lines: Mapping[int, tuple[str, ...]]
    """The telling lines of each rank, shortened."""
    unlabeled: tuple[str, ...]
    """Telling lines that don't say whose they are."""
    verdict: str
    """What the diagnosis says."""
    entry: str | None
    """Id of the entry that the diagnosis names first; None if there is none."""
    consequences: tuple[str, ...]
    """Ids of the entries of the consequences."""


@dataclass(frozen=True, slots=True)
class KillReport:
    """What one launcher says of a rank that was killed."""

    launcher: str
    """Its name, in Markdown."""
    line: str
    """What it prints, shortened."""
    known: str
    """What the diagnosis knows of it."""


def kill_reports(root: Path, catalog: Snapshot) -> tuple[KillReport, ...]:
    """Return what launchers print of a rank that got SIGKILL, from the logs of the benchmark."""
    diagnoser = Diagnoser(catalog)
    found = []
    for launcher, title in _TITLES.items():
        log = (root / _LOGS / launcher / f"{_KILL}.log").read_bytes()
        diagnosis = diagnoser.diagnose([log], launcher)
        first, *others = diagnosis.matches[0].lines
        line = NOISE_RULES.escape.sub("", log.decode().splitlines()[first.number - 1])
        text = _COMMAND.sub("[…]", line)
        if others and others[0].number == first.number + 1:
            text += f" {others[0].text}"
        known = _CLAUSE.split(diagnosis.verdict)[0]
        found.append(KillReport(title, shortened(text), known))
    return tuple(found)


def fault_logs(
    root: Path, catalog: Snapshot, often: Mapping[str, Frequency]
) -> tuple[FaultLog, ...]:
    """Return the runs of the fault-injection benchmark, the most common fault first.

    Args:
        root: folder of the project.
        catalog: the entries by which the logs are diagnosed.
        often: how often errors were reported, by their ids; faults whose error no table lists
            follow in the order of the benchmark.

    """
    diagnoser = Diagnoser(catalog)
    faults = json.loads((root / _FAULTS).read_text(encoding="utf-8"))
    found = []
    for id_, fault in faults.items():
        if _LAUNCHER not in fault["runs"]:
            continue
        log = (root / _LOGS / _LAUNCHER / f"{id_}.log").read_bytes()
        diagnosis = diagnoser.diagnose([log], id_)
        found.append(_fault_log(id_, fault, log.decode().splitlines(), diagnosis))
    return tuple(sorted(found, key=lambda log: -_share(log, often)))


def shortened(line: str) -> str:
    """Return a line of a log without the prefix of its rank, deep paths, and what is too long."""
    text = " ".join(_DEEP_PATH.sub("…/", _PREFIX.sub("", line)).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rsplit(" ", 1)[0] + " …"


def _fault_log(
    id_: str, fault: Mapping[str, Any], lines: Sequence[str], diagnosis: Diagnosis
) -> FaultLog:
    first, *others = diagnosis.matches
    telling = _telling(lines, diagnosis)
    return FaultLog(
        id=id_,
        title=fault["title"],
        injected=fault["injected"],
        lines={rank: telling.get(str(rank), ()) for rank in range(RANKS)},
        unlabeled=telling.get(None, ()),
        verdict=diagnosis.verdict,
        entry=first.id,
        consequences=tuple(m.id for m in others if m.id and m.role is Role.CONSEQUENCE),
    )


def _telling(lines: Sequence[str], diagnosis: Diagnosis) -> dict[str | None, tuple[str, ...]]:
    """Return by rank its exceptions, what the diagnosis goes by, and how torchrun says it ended."""
    numbers: dict[str | None, list[int]] = {}
    for failure in diagnosis.failures:
        is_exit = lines[failure.line - 1].strip().startswith(_EXIT)
        is_message = failure.kind is FailureKind.EXCEPTION and not failure.is_secondary
        if is_exit or is_message:
            numbers.setdefault(failure.source, []).append(failure.line)
    first = diagnosis.matches[0]
    known = {number for own in numbers.values() for number in own}
    if len(first.sources) == 1 and not known.intersection(line.number for line in first.lines):
        numbers.setdefault(first.sources[0], []).append(first.lines[0].number)
    return {rank: _unique(lines[n - 1] for n in sorted(own)) for rank, own in numbers.items()}


def _unique(lines: Iterable[str]) -> tuple[str, ...]:
    """Return the first messages and the last line, which says how the rank ended."""
    *messages, last = dict.fromkeys(map(shortened, lines))
    return (*messages[: _MOST_LINES - 1], last)


def _share(log: FaultLog, often: Mapping[str, Frequency]) -> float:
    frequency = often.get(log.entry or "")
    return frequency.share if frequency else -1
