"""Fuzz until the time is up: ``python -m tests.fuzz [--seed N] [--seconds N]``.

Each fuzzer is a function that tries one case and raises where something is wrong; the case is then
written out, so that it can become a test.
"""

import argparse
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

LONGEST = 20.0
"""Seconds of processor time that no case takes."""


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
        counts = run(fuzzers, arguments.seed, arguments.seconds)
    for name, count in counts.items():
        print(f"{count:9,}  {name}")  # noqa: T201  the result of the command
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory at most {memory:.0f} MB")  # noqa: T201


def run(
    fuzzers: list[tuple[str, Callable[[random.Random], None]]], seed: int, seconds: float
) -> dict[str, int]:
    """Return how many cases each fuzzer tried; end with a message where one fails."""
    counts = dict.fromkeys((name for name, _ in fuzzers), 0)
    share = seconds / len(fuzzers)
    for name, fuzzer in fuzzers:
        end = time.monotonic() + share
        while time.monotonic() < end:
            case = f"{seed}-{name}-{counts[name]}"
            begin = time.process_time()
            try:
                fuzzer(random.Random(case))  # noqa: S311  no secret
            except Exception as error:
                error.add_note(f"case {case}")
                raise
            if time.process_time() - begin > LONGEST:
                sys.exit(f"case {case} took more than {LONGEST:.0f} s")
            counts[name] += 1
    return counts


if __name__ == "__main__":
    main()
