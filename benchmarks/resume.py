"""Kill a survey of a generated month halfway, continue it, and compare it with one in one go.

python -m benchmarks.resume [--logs N] [--mean-size BYTES] [--jobs N] [--folder DIR]
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.months import Month, write_month


def main() -> None:
    """Print how long both surveys take, and whether their results are the same."""
    parser = argparse.ArgumentParser(description="Kill a survey halfway and continue it.")
    parser.add_argument("--logs", type=int, default=20_000, metavar="N")
    parser.add_argument("--mean-size", type=int, default=2000, metavar="BYTES")
    parser.add_argument("--jobs", type=int, metavar="N")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="Where to write; kept.")
    given = parser.parse_args()
    options = ["--jobs", str(given.jobs)] if given.jobs else []
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.folder or Path(scratch)
        month = write_month(folder, given.logs, given.mean_size)
        whole, killed = folder / "whole", folder / "killed"
        print(f"in one go: {survey(month, whole, options):.1f} s", flush=True)
        finished = kill_halfway(month, killed, options, given.logs // 2)
        print(f"killed with {finished:,} of {given.logs:,} logs finished", flush=True)
        print(f"continued: {survey(month, killed, options):.1f} s")
        is_same = results(whole) == results(killed)
        print(f"table and report: {'the same' if is_same else 'DIFFERENT'}")
    sys.exit(0 if is_same else 1)


def survey(month: Month, output: Path, options: list[str]) -> float:
    """Return the seconds that a survey takes."""
    start = time.perf_counter()
    subprocess.run(_command(month, output, options), check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def kill_halfway(month: Month, output: Path, options: list[str], half: int) -> int:
    """Kill a survey and its workers when ``half`` of its logs are finished; return how many are."""
    process = subprocess.Popen(_command(month, output, options), start_new_session=True)
    while process.poll() is None and _finished(output) < half:
        time.sleep(0.2)
    if process.poll() is not None:
        sys.exit("the survey ended before it could be killed; name more logs with --logs")
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return _finished(output)


def results(output: Path) -> tuple[pa.Table, dict[str, Any]]:
    """Return the table and the report of a survey, without what depends on the moment."""
    table = pq.read_table(output / "logs.parquet").sort_by("path")
    report = json.loads((output / "report.json").read_text(encoding="utf-8"))
    return table, report | {"date": None}


def _command(month: Month, output: Path, options: list[str]) -> list[str]:
    command = [sys.executable, "-m", "trainwreck", "survey", str(month.logs), *options]
    command += ["--output", str(output), "--accounting", str(month.accounting)]
    return [*command, "--show-users"]  # two folders have two salts


def _finished(output: Path) -> int:
    return sum(pq.read_metadata(part).num_rows for part in (output / "parts").glob("part-*"))


if __name__ == "__main__":
    main()
