#!/usr/bin/env bash
# What DeepSpeed reports of a machine without GPUs, and a step of training on it.
set -uo pipefail
set -x
ds_report
cat > step.py <<'END'
import deepspeed
import torch

model = torch.nn.Linear(8, 1)
config = {"train_batch_size": 4, "optimizer": {"type": "Adam", "params": {"lr": 1e-3, "torch_adam": True}}}
engine, *_ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=config)
loss = engine(torch.ones(4, 8)).mean()
engine.backward(loss)
engine.step()
print("step done, loss is finite:", bool(torch.isfinite(loss)))
engine.save_checkpoint("checkpoints")
END
OMP_NUM_THREADS=1 DS_ACCELERATOR=cpu torchrun --standalone --nproc-per-node 1 step.py
