"""DistributedDataParallel under mpirun of Open MPI 5."""

from collections.abc import Mapping

from benchmarks.faults.launchers.run import RANKS, Launcher, Run

AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def command(run: Run) -> list[str]:
    """Return the command line; one of two runs labels each line with its rank."""
    label = ["--tag-output"] if len(run.fault) % 2 else []
    options = ["--oversubscribe", *label, "-n", str(RANKS)]
    return [run.program("mpirun"), *options, str(run.python), *run.training("ddp.py")]


def environment(run: Run) -> Mapping[str, str]:
    """Return what the ranks need to find each other."""
    return {"WORLD_SIZE": str(run.world_size), **AS_ROOT}


LAUNCHER = Launcher(command, environment, programs=("mpirun",))
