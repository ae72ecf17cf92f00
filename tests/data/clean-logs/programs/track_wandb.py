# /// script
# requires-python = ">=3.11"
# dependencies = ["wandb"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Log a made-up run with wandb, offline."""

import math
import random

import wandb

random.seed(15)
config = {"lr": 1e-3, "timeout": 1800, "on_nan": "raise", "max_errors": 0}
with wandb.init(project="clean", name="no-failures", mode="offline", config=config) as run:
    run.define_metric("val_error", summary="min")
    table = wandb.Table(columns=["sample", "error"])
    for step in range(60):
        loss = math.exp(-step / 20) + random.random() / 50  # noqa: S311 -- noise
        run.log({"loss": loss, "val_error": loss / 2, "grad_norm": 3 * loss, "nan_count": 0})
        if step % 10 == 0:
            table.add_data(step, loss)
            print(f"step {step} loss {loss:.4f} nan_count=0")
    run.log({"worst": table})
    run.alert("Finished", "0 errors, 0 warnings", level=wandb.AlertLevel.INFO)
print("offline run closed; sync failed runs: none")
