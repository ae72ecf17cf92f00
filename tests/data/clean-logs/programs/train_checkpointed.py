# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0"]
# ///
# mypy: ignore-errors
"""Train with what DDP refuses when used wrongly: unused parameters and checkpoints."""

import sys

import torch
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint


class Net(torch.nn.Module):
    """Two heads, of which each step uses one, over a checkpointed block that is used twice."""

    def __init__(self) -> None:
        super().__init__()
        self.block = torch.nn.Linear(8, 8)
        self.heads = torch.nn.ModuleList(torch.nn.Linear(8, 1) for _ in range(2))

    def forward(self, x: torch.Tensor, head: int) -> torch.Tensor:
        for _ in range(2):
            x = checkpoint(self.block, x, use_reentrant=False)
        return self.heads[head](x)


torch.manual_seed(0)
torch.distributed.init_process_group("gloo")
rank = torch.distributed.get_rank()
model = DistributedDataParallel(Net(), find_unused_parameters=True)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
for step in range(6):
    loss = model(torch.randn(4, 8), head=step % 2).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    sys.stdout.write(
        f"[rank{rank}] step {step}: loss {loss.item():.4f}, unused head {1 - step % 2}, 0 errors\n"
    )
torch.distributed.barrier()
torch.distributed.destroy_process_group()
