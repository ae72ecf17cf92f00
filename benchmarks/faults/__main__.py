"""Injects faults into training runs and scores what a diagnosis of their logs says.

    python -m benchmarks.faults [--launcher NAME] [--python PYTHON] [--keep FOLDER] [FAULT ...]
    python -m benchmarks.faults [--launcher NAME] --logs FOLDER [FAULT ...]

Each run has four ranks that train a small model on the CPU, started by one of the launchers; one
fault is injected into rank 2, into the whole job, or into how it is started. PYTHON has the
frameworks; mpirun and Slurm are looked for beside it and on the search path. With ``--keep`` the
logs are written to FOLDER/LAUNCHER, paths and names of this machine replaced; with ``--logs`` kept
ones are scored and nothing is run.
"""

import argparse
import contextlib
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.faults.launchers import LAUNCHERS
from benchmarks.faults.launchers.run import run
from benchmarks.faults.neutral import neutral
from benchmarks.faults.scoring import EXPECTED, RUNS, score
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser

ROOT = Path(__file__).parents[2]


def main() -> None:
    """Print a line for each run and the sum."""
    given = _arguments()
    diagnoser = Diagnoser(load_snapshot())
    right = total = 0
    for launcher in given.launcher or LAUNCHERS:
        faults = [fault for fault in RUNS[launcher] if fault in (given.faults or EXPECTED)]
        for fault, log in logs(launcher, faults, given.python, given.logs):
            if given.keep:
                (given.keep / launcher).mkdir(parents=True, exist_ok=True)
                (given.keep / launcher / f"{fault}.log").write_text(log, encoding="utf-8")
            diagnosis = diagnoser.diagnose([log.encode()], fault)
            result = score(launcher, fault, diagnosis)
            right, total = right + result.is_right, total + 1
            wrong = [name for name in ("cause", "rank", "rest") if not getattr(result, name)]
            print(f"{launcher} {fault}: {'right' if not wrong else 'WRONG ' + ', '.join(wrong)}")
            print(f"    {diagnosis.verdict}", flush=True)
    print(f"{right} of {total} right")
    sys.exit(right < total)


def logs(
    launcher: str, faults: Sequence[str], python: Path, folder: Path | None
) -> Iterator[tuple[str, str]]:
    """Yield each fault with its log, from ``folder`` or from a run under ``launcher``."""
    if folder:
        for fault in faults:
            yield fault, (folder / launcher / f"{fault}.log").read_text(encoding="utf-8")
        return
    one = LAUNCHERS[launcher]
    if missing := one.missing(python):
        sys.exit(f"{launcher} needs {', '.join(missing)}: make reproduce installs what is missing")
    with contextlib.ExitStack() as running:
        scratch = running.enter_context(tempfile.TemporaryDirectory())
        if faults:
            running.enter_context(one.surroundings(Path(scratch)))
        for fault in faults:
            yield fault, neutral(run(one, fault, python), python)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Score diagnoses of runs with a known fault.")
    parser.add_argument("faults", nargs="*", help="Which faults. [default: all]")
    parser.add_argument(
        "--launcher",
        action="append",
        choices=LAUNCHERS,
        help="Which launcher or framework; can be repeated. [default: all]",
    )
    parser.add_argument("--python", type=Path, default=ROOT / ".venv-reproduce/bin/python")
    parser.add_argument("--keep", type=Path, help="Write the logs to this folder.")
    parser.add_argument("--logs", type=Path, help="Score the logs in this folder.")
    given = parser.parse_args()
    known = dict.fromkeys(fault for name in given.launcher or LAUNCHERS for fault in RUNS[name])
    if unknown := sorted(set(given.faults) - set(known)):
        parser.error(f"no such fault: {', '.join(unknown)}; known: {', '.join(known)}")
    if not given.logs and not given.python.exists():
        parser.error(f"{given.python} is missing: make reproduce sets it up, or name --python")
    return given


if __name__ == "__main__":
    main()
