"""Trains with Accelerate, as ``accelerate launch`` starts it."""

from datetime import timedelta

import faults
import torch
import torch_faults
from accelerate import Accelerator, InitProcessGroupKwargs
from torch import nn


def main() -> None:
    """Train, with the fault that the command line names."""
    given = faults.arguments()
    is_mine = faults.numbered(faults.RANKS) == given.rank
    if is_mine:
        faults.before_start(given.fault)
    limit = InitProcessGroupKwargs(backend="gloo", timeout=timedelta(seconds=given.timeout))
    accelerator = Accelerator(cpu=True, kwargs_handlers=[limit])
    rank, world = accelerator.process_index, accelerator.num_processes
    print(f"rank {rank} of {world} is ready", flush=True)
    model = torch_faults.model()
    model, optimizer = accelerator.prepare(model, torch.optim.SGD(model.parameters(), 0.1))
    batches = torch_faults.batches(given.fault if is_mine else "none", rank, world)
    for step in faults.steps(given.fault):
        torch_faults.inject(given.fault, step, is_mine=is_mine)
        inputs, targets = next(batches)
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(inputs), targets)
        accelerator.backward(loss)
        optimizer.step()
        accelerator.print(f"step {step} loss {loss.item():.4f} lr 0.1", flush=True)
    accelerator.end_training()


if __name__ == "__main__":
    main()
