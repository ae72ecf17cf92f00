# /// script
# requires-python = ">=3.11"
# dependencies = ["jax", "numpy"]
# ///
# mypy: ignore-errors
"""Train with two processes of JAX that meet over the coordination service."""

import sys

import jax
import numpy as np
from jax.experimental import multihost_utils
from jax.sharding import Mesh, NamedSharding, PartitionSpec

RANK = int(sys.argv[1])
STEPS = 5


def loss(weights: jax.Array, batch: jax.Array) -> jax.Array:
    return jax.numpy.mean((batch @ weights - 1.0) ** 2)


jax.distributed.initialize("127.0.0.1:29871", num_processes=2, process_id=RANK)
local, total = jax.local_device_count(), jax.device_count()
sys.stdout.write(f"process {RANK}/{jax.process_count()}, {local} of {total} devices\n")
sharding = NamedSharding(Mesh(np.array(jax.devices()), ("data",)), PartitionSpec("data"))
batch = jax.make_array_from_process_local_data(sharding, np.full((2, 3), RANK + 1.0, np.float32))
weights = np.zeros(3, np.float32)
gradient = jax.jit(jax.value_and_grad(loss))
for step in range(STEPS):
    value, change = gradient(weights, batch)
    weights = weights - 0.05 * np.asarray(change)
    sys.stdout.write(
        f"[{RANK}] step {step}/{STEPS} loss {float(value):.4f} failed 0 timeout 300s\n"
    )
multihost_utils.sync_global_devices("end of training")
jax.distributed.shutdown()
