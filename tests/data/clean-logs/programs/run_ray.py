# /// script
# requires-python = ">=3.11"
# dependencies = ["ray==2.60.0"]
# ///
# mypy: ignore-errors
"""Run tasks and an actor on a local Ray."""

import logging
import os
import sys

import ray

logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)
log = logging.getLogger("run")
ray.init(num_cpus=2, include_dashboard=False, object_store_memory=2**27)


@ray.remote
def square(number: int) -> int:
    """Return the square of ``number``."""
    sys.stdout.write(f"task {number} on pid {os.getpid()}: 0 errors\n")
    return number**2


@ray.remote(max_restarts=1)
class Counter:
    """Counts steps."""

    def __init__(self) -> None:
        """Start at zero."""
        self.steps = 0

    def step(self) -> int:
        """Count a step."""
        self.steps += 1
        return self.steps


counter = Counter.remote()
log.info("squares %s", ray.get([square.remote(number) for number in range(4)]))
steps = ray.get([counter.step.remote() for _ in range(3)])
log.info("steps %s, no actor died, no worker was killed", steps)
log.info("CPUs %s", ray.cluster_resources()["CPU"])
ray.shutdown()
