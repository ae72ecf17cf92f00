"""JAX in several processes, which mpirun starts and labels."""

from benchmarks.faults.launchers.mpirun import environment
from benchmarks.faults.launchers.run import RANKS, Launcher, Run


def command(run: Run) -> list[str]:
    """Return the command line."""
    options = ["--oversubscribe", "--tag-output", "-n", str(RANKS), "-x", "JAX_PLATFORMS=cpu"]
    training = run.training("jax_data_parallel.py")
    return [run.program("mpirun"), *options, str(run.python), *training]


LAUNCHER = Launcher(command, environment, programs=("mpirun",))
