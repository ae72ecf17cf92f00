"""Measure how long ``trainwreck check`` takes, against PyYAML reading the same files.

    python -m benchmarks.check [ENTRIES ...]

First nothing is known of the catalog, then one entry has changed since the last check: it has one
more message, which could be in any sample. The peer is ``yaml.load`` with the C loader on every
file: what reading costs before anything is checked. All are timed as processes, start included; the
ratio is that of the first check to the peer.
"""

import argparse
import functools
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.generated import write_catalog
from benchmarks.processes import TRAINWRECK, run, seconds

CHECK = (*TRAINWRECK, "check")
PEER = """
import pathlib, yaml
for path in pathlib.Path("errors").glob("*/*.yml"):
    yaml.load(path.read_text(), Loader=yaml.CSafeLoader)
"""
_RUNS = 3
_MESSAGES = re.compile(r"^( +messages:\n)( +- )", re.MULTILINE)


def main() -> None:
    """Print a line for each number of entries."""
    parser = argparse.ArgumentParser(description="Time the check of catalogs of several sizes.")
    parser.add_argument("entries", nargs="*", type=int, default=[100, 1000, 3000, 5000])
    print("entries  seconds  ms/entry  peer s  ratio  after a change s")
    for number in parser.parse_args().entries:
        print(measured(number), flush=True)


def measured(number: int) -> str:
    """Check ``number`` entries and return the line to print."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        entries = write_catalog(project, number)
        check = functools.partial(run, CHECK, project)
        first = seconds(check)
        peer = min(seconds(lambda: run(["-c", PEER], project)) for _ in range(_RUNS))
        changed = min(seconds(check) for _ in changes(entries))
    return (
        f"{number:7}  {first:7.2f}  {1000 * first / number:8.2f}  {peer:6.2f}"
        f"  {first / peer:5.2f}  {changed:16.2f}"
    )


def changes(entries: Path) -> Iterator[Path]:
    """Change an entry, another each time, and yield its file."""
    files = sorted(entries.glob("*/*.yml"))
    for number, path in enumerate(files[:: max(1, len(files) // _RUNS)][:_RUNS]):
        added = f"benchmark {number} added a message to this entry"
        text = path.read_text(encoding="utf-8")
        changed = _MESSAGES.sub(rf"\g<1>\g<2>{added}\n\g<2>", text, count=1)
        path.write_text(changed, encoding="utf-8")
        yield path


if __name__ == "__main__":
    main()
