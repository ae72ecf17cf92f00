# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""A long run that logs a line of JSON per step and a wide text line every tenth."""

import json
import logging
import resource
import time
import warnings

import torch
from torch import nn

logging.captureWarnings(capture=True)
logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
torch.manual_seed(21)
model = nn.GRU(8, 24, batch_first=True)
head = nn.Linear(24, 8)
parameters = [*model.parameters(), *head.parameters()]
optimizer = torch.optim.Adam(parameters, lr=4e-3)
plan = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=401)
print(json.dumps({"event": "start", "timeout_s": 1800, "oom_guard": "off", "resume": None}))
tick = time.perf_counter()
for step in range(1, 401):
    series = torch.sin(torch.arange(20)[:, None] * torch.rand(16, 1, 8) + torch.rand(16, 1, 8))
    loss = nn.functional.mse_loss(head(model(series[:, :-1])[0]), series[:, 1:])
    optimizer.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(parameters, 0.5, error_if_nonfinite=True)
    optimizer.step()
    plan.step()
    record = {
        "step": step,
        "loss": round(loss.item(), 4),
        "grad_norm": round(norm.item(), 3),
        "lr": plan.get_last_lr()[0],
        "nan_iterations": 0,
        "skipped_iterations": 0,
        "max_rss_kib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        "error": None,
    }
    print(json.dumps(record))
    if step % 10 == 0:
        spent, tick = time.perf_counter() - tick, time.perf_counter()
        print(
            f" iteration {step:8d}/     400 | consumed samples: {16 * step:12d} | elapsed time per"
            f" iteration (ms): {100 * spent:.1f} | lm loss: {loss.item():.6E} | loss scale: 1.0 |"
            f" grad norm: {norm.item():.3f} | number of skipped iterations: 0 |"
            " number of nan iterations: 0 |"
        )
    if step == 200:
        warnings.warn("validation is slow: 1.2 s > 1.0 s timeout budget, ignored", stacklevel=1)
print(json.dumps({"event": "end", "status": "ok", "errors": [], "failed_steps": 0, "exit_code": 0}))
