"""Measure a survey of a generated month of logs, against ripgrep and a single process.

    python -m benchmarks.survey [--logs N] [--mean-size BYTES] [--jobs N] [--scheduler ADDRESS]

The logs are training output that ends with the samples of the catalog, 5 % of them with an error
that no entry explains; three nodes are bad. Ripgrep looks for the longest literal of each
message with all its threads. The single process diagnoses one log after another, at most 5,000.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil
import pyarrow.parquet as pq

from benchmarks.months import Month, write_month
from benchmarks.scan import longest_literals, seconds
from trainwreck.catalog.store import load_snapshot
from trainwreck.logs import reader
from trainwreck.matching.engine import Diagnoser

SINGLE, COMPARED = 5000, 1000
"""Logs that a single process reads, and logs whose rows are compared with a diagnosis."""


def main() -> None:
    """Print rates, memory and whether the right nodes were found."""
    parser = argparse.ArgumentParser(description="Time the survey of a month of logs.")
    parser.add_argument("--logs", type=int, default=2000, metavar="N")
    parser.add_argument("--mean-size", type=int, default=21_000, metavar="BYTES")
    parser.add_argument("--jobs", type=int, metavar="N")
    parser.add_argument("--scheduler", metavar="ADDRESS")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="Where to write; kept.")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.folder or Path(scratch)
        month = write_month(folder, arguments.logs, arguments.mean_size)
        print(f"{arguments.logs:,} logs, {month.bytes / 1e9:.2f} GB", flush=True)
        options = ["--jobs", str(arguments.jobs)] if arguments.jobs else []
        options += ["--scheduler", arguments.scheduler] if arguments.scheduler else []
        measure(month, folder / "out", arguments.logs, options)


def measure(month: Month, output: Path, number: int, options: list[str]) -> None:
    """Print what each way to read the logs takes, and check the results."""
    theirs = ripgrep(month)
    single = single_process(month)
    took, memory = survey(month, output, options)
    print(f"{'ripgrep':15} {number / theirs:9,.0f} logs/s" if theirs else "ripgrep is missing")
    print(f"{'single process':15} {single:9,.0f} logs/s")
    print(f"{'survey':15} {number / took:9,.0f} logs/s, {took:.1f} s, at most {memory:,.0f} MB")
    if theirs:
        print(
            f"ratio to ripgrep {took / theirs:.1f},"
            f" to a single process {number / took / single:.2f}"
        )
    report = json.loads((output / "report.json").read_text(encoding="utf-8"))
    found = sorted(row["node"] for row in report["nodes"]["rows"] if row["outlier"])
    is_right = found == list(month.bad_nodes)
    print(f"bad nodes found: {', '.join(found)}; {'right' if is_right else 'WRONG'}")
    logs = report["logs"]
    print(
        f"failed {logs['failed']:,}, unexplained {logs['unexplained']:,}; groups of unknown errors"
        f" {report['unknown_groups']}"
    )
    print(f"rows that differ from a diagnosis: {different(output)} of {min(COMPARED, number)}")


def ripgrep(month: Month) -> float | None:
    """Return the seconds that ripgrep takes; None if it is not installed."""
    if not shutil.which("rg"):
        return None
    literals = month.accounting.with_name("literals")
    literals.write_text("\n".join(longest_literals()) + "\n", encoding="utf-8")
    return seconds(["rg", "--fixed-strings", "--count", "--file", str(literals), str(month.logs)])


def single_process(month: Month) -> float:
    """Return the logs per second that one process diagnoses."""
    diagnoser = Diagnoser(load_snapshot())
    files = sorted(path for path in month.logs.rglob("*") if path.is_file())[:SINGLE]
    start = time.perf_counter()
    for path in files:
        *_, _ = diagnoser.follow(reader.pieces(path), str(path))
    return len(files) / (time.perf_counter() - start)


def survey(month: Month, output: Path, options: list[str]) -> tuple[float, float]:
    """Return the seconds that a survey takes, and the most memory in MB of all its processes."""
    command = [sys.executable, "-m", "trainwreck", "survey", str(month.logs), *options]
    command += ["--output", str(output), "--accounting", str(month.accounting), "--restart"]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    peak = [0.0]
    watcher = threading.Thread(target=_watch, args=(process.pid, peak))
    watcher.start()
    status = process.wait()
    watcher.join()
    if status:
        sys.exit(f"trainwreck survey ended with status {status}")
    return time.perf_counter() - start, peak[0]


def _watch(pid: int, peak: list[float]) -> None:
    """Note the most memory that a process and its children hold, without what they share twice."""
    try:
        root = psutil.Process(pid)
        while root.is_running() and root.status() != psutil.STATUS_ZOMBIE:
            total = 0
            for process in (root, *root.children(recursive=True)):
                try:
                    total += process.memory_full_info().pss
                except psutil.Error:
                    continue
            peak[0] = max(peak[0], total / 1e6)
            time.sleep(0.5)
    except psutil.Error:
        return


def different(output: Path) -> int:
    """Return how many of a sample of rows differ from the diagnosis of their log."""
    diagnoser = Diagnoser(load_snapshot())
    rows = pq.read_table(output / "logs.parquet").to_pylist()
    sample = random.Random(2).sample(rows, min(COMPARED, len(rows)))  # noqa: S311  no secret
    wrong = 0
    for row in sample:
        diagnosis = diagnoser.diagnose(reader.pieces(Path(row["path"])), row["path"])
        first = next(iter(diagnosis.matches), None)
        action = str(diagnosis.action.decision) if diagnosis.action else None
        codes = [f"{code.table} {code.code}" for code in diagnosis.codes]
        said = (diagnosis.verdict[:500], first and first.id, action, diagnosis.line_count, codes)
        names = ("verdict", "cause", "action", "lines", "codes")
        wrong += said != tuple(row[name] for name in names)
    return wrong


if __name__ == "__main__":
    main()
