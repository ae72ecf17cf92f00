# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Run one collective after another over gloo and check each result."""

import os
from datetime import timedelta

import torch
import torch.distributed as dist

rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
dist.init_process_group("gloo", timeout=timedelta(minutes=30))
print(f"{rank}: init ok, timeout=1800s, NCCL available: {dist.is_nccl_available()}", flush=True)
for size in (1, 1_000, 100_000):
    total = torch.full((size,), float(rank + 1))
    dist.all_reduce(total)
    expected = world * (world + 1) / 2
    sent = torch.arange(size) if rank == 0 else torch.zeros(size, dtype=torch.long)
    dist.broadcast(sent, src=0)
    parts = [torch.empty(size) for _ in range(world)]
    dist.all_gather(parts, torch.full((size,), float(rank)))
    wrong = int((total != expected).sum() + (sent != torch.arange(size)).sum())
    wrong += sum(int((part != index).sum()) for index, part in enumerate(parts))
    print(f"{rank}: size {size:>7}: {wrong} mismatched elements, 0 hangs", flush=True)
names = [None] * world
dist.all_gather_object(names, f"rank {rank} ok")
dist.monitored_barrier(timeout=timedelta(seconds=60))
half = dist.new_group([0])
print(f"{rank}: {names}; subgroup of rank 0 only: {half}", flush=True)
dist.barrier()
dist.destroy_process_group()
