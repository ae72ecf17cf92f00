"""What the benchmarks of commands share: running them with a cache of their own, and timing."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

TRAINWRECK = ("-m", "trainwreck")


def environment(cache: Path) -> dict[str, str]:
    """Return the environment in which commands keep what they remember in the folder ``cache``."""
    return {**os.environ, "XDG_CACHE_HOME": str(cache)}


def run(arguments: Sequence[str], folder: Path) -> None:
    """Run Python with ``arguments`` in ``folder``; what it keeps stays there, too.

    Raises:
        SystemExit: if it fails; with what it printed.

    """
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment(folder / ".cache"),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{' '.join(arguments)} failed:\n{(done.stdout + done.stderr)[-2000:]}")


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds that ``work`` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def median_seconds(work: Callable[[], object], runs: int) -> float:
    """Return the seconds that ``work`` takes, the median of some runs."""
    return statistics.median(seconds(work) for _ in range(runs))
