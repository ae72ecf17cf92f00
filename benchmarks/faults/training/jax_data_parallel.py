"""Trains with JAX in several processes on the CPU, whose collectives go over Gloo."""

import os
from collections.abc import Callable

import faults
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import multihost_utils
from jax.sharding import Mesh, NamedSharding, PartitionSpec

FEATURES = 16


def other_shape() -> None:
    """Call a collective with a shape that differs from that of the others."""
    multihost_utils.process_allgather(jnp.zeros(5))


FAULTS: dict[str, Callable[[], object]] = {
    **faults.FAULTS,
    "wrong-shape": lambda: jnp.zeros((8, FEATURES)) @ jnp.zeros((FEATURES + 2, 4)),
    "other-shape": other_shape,
    "missing-file": lambda: np.load("/scratch/project/checkpoints/last.npz"),
}


def loss_of(weights: jax.Array, inputs: jax.Array) -> jax.Array:
    """Return the mean square of the outputs."""
    return jnp.mean((inputs @ weights) ** 2)


def main() -> None:
    """Train, with the fault that the command line names."""
    rank, world, fault, is_mine, timeout = faults.begun()
    jax.config.update("jax_cpu_collectives_implementation", "gloo")
    jax.distributed.initialize(
        f"{os.environ['MASTER_ADDR']}:{os.environ['MASTER_PORT']}",
        world,
        rank,
        initialization_timeout=int(timeout) * 2,
        heartbeat_timeout_seconds=int(timeout),
        shutdown_timeout_seconds=int(timeout),
    )
    print(f"rank {rank} of {world} is ready", flush=True)
    mesh = Mesh(np.array(jax.devices()), ("data",))
    by_rank = NamedSharding(mesh, PartitionSpec("data"))
    step_of = jax.jit(jax.value_and_grad(loss_of))
    weights = jnp.ones((FEATURES, 4))
    rng = np.random.default_rng(rank)
    for step in faults.steps(fault):
        if is_mine and step == faults.STEP and fault in FAULTS:
            FAULTS[fault]()
        local = rng.normal(size=(8, FEATURES)).astype(np.float32)
        inputs = jax.make_array_from_process_local_data(by_rank, local)
        loss, gradient = step_of(weights, inputs)
        weights = jnp.asarray(np.asarray(weights) - 0.1 * np.asarray(gradient))
        if rank == 0:
            print(f"step {step} loss {float(loss):.4f} lr 0.1", flush=True)


if __name__ == "__main__":
    main()
