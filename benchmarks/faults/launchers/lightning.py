"""Lightning, which starts its ranks itself."""

from benchmarks.faults.launchers.run import Launcher, Run

SECONDS = 60
"""Timeout of collectives; the ranks start one after the other."""


def command(run: Run) -> list[str]:
    """Return the command line."""
    return [str(run.python), *run.training("lightning_ddp.py", SECONDS)]


LAUNCHER = Launcher(command, limit=240)
