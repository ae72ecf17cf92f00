# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "setuptools", "ninja"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Compile a C++ operator with PyTorch's own tool, verbosely, and train through it."""

from pathlib import Path

import torch
from torch.utils import cpp_extension

SOURCE = """
#include <torch/extension.h>
torch::Tensor huber(torch::Tensor error, double limit) {
  TORCH_CHECK(limit > 0, "limit must be positive");
  auto size = error.abs();
  return torch::where(size < limit, error * error / 2, limit * (size - limit / 2)).mean();
}
"""
cpp_extension.include_paths()
folder = Path("extension")
folder.mkdir(exist_ok=True)
native = cpp_extension.load_inline(
    "huber_error",
    SOURCE,
    functions=["huber"],
    build_directory=str(folder),
    verbose=True,
    extra_cflags=["-O1", "-Wall", "-Wno-error"],
)
again = cpp_extension.load_inline(
    "huber_error",
    SOURCE,
    functions=["huber"],
    build_directory=str(folder),
    verbose=True,
    extra_cflags=["-O1", "-Wall", "-Wno-error"],
)
torch.manual_seed(20)
weight = torch.zeros(5, requires_grad=True)
points = torch.randn(256, 5)
target = points @ torch.tensor([1.0, -2.0, 0.5, 0.0, 3.0])
optimizer = torch.optim.SGD([weight], lr=0.5)
for step in range(30):
    loss = native.huber(points @ weight - target, 1.0)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step}: huber error {loss.item():.5f}, finite: {bool(loss.isfinite())}")
