"""Trains with DistributedDataParallel over Gloo, as torchrun, mpirun or srun starts it."""

from datetime import timedelta

import faults
import torch
import torch.distributed as dist
import torch_faults
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def main() -> None:
    """Train, with the fault that the command line names."""
    given = faults.arguments()
    rank, world = faults.numbered(faults.RANKS), faults.numbered(faults.SIZES)
    is_mine = rank == given.rank
    if is_mine:
        faults.before_start(given.fault)
    dist.init_process_group("gloo", timeout=timedelta(seconds=given.timeout))
    print(f"rank {rank} of {world} is ready", flush=True)
    model = DistributedDataParallel(torch_faults.model())
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    batches = torch_faults.batches(given.fault if is_mine else "none", rank, world)
    for step in faults.steps(given.fault):
        torch_faults.inject(given.fault, step, is_mine=is_mine)
        inputs, targets = next(batches)
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(inputs), targets)
        loss.backward()
        optimizer.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f} lr 0.1", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
