"""Ray Train, whose driver starts the workers."""

from collections.abc import Mapping

from benchmarks.faults.launchers.run import Launcher, Run


def command(run: Run) -> list[str]:
    """Return the command line."""
    return [str(run.python), *run.training("ray_torch.py")]


def environment(run: Run) -> Mapping[str, str]:
    """Return where results are kept."""
    return {"RAY_STORAGE": str(run.folder), "RAY_USAGE_STATS_ENABLED": "0"}


LAUNCHER = Launcher(command, environment, limit=180)
