"""Trains with FSDP (``fully_shard``) over Gloo, as torchrun starts it."""

from datetime import timedelta

import faults
import torch.distributed as dist
import torch_faults
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard


def main() -> None:
    """Train, with the fault that the command line names."""
    given = faults.arguments()
    rank, world = faults.numbered(faults.RANKS), faults.numbered(faults.SIZES)
    is_mine = rank == given.rank
    if is_mine:
        faults.before_start(given.fault)
    dist.init_process_group("gloo", timeout=timedelta(seconds=given.timeout))
    print(f"rank {rank} of {world} is ready", flush=True)
    model = torch_faults.model()
    fully_shard(model, mesh=init_device_mesh("cpu", (world,)))
    torch_faults.train(model, given.fault, rank, world, is_mine=is_mine)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
