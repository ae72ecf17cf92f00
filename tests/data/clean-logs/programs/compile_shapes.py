# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Compile functions with sizes that change, a graph break and a fallback; all of it runs."""

import logging

import torch

log = logging.getLogger("train")


@torch.compile
def normalize(batch: torch.Tensor, error_scale: float) -> torch.Tensor:
    centered = batch - batch.mean(0)
    log.info("a call that Dynamo can't trace breaks the graph")
    return centered / (centered.std(0) + error_scale)


@torch.compile
def select(batch: torch.Tensor) -> torch.Tensor:
    if batch.sum().item() > 0:
        return batch[batch > 0]
    return batch.nonzero()


@torch.compiler.disable
def describe(batch: torch.Tensor) -> str:
    return f"{tuple(batch.shape)} max_error={batch.abs().max().item():.3f}"


torch.manual_seed(2)
for step, size in enumerate((4, 6, 9, 9)):
    batch = normalize(torch.randn(size, 3), 1e-6 * (step + 1))
    print(f"step {step}: {describe(batch)} selected {len(select(batch))}")
explanation = torch._dynamo.explain(normalize)(torch.randn(5, 3), 1e-6)  # noqa: SLF001 -- no public name
print(f"graphs {explanation.graph_count}, breaks {explanation.graph_break_count}")
