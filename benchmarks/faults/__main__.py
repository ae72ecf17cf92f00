"""Injects faults into training runs and scores what a diagnosis of their logs says.

    python -m benchmarks.faults [--python PYTHON] [--keep FOLDER] [FAULT ...]
    python -m benchmarks.faults --logs FOLDER

Each run is torchrun with four ranks that train a small model over gloo on the CPU; one fault is
injected into rank 2. PYTHON has PyTorch. With ``--keep`` the logs are written to FOLDER, paths of
this machine replaced; with ``--logs`` kept ones are scored and nothing is run.
"""

import argparse
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.faults.scoring import EXPECTED, RANK, RANKS, score
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser

ROOT = Path(__file__).parents[2]
TRAINER = Path(__file__).with_name("trainer.py")
_LIMIT = 120


def main() -> None:
    """Print a line for each fault and the sum."""
    parser = argparse.ArgumentParser(description="Score diagnoses of runs with a known fault.")
    parser.add_argument("faults", nargs="*", help="Which faults. [default: all]")
    parser.add_argument("--python", type=Path, default=ROOT / ".venv-reproduce/bin/python")
    parser.add_argument("--keep", type=Path, help="Write the logs to this folder.")
    parser.add_argument("--logs", type=Path, help="Score the logs in this folder.")
    given = parser.parse_args()
    unknown = sorted(set(given.faults) - set(EXPECTED))
    if unknown:
        parser.error(f"no such fault: {', '.join(unknown)}; known: {', '.join(EXPECTED)}")
    if not given.logs and not given.python.exists():
        parser.error(f"{given.python} is missing: make reproduce sets it up, or name --python")
    diagnoser = Diagnoser(load_snapshot())
    right = total = 0
    for fault, log in logs(given.faults or list(EXPECTED), given.python, given.logs):
        if given.keep:
            given.keep.mkdir(parents=True, exist_ok=True)
            (given.keep / f"{fault}.log").write_text(log, encoding="utf-8")
        diagnosis = diagnoser.diagnose([log.encode()], fault)
        result = score(fault, diagnosis)
        right, total = right + result.is_right, total + 1
        wrong = [name for name in ("cause", "rank", "rest") if not getattr(result, name)]
        print(f"{fault}: {'right' if not wrong else 'WRONG ' + ', '.join(wrong)}")
        print(f"    {diagnosis.verdict}")
    print(f"{right} of {total} right")
    sys.exit(right < total)


def logs(faults: list[str], python: Path, folder: Path | None) -> Iterator[tuple[str, str]]:
    """Yield each fault with its log, from ``folder`` or from a run."""
    for fault in faults:
        if folder:
            yield fault, (folder / f"{fault}.log").read_text(encoding="utf-8")
        else:
            yield fault, neutral(run(fault, python), python)


def run(fault: str, python: Path) -> str:
    """Return what a training run with ``fault`` prints, both streams together."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(python), str(python.with_name("torchrun")), f"--nproc-per-node={RANKS}"]
    command += [f"--master-port={port}", str(TRAINER), "--fault", fault, "--rank", RANK]
    result = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=_LIMIT,
        check=False,
    )
    return result.stdout


def neutral(log: str, python: Path) -> str:
    """Return ``log`` without the folders of this machine."""
    places = {
        TRAINER: "/scratch/project/code/trainer.py",
        python.absolute().parent.parent: "/scratch/project/environment",
        python.resolve().parent.parent: "/usr",
    }
    for here, there in places.items():
        log = log.replace(str(here), there)
    return log


if __name__ == "__main__":
    main()
