"""A month of job logs as a cluster leaves them, made from the samples of the catalog."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.scan import step
from trainwreck.catalog.store import load_snapshot

MOST_NODES, LEAST_NODES, LOGS_PER_NODE = 200, 20, 100
HEADER = "JobID|JobName|User|State|ExitCode|Start|End|ElapsedRaw|NodeList|AllocTRES"
_HEALTHY, _UNKNOWN = 0.6, 0.05
_BROKEN = 0.25
"""Share of the jobs on a bad node that die of it."""
_ERRORS = (
    "tessera.QuotaLedgerError: ledger {a} holds {b} of {c} leases",
    "fluxgrid.ManifestDriftError: manifest of shard {a} drifted by {b} entries",
    "ValueError: curriculum stage {a} expects {b} buckets, got {c}",
    "RuntimeError: tokenizer table {a} was sealed at revision {b}",
    "AssertionError: replay window {a} overlaps window {b}",
)


@dataclass(frozen=True)
class Month:
    """A generated month."""

    logs: Path
    """Folder of the logs."""
    accounting: Path
    """Output of sacct."""
    bytes: int
    """Size of all logs."""
    bad_nodes: tuple[str, ...]
    """Nodes on which jobs die of a hardware error, in the order of their names."""


def write_month(folder: Path, number: int, mean_size: int, seed: int = 1) -> Month:
    """Write ``number`` logs with ``mean_size`` bytes on average, and their accounting."""
    chance = random.Random(seed)  # noqa: S311  no secret
    samples = [sample for entry in load_snapshot() for sample in entry.symptom.samples]
    steps = [step(chance, at) for at in range(20_000)]
    logs, total, jobs = folder / "logs", 0, [HEADER]
    cluster = [
        f"nid{node:04}"
        for node in range(min(MOST_NODES, max(LEAST_NODES, number // LOGS_PER_NODE)))
    ]
    bad = tuple(cluster[len(cluster) * part // 12] for part in (1, 6, 10))
    for index in range(number):
        id_ = 1_000_000 + index
        names = chance.sample(cluster, chance.choice((1, 1, 1, 2, 4)))
        end = list(_end(chance, samples, [name for name in names if name in bad]))
        size = int(chance.lognormvariate(0, 1.2) * mean_size / 2.05)
        count = max(1, size // len(steps[0]))
        start = chance.randrange(len(steps))
        text = "".join([*(steps[start : start + count]), *end])
        while len(text) < size - len(steps[0]):
            text = "".join(steps[: (size - len(text)) // len(steps[0])]) + text
        path = logs / f"user{index % 97:02}" / f"slurm-{id_}.out"
        path.parent.mkdir(parents=True, exist_ok=True)
        total += path.write_bytes(text.encode())
        jobs.append(_job(chance, id_, names, index, failed=bool(end)))
    accounting = folder / "sacct.txt"
    accounting.write_text("\n".join(jobs) + "\n", encoding="utf-8")
    return Month(logs, accounting, total, bad)


def _end(chance: random.Random, samples: list[str], bad: list[str]) -> Iterator[str]:
    """Yield the last lines of a job on the ``bad`` nodes and others; none if it ended well."""
    for name in bad:
        if chance.random() < _BROKEN:
            yield (
                f"Nov 12 03:12:44 {name} kernel: NVRM: Xid (PCI:0000:3b:00): 79, pid=4567,"
                " GPU has fallen off the bus.\n"
            )
            return
    draw = chance.random()
    if draw < _HEALTHY:
        return
    if draw < _HEALTHY + _UNKNOWN:
        numbers = {name: chance.randrange(1, 9999) for name in "abc"}
        error = chance.choice(_ERRORS).format(**numbers)
        yield "Traceback (most recent call last):\n"
        yield '  File "/scratch/run/train.py", line 88, in <module>\n    main()\n'
        yield f"{error}\n"
        return
    yield chance.choice(samples).rstrip("\n") + "\n"


def _job(chance: random.Random, id_: int, names: list[str], index: int, *, failed: bool) -> str:
    day, hours = 1 + index % 28, chance.randint(1, 48)
    start, end = f"2026-11-{day:02}T00:00:00", f"2026-11-{day:02}T12:00:00"
    state, code = ("FAILED", "1:0") if failed else ("COMPLETED", "0:0")
    user, gpus = f"user{index % 97:02}", 8 * len(names)
    return (
        f"{id_}|train-{index % 13}|{user}|{state}|{code}|{start}|{end}|{hours * 3600}|"
        f"{','.join(names)}|gres/gpu={gpus}"
    )
