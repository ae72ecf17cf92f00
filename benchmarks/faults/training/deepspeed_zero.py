"""Trains with DeepSpeed and ZeRO, as its launcher starts it."""

from datetime import timedelta

import deepspeed
import faults
import torch_faults
from torch import nn

CONFIGURATION = {
    "train_micro_batch_size_per_gpu": 8,
    "optimizer": {"type": "SGD", "params": {"lr": 0.1}},
    "zero_optimization": {"stage": 1},
    "zero_allow_untested_optimizer": True,
}


def main() -> None:
    """Train, with the fault that the command line names."""
    rank, world, fault, is_mine, timeout = faults.begun()
    # Building what sums in shared memory takes minutes, and Gloo is what the faults are to meet.
    deepspeed.ops.__compatible_ops__["deepspeed_shm_comm"] = False
    deepspeed.init_distributed("gloo", timeout=timedelta(seconds=timeout))
    print(f"rank {rank} of {world} is ready", flush=True)
    model = torch_faults.model()
    engine, *_ = deepspeed.initialize(
        model=model, model_parameters=model.parameters(), config=CONFIGURATION
    )
    batches = torch_faults.batches(fault if is_mine else "none", rank, world)
    for step in faults.steps(fault):
        torch_faults.inject(fault, step, is_mine=is_mine)
        inputs, targets = next(batches)
        loss = nn.functional.cross_entropy(engine(inputs), targets)
        engine.backward(loss)
        engine.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f} lr 0.1", flush=True)


if __name__ == "__main__":
    main()
