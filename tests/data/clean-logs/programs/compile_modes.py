# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Compile, trace, script and export one model in several modes; all of it runs."""

import torch
from torch import nn


class Head(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(64, 64), nn.GELU(), nn.Linear(64, 8))

    def forward(self, batch: torch.Tensor) -> torch.Tensor:
        if batch.shape[0] == 0:
            raise RuntimeError("empty batch")
        return self.layers(batch).softmax(-1)


torch.manual_seed(3)
model = Head().eval()
batch = torch.randn(32, 64)
with torch.no_grad():
    expected = model(batch)
    for mode in ("default", "reduce-overhead", "max-autotune"):
        error = (torch.compile(model, mode=mode)(batch) - expected).abs().max().item()
        print(f"{mode}: max error {error:.2e}")
        torch.compiler.reset()
traced = torch.jit.trace(model, batch)
print("traced, error", (traced(batch) - expected).abs().max().item())
program = torch.export.export(
    model, (batch,), dynamic_shapes=({0: torch.export.Dim("rows", min=2)},)
)
print(program)
print("exported, error", (program.module()(batch[:7]) - expected[:7]).abs().max().item())
