"""Measure how the time of a diagnosis grows with the log and with the catalog.

    python -m benchmarks.growth

The log is healthy but for its last line, the catalogs are copies of the real one with messages of
their own. The peer, in the same process, splits the same text into lines and each line into words,
which is the least that any reader of prefixes and wrapped lines has to do.
"""

import functools
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.generated import write_catalog
from benchmarks.scan import write_log
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.matcher import Matcher
from trainwreck.matching.sightings import Collector

SIZES = (500_000, 1_000_000, 2_000_000, 4_000_000)
ENTRIES = (56, 560, 2_240)


def main() -> None:
    """Print a line for each catalog and each size of the log."""
    print("entries  messages     MB  seconds  s/MB  ratio")
    with tempfile.TemporaryDirectory() as folder:
        logs = [(size, written(Path(folder), size)) for size in SIZES]
        for number in ENTRIES:
            entries = write_catalog(Path(folder, str(number)), number)
            matcher = Matcher(load_snapshot(entries).patterns())
            for size, text in logs:
                peer = timed(functools.partial(split, text))
                own = timed(functools.partial(find, matcher, text))
                print(
                    f"{number:7}  {len(matcher.messages):8}  {size / 1e6:5.1f}  {own:7.3f}"
                    f"  {own / size * 1e6:4.2f}  {own / peer:5.1f}"
                )


def split(text: str) -> None:
    """Split ``text`` into lines and words."""
    for line in text.split("\n"):
        line.split()


def find(matcher: Matcher, text: str) -> None:
    """Look for messages in ``text``."""
    Collector(matcher).add(matcher.find(text))


def written(folder: Path, size: int) -> str:
    """Return a log of ``size`` bytes."""
    path = folder / "train.log"
    write_log(path, size)
    return path.read_text(encoding="utf-8")


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that ``work`` takes, the best of three."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


if __name__ == "__main__":
    main()
