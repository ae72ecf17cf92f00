"""DistributedDataParallel under srun, with a Slurm of one node, for which one has to be root."""

import contextlib
import subprocess
from collections.abc import Mapping
from pathlib import Path

from benchmarks.faults.launchers.run import RANKS, Launcher, Run


def command(run: Run) -> list[str]:
    """Return the command line."""
    options = ["--label", f"--ntasks={RANKS}", "--overcommit", "--kill-on-bad-exit", "--time=1"]
    return ["srun", *options, str(run.python), *run.training("ddp.py")]


def environment(run: Run) -> Mapping[str, str]:
    """Return what the ranks need to find each other."""
    return {"WORLD_SIZE": str(run.world_size)}


def surroundings(folder: Path) -> contextlib.AbstractContextManager[None]:
    """Run Slurm's daemons."""
    from benchmarks.slurm import slurm  # noqa: PLC0415  it needs more than the other launchers

    return slurm(folder)


def cancel(_: subprocess.Popen[str]) -> None:
    """Cancel all jobs, of which there is one."""
    subprocess.run(["scancel", "--state=RUNNING"], check=True)


PROGRAMS = ("srun", "munged", "slurmctld", "slurmd")
LAUNCHER = Launcher(command, environment, surroundings, cancel, PROGRAMS, limit=180)
