"""DistributedDataParallel under torchrun."""

from benchmarks.faults.launchers.run import RANKS, Launcher, Run


def command(run: Run, trainer: str = "ddp.py") -> list[str]:
    """Return the command line."""
    options = [f"--nproc-per-node={RANKS}", f"--master-port={run.port}"]
    return [str(run.python), run.program("torchrun"), *options, *run.training(trainer)]


LAUNCHER = Launcher(command)
