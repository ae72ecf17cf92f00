"""Measure how fast a large healthy log is read, against ripgrep with the same catalog's literals.

    python -m benchmarks.scan [--size GB] [--start]

The peer is ``rg --fixed-strings --file LITERALS`` on one thread, run on the same file right before;
its literals are the longest fixed part of each message, but for those of a few signs that stand on
every line, where it would read no further. With ``--start`` the time for a log of
50 kB, which is mostly that of the start, is compared to an empty Python process instead.
"""

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from trainwreck.catalog.store import load_snapshot
from trainwreck.snapshot.patterns import Purpose

FAILURE = "[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 3\n"
RUNS = 3
STARTS = 15
SHORTEST = 4
"""Characters of a literal; a shorter one, such as a bracket, stands everywhere."""
DIAGNOSE = [sys.executable, "-m", "trainwreck", "diagnose", "--format", "json"]


def main() -> None:
    """Print seconds, rates, the ratio and the memory."""
    parser = argparse.ArgumentParser(description="Time the reading of a large log.")
    parser.add_argument("--size", type=float, default=1.0, metavar="GB")
    parser.add_argument("--start", action="store_true", help="Measure the start instead.")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "train.log")
        if arguments.start:
            measure_start(log)
        else:
            measure_reading(log, int(arguments.size * 1e9))


def measure_reading(log: Path, size: int) -> None:
    """Compare the two readers on a log of ``size`` bytes that ends with a failure."""
    if not shutil.which("rg"):
        sys.exit("the peer is missing: install ripgrep")
    write_log(log, size)
    literals = log.with_name("literals")
    literals.write_text("\n".join(longest_literals()) + "\n", encoding="utf-8")
    peer = ["rg", "--threads=1", "--fixed-strings", "--count", "--file", str(literals), str(log)]
    ours = [*DIAGNOSE, str(log)]
    times = [(seconds(peer), seconds(ours)) for _ in range(RUNS)]
    theirs, own = (statistics.median(column) for column in zip(*times, strict=True))
    memory = peak_memory(ours)
    print(f"ripgrep    {theirs:6.2f} s  {size / theirs / 1e9:5.2f} GB/s")
    print(f"trainwreck {own:6.2f} s  {size / own / 1e9:5.2f} GB/s")
    print(f"ratio      {own / theirs:6.2f} (trainwreck / ripgrep); memory at most {memory:.0f} MB")


def measure_start(log: Path) -> None:
    """Compare a diagnosis of 50 kB with a Python process that does nothing."""
    write_log(log, 50_000)
    empty = [sys.executable, "-c", "pass"]
    ours = [*DIAGNOSE, str(log)]
    seconds(ours)  # the first run compiles the catalog of a checkout
    times = [(seconds(empty), seconds(ours)) for _ in range(STARTS)]
    nothing, own = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"empty Python {1000 * nothing:6.1f} ms")
    print(f"trainwreck   {1000 * own:6.1f} ms")
    print(f"ratio        {own / nothing:6.1f}")


def seconds(command: list[str]) -> float:
    """Run ``command`` and return the seconds that it took."""
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{command[0]} ended with status {done.returncode}")
    return time.perf_counter() - start


def peak_memory(command: list[str]) -> float:
    """Run ``command`` and return the most memory, in MB, that it held."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0  # waited for
    return usage.ru_maxrss / 1024


def write_log(path: Path, size: int) -> None:
    """Write a log of about ``size`` bytes as healthy training prints it, and one failure."""
    chance = random.Random(1)  # noqa: S311  no secret
    block = "".join(step(chance, number) for number in range(20_000)).encode()
    with path.open("wb") as file:
        while file.tell() + len(block) < size:
            file.write(block)
        file.write(block[: max(0, size - file.tell() - len(FAILURE))])
        file.write(b"\n" + FAILURE.encode())


def step(chance: random.Random, number: int) -> str:
    """Return one line of a training log."""
    return (
        f"2026-11-21 10:{number // 60 % 60:02}:{number % 60:02},{number % 1000:03} - INFO -"
        f" [rank{number % 8}]: epoch {number // 1000} step {number}"
        f" loss={chance.random() * 3:.4f} lr={chance.random() / 1000:.2e}"
        f" grad_norm={chance.random() * 2:.3f} mem=34.2GiB {chance.randint(900, 1200)} samples/s\n"
    )


def longest_literals() -> list[str]:
    """Return the longest fixed part of each message of the catalog, as it is written."""
    literals = [
        max(pattern.text.replace("<~>", "<*>").split("<*>"), key=len).strip()
        for pattern in load_snapshot().patterns()
        if pattern.purpose == Purpose.MESSAGE and pattern.template.pieces
    ]
    return [literal for literal in literals if len(literal) >= SHORTEST]


if __name__ == "__main__":
    main()
