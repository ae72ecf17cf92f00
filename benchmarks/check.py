"""Measure how long ``trainwreck check`` takes, against PyYAML reading the same files.

    python -m benchmarks.check [ENTRIES ...]

The peer is ``yaml.load`` with the C loader on every file, in the same process start: what reading
costs before anything is checked. Both are timed as processes in the same run.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.generated import REAL, write_entries

PEER = """
import pathlib, yaml
for path in pathlib.Path("errors").glob("*/*.yml"):
    yaml.load(path.read_text(), Loader=yaml.CSafeLoader)
"""


def main() -> None:
    """Print a line for each number of entries."""
    parser = argparse.ArgumentParser(description="Time the check of catalogs of several sizes.")
    parser.add_argument("entries", nargs="*", type=int, default=[100, 1000, 5000])
    print("entries  seconds  ms/entry  peer s  ratio")
    for number in parser.parse_args().entries:
        with tempfile.TemporaryDirectory() as folder:
            project = Path(folder)
            write_entries(project / "errors", number)
            shutil.copytree(REAL.parent / "docs" / "clusters", project / "docs" / "clusters")
            seconds = time_of(["-m", "trainwreck", "check"], project)
            peer = time_of(["-c", PEER], project)
        print(
            f"{number:7}  {seconds:7.2f}  {1000 * seconds / number:8.2f}  {peer:6.2f}"
            f"  {seconds / peer:5.2f}",
            flush=True,
        )


def time_of(arguments: list[str], folder: Path) -> float:
    """Run Python with ``arguments`` in ``folder`` and return the seconds that it took."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], cwd=folder, check=True, capture_output=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
