"""Faults that need no framework, and the arguments with which every trainer is told which one.

The modules of this folder are started by launchers in environments without trainwreck, and import
each other as scripts do.
"""

import argparse
import errno
import importlib
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

STEP = 5
"""Training step at which a fault is injected."""
STEPS = 12
FROM_OUTSIDE = ("terminated", "scancel", "time-limit")
"""Faults that a sound training run suffers from outside; it goes on until then."""
RANKS = ("RANK", "OMPI_COMM_WORLD_RANK", "SLURM_PROCID")
SIZES = ("WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "SLURM_NTASKS")


def numbered(names: tuple[str, ...]) -> int:
    """Return the first environment variable of ``names`` that is set; the first is set from it."""
    value = next(os.environ[name] for name in names if name in os.environ)
    os.environ[names[0]] = value
    return int(value)


def steps(fault: str) -> Iterator[int]:
    """Yield the steps of a run with ``fault``."""
    for step in range(1000 if fault in FROM_OUTSIDE else STEPS):
        if fault in FROM_OUTSIDE:
            time.sleep(0.3)
        yield step


def arguments() -> argparse.Namespace:
    """Return the fault, the rank into which it is injected, and the timeout of collectives."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--fault", required=True)
    parser.add_argument("--rank", type=int, required=True)
    parser.add_argument("--timeout", type=float, default=8)
    parser.add_argument("--local_rank", help="Given by launchers that don't use the environment.")
    return parser.parse_args()


class Rank(NamedTuple):
    """A rank that was started."""

    number: int
    world: int
    """How many ranks there are."""
    fault: str
    """What is injected into one of them."""
    is_mine: bool
    """Whether it is this one."""
    timeout: float
    """Seconds that collectives wait."""


def begun() -> Rank:
    """Return which rank this is, unless its fault is one that comes before the start."""
    given = arguments()
    number, world = numbered(RANKS), numbered(SIZES)
    if number == given.rank:
        before_start(given.fault)
    return Rank(number, world, given.fault, number == given.rank, given.timeout)


def before_start(fault: str) -> None:
    """Inject ``fault`` if it is one that keeps the rank from joining the others."""
    if fault == "import":
        importlib.import_module("src_of_another_project")
    if fault == "late-start":
        sys.exit("configuration: no dataset named 'shards' in /scratch/project/data.yml")
    if fault == "never-joins":
        time.sleep(600)


def kill(number: int) -> Callable[[], None]:
    """Return a function that sends this process a signal."""
    return lambda: os.kill(os.getpid(), number)


def key_error() -> None:
    """Look up what a configuration lacks."""
    config = {"lr": 0.1}
    print(config["warmup_steps"])


def open_files() -> None:
    """Open more files than the process may have open."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    kept = [Path("/dev/null").open() for _ in range(100)]  # noqa: SIM115  they are to stay open
    print(len(kept))


def denied() -> None:
    """Write where the user must not."""
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "/scratch/shared/cache/lock")


def not_finite() -> None:
    """Find that the loss is not a number."""
    raise FloatingPointError(f"loss is nan at step {STEP}")


FAULTS: dict[str, Callable[[], object]] = {
    "SIGKILL": kill(signal.SIGKILL),
    "SIGSEGV": kill(signal.SIGSEGV),
    "SIGBUS": kill(signal.SIGBUS),
    "SIGABRT": kill(signal.SIGABRT),
    "SIGTERM": kill(signal.SIGTERM),
    "SIGFPE": kill(signal.SIGFPE),
    "SIGSTOP": kill(signal.SIGSTOP),
    "hang": lambda: threading.Event().wait(),
    "sleep": lambda: time.sleep(600),
    "early-exit": lambda: sys.exit(0),
    "exit-3": lambda: os._exit(3),
    "lost-store": lambda: os._exit(7),
    "KeyError": key_error,
    "ZeroDivisionError": lambda: 1 / 0,
    "assertion": lambda: (_ for _ in ()).throw(AssertionError("queue is empty")),
    "missing-module": lambda: importlib.import_module("flash_attn_3_missing"),
    "permission": denied,
    "open-files": open_files,
    "nan": not_finite,
}
"""What can be injected at a step."""
