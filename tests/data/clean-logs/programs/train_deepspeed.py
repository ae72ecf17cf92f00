# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "deepspeed"]
# ///
# mypy: ignore-errors
"""Train with ZeRO stage 2 of DeepSpeed on two processes of the CPU, in bfloat16."""

import sys

import deepspeed
import torch

CONFIG = {
    "train_batch_size": 8,
    "train_micro_batch_size_per_gpu": 2,
    "gradient_accumulation_steps": 2,
    "bf16": {"enabled": True},
    "zero_optimization": {"stage": 2},
    "gradient_clipping": 1.0,
    "steps_per_print": 2,
    "optimizer": {"type": "Adam", "params": {"lr": 1e-2, "torch_adam": True}},
}
deepspeed.init_distributed("gloo")
model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 1))
engine, *_ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=CONFIG)
for step in range(8):
    loss = engine(torch.randn(2, 8, dtype=torch.bfloat16)).float().square().mean()
    engine.backward(loss)
    engine.step()
    sys.stdout.write(
        f"rank {engine.global_rank} step {step} loss {loss.item():.3f} overflow False skipped 0\n"
    )
engine.save_checkpoint("checkpoints", tag="last")
torch.distributed.destroy_process_group()
