"""Fuzz until the time is up: ``python -m tests.fuzz [--seed N] [--seconds N]``.

Each fuzzer is a function that tries one case and raises where something is wrong; the case is then
written out, so that it can become a test. A case that takes too long or after which too much memory
is held is wrong too.
"""

import argparse
import faulthandler
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from tests.fuzz import entries, logs
from tests.support.node import node_process

Fuzzer = tuple[str, Callable[[random.Random], None]]
LONGEST = 2.0
"""Seconds of processor time that no case takes, once its fuzzer has tried some."""
HUNG = 60.0
"""Seconds after which a case is ended that does not end."""
MOST_GROWTH = 80.0
"""MB by which the memory grows at most while a fuzzer tries its cases."""
WARM_UP = 20
"""Cases of each fuzzer after which all that is prepared once is prepared."""


class LimitError(Exception):
    """A case took too much time, or too much memory."""


def main() -> None:
    """Run all fuzzers in turn and print how many cases each of them tried."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        node = stack.enter_context(node_process())
        fuzzers = [*logs.fuzzers(node), *entries.fuzzers(folder)]
        share = arguments.seconds / len(fuzzers)
        try:
            for fuzzer in fuzzers:
                count, slowest, growth = run(fuzzer, arguments.seed, share)
                said = f"slowest {1000 * slowest:6.0f} ms, memory +{growth:3.0f} MB"
                print(f"{count:9,} cases  {said}  {fuzzer[0]}", flush=True)  # noqa: T201  the result
        except LimitError as error:
            sys.exit(str(error))


def run(fuzzer: Fuzzer, seed: int, seconds: float) -> tuple[int, float, float]:
    """Try cases until the time is up.

    Returns:
        How many there were, the seconds of the slowest, and the MB by which the memory grew.

    Raises:
        LimitError: if a case takes too long, or the memory grows too much.

    """
    name, attempt = fuzzer
    count, slowest, growth, held = 0, 0.0, 0.0, memory()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        case = f"{seed}-{name}-{count}"
        begin = time.process_time()
        faulthandler.dump_traceback_later(HUNG, exit=True)
        try:
            attempt(random.Random(case))  # noqa: S311  no secret
        except Exception as error:
            error.add_note(f"case {case}")
            raise
        finally:
            faulthandler.cancel_dump_traceback_later()
        count += 1
        if count <= WARM_UP:
            held = memory()
            continue
        slowest = max(slowest, time.process_time() - begin)
        growth = memory() - held
        if slowest > LONGEST:
            raise LimitError(f"case {case} took {slowest:.1f} s, more than {LONGEST:.0f} s")
        if growth > MOST_GROWTH:
            raise LimitError(f"memory grew by {growth:.0f} MB up to case {case}")
    return count, slowest, growth


def memory() -> float:
    """Return the most memory, in MB, that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
