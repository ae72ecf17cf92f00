"""Trains with FSDP (``fully_shard``) over Gloo, as torchrun starts it."""

from datetime import timedelta

import faults
import torch.distributed as dist
import torch_faults
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard


def main() -> None:
    """Train, with the fault that the command line names."""
    rank, world, fault, is_mine, timeout = faults.begun()
    dist.init_process_group("gloo", timeout=timedelta(seconds=timeout))
    print(f"rank {rank} of {world} is ready", flush=True)
    model = torch_faults.model()
    fully_shard(model, mesh=init_device_mesh("cpu", (world,)))
    torch_faults.train(model, fault, rank, world, is_mine=is_mine)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
