"""The launchers and frameworks with which training runs are started, one module each."""

from benchmarks.faults.launchers import (
    accelerate,
    deepspeed,
    fsdp,
    jax,
    lightning,
    mpirun,
    ray,
    srun,
    torchrun,
)
from benchmarks.faults.launchers.run import Launcher

LAUNCHERS: dict[str, Launcher] = {
    "torchrun": torchrun.LAUNCHER,
    "mpirun": mpirun.LAUNCHER,
    "srun": srun.LAUNCHER,
    "accelerate": accelerate.LAUNCHER,
    "lightning": lightning.LAUNCHER,
    "deepspeed": deepspeed.LAUNCHER,
    "fsdp": fsdp.LAUNCHER,
    "ray": ray.LAUNCHER,
    "jax": jax.LAUNCHER,
}
"""By the names under which the benchmark knows them."""
