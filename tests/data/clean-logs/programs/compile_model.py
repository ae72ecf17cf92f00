# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Compile a model with a deliberate graph break; all of it runs."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(16)
        self.linear = nn.Linear(16, 16)

    def forward(self, batch: torch.Tensor) -> torch.Tensor:
        hidden = self.linear(self.norm(batch)).relu()
        torch._dynamo.graph_break()  # noqa: SLF001 -- no public name
        return batch + hidden * hidden.mean()


torch.manual_seed(6)
model = torch.compile(Block(), backend="inductor")
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(4):
    batch = torch.randn(8 if step < 3 else 12, 16)  # the last size is new: one recompilation
    loss = (model(batch) - batch.flip(1)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step} loss {loss.item():.4f}")
