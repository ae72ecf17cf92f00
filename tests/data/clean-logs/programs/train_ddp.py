# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0"]
# ///
# mypy: ignore-errors
"""DDP over gloo with validation, an all-reduced metric and early stopping."""

import logging
import os
from datetime import timedelta

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
logging.basicConfig(
    level=logging.INFO, format=f"%(asctime)s [rank{rank}] %(levelname)s %(name)s: %(message)s"
)
log = logging.getLogger("ddp")
dist.init_process_group("gloo", timeout=timedelta(seconds=1800))
log.info("process group up: backend=%s world_size=%d timeout=1800s", dist.get_backend(), world)
torch.manual_seed(3)
points = torch.randn(1024, 12)
data = TensorDataset(points, (points.sum(1) > 0).long())
sampler = DistributedSampler(data)
loader = DataLoader(data, batch_size=32, sampler=sampler)
model = DistributedDataParallel(nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Linear(32, 2)))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
best, patience = float("inf"), 0
for epoch in range(12):
    sampler.set_epoch(epoch)
    for step, (batch, label) in enumerate(loader):
        loss = nn.functional.cross_entropy(model(batch), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 8 == 0:
            log.info("epoch %d step %d loss %.4f skipped_nan=0", epoch, step, loss.item())
    with torch.no_grad():
        wrong = (model(points[rank::world]).argmax(1) != (points[rank::world].sum(1) > 0)).sum()
    dist.all_reduce(wrong)
    error = wrong.item() / len(data)
    log.info("epoch %d val_error=%.4f (%d wrong) best=%.4f", epoch, error, wrong, best)
    patience = patience + 1 if error >= best else 0
    best = min(best, error)
    if patience == 2:
        log.info("no improvement for 2 epochs: early stopping, this is not a failure")
        break
dist.barrier()
log.info("all ranks reached the end, shutting down cleanly")
dist.destroy_process_group()
