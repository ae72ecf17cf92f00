"""Trains with DistributedDataParallel over Gloo, as torchrun, mpirun or srun starts it."""

from datetime import timedelta

import faults
import torch.distributed as dist
import torch_faults
from torch.nn.parallel import DistributedDataParallel


def main() -> None:
    """Train, with the fault that the command line names."""
    rank, world, fault, is_mine, timeout = faults.begun()
    dist.init_process_group("gloo", timeout=timedelta(seconds=timeout))
    print(f"rank {rank} of {world} is ready", flush=True)
    model = DistributedDataParallel(torch_faults.model())
    torch_faults.train(model, fault, rank, world, is_mine=is_mine)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
