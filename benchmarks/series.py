"""Measure what the numbers in logs lead to: ``python -m benchmarks.series``.

Healthy logs should lead to nothing, logs of silent failures to the entry that their collector
named. With ``--speed``, the time to read a large log is compared to that without its numbers: first
the processor time of reading alone, then that of the whole command.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from benchmarks.scan import write_log
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.blocks import BLOCK, Block
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.results import Match
from trainwreck.matching.sampling import NumberSampler
from trainwreck.matching.sightings import Collector

RUNS = 5
"""How often each time is taken; the median counts."""
COMMAND = """
import contextlib
from unittest.mock import patch
from trainwreck.cli.main import main
from trainwreck.matching.sampling import NumberSampler
from trainwreck.matching.sightings import Collector
with {}:
    main(prog_name="trainwreck")
"""
"""Runs the command line under a change of it."""
WITHOUT_NUMBERS = (
    "patch.object(NumberSampler, 'read', lambda sampler, block, line, marks: block.line_ends),"
    " patch.object(Collector, 'read_numbers')"
)
FAR = 3
"""An entry counts as named if it is among so many first ones."""


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.series", description=(__doc__ or "").split("\n", maxsplit=1)[0]
    )
    parser.add_argument("--healthy", type=Path, nargs="*", default=[], help="folders of *.log")
    parser.add_argument(
        "--silent", type=Path, help="JSON list of objects with source, expected (an id) and text"
    )
    parser.add_argument("--speed", type=int, metavar="MB", help="size of a log to read")
    options = parser.parse_args()
    diagnoser = Diagnoser(load_snapshot())
    for line in _report(diagnoser, options.healthy, options.silent):
        print(line)
    if options.speed:
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder, "train.log")
            write_log(log, options.speed * 1_000_000)
            print(_speed(diagnoser, log))
            print(_speed_of_command(log))


def _report(diagnoser: Diagnoser, healthy: list[Path], silent: Path | None) -> Iterator[str]:
    for folder in healthy:
        yield from _false_alarms(diagnoser, folder)
    if silent:
        yield from _recall(diagnoser, json.loads(silent.read_text(encoding="utf-8")))


def _speed(diagnoser: Diagnoser, log: Path) -> str:
    """Return the seconds of processor time to diagnose ``log`` with and without its numbers."""
    _seconds(diagnoser, log)  # the first run prepares the search
    taken: list[tuple[float, float]] = []
    for _ in range(RUNS):
        own = _seconds(diagnoser, log)
        with (
            patch.object(NumberSampler, "read", _count_lines),
            patch.object(Collector, "read_numbers"),
        ):
            taken.append((own, _seconds(diagnoser, log)))
    own, without = (statistics.median(column) for column in zip(*taken, strict=True))
    return f"{own:.2f} s with numbers, {without:.2f} s without, ratio {own / without:.2f}"


def _seconds(diagnoser: Diagnoser, log: Path) -> float:
    with log.open("rb") as file:
        start = time.process_time()
        chunks, size = iter(lambda: file.read(BLOCK), b""), log.stat().st_size
        diagnoser.diagnose(chunks, log.name, size=size)
        return time.process_time() - start


def _speed_of_command(log: Path) -> str:
    """Return the processor time of a command that diagnoses ``log`` with and without numbers."""
    arguments = ["diagnose", "--format", "json", str(log)]
    with_numbers, without = (
        [sys.executable, "-c", COMMAND.format(change), *arguments]
        for change in ("contextlib.nullcontext()", WITHOUT_NUMBERS)
    )
    taken = [(_processor_time(with_numbers), _processor_time(without)) for _ in range(RUNS)]
    own, other = (statistics.median(column) for column in zip(*taken, strict=True))
    return f"command: {own:.2f} s with numbers, {other:.2f} s without, ratio {own / other:.2f}"


def _processor_time(command: list[str]) -> float:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"the diagnosis ended with status {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def _count_lines(_sampler: NumberSampler, block: Block, _line: int, _marks: object) -> int:
    return block.line_ends


def _false_alarms(diagnoser: Diagnoser, folder: Path) -> Iterator[str]:
    logs, alarms, with_series = sorted(folder.glob("*.log")), 0, 0
    for log in logs:
        diagnosis = diagnoser.diagnose([log.read_bytes()], log.name)
        with_series += any(series.count >= FAR for series in diagnosis.series)
        found = [match for match in diagnosis.matches if match.evidence]
        alarms += bool(found)
        yield from (f"false alarm: {log.name}: {_said(match)}" for match in found)
    yield f"{folder}: {alarms} of {len(logs)} healthy logs alarm, {with_series} have series"


def _recall(diagnoser: Diagnoser, cases: list[dict[str, str]]) -> Iterator[str]:
    named = by_numbers = 0
    for case in cases:
        matches = diagnoser.diagnose([case["text"].encode()], case["source"]).matches
        first = [match for match in matches[:FAR] if match.id == case["expected"]]
        named += bool(first)
        by_numbers += any(match.evidence for match in first)
        if not first:
            ids = ", ".join(str(match.id) for match in matches) or "nothing"
            yield f"missed: {case['source']}: {case['expected']}, found {ids}"
    yield f"{named} of {len(cases)} silent failures named, {by_numbers} by their numbers"


def _said(match: Match) -> str:
    return f"{match.id}: {match.evidence.said if match.evidence else match.message}"


if __name__ == "__main__":
    main()
