# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0"]
# ///
# mypy: ignore-errors
"""Autocast to bf16, or to fp16 with a GradScaler that skips its first steps, as it should."""

import logging
import sys

import torch
from torch import nn

logging.basicConfig(level=logging.DEBUG, format="%(asctime)s,%(name)s,%(levelname)s,%(message)s")
log = logging.getLogger("amp")
torch.manual_seed(5)
points = torch.randn(512, 20)
target = points[:, :1] * 2 - points[:, 1:2]


def fit(dtype: torch.dtype, scaler: torch.amp.GradScaler) -> None:
    model = nn.Sequential(nn.Linear(20, 64), nn.SiLU(), nn.Linear(64, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(60):
        with torch.autocast("cpu", dtype=dtype):
            guess = model(points)
        loss = nn.functional.mse_loss(guess.float(), target, reduction="sum")
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        before = scaler.get_scale()
        scaler.step(optimizer)
        scaler.update()
        if scaler.is_enabled() and scaler.get_scale() < before:
            log.info("step %d overflowed and was skipped; the scale is halved", step)
        log.debug(
            "%s step %d loss %.4f grad_norm: %.3f scale %g",
            dtype,
            step,
            loss.item(),
            norm,
            before,
        )
    log.info("finished: finite weights: %s", all(p.isfinite().all() for p in model.parameters()))


if sys.argv[1] == "bf16":
    log.info("bf16: no loss scaling needed, inf checks off, nan_policy=raise")
    fit(torch.bfloat16, torch.amp.GradScaler("cpu", enabled=False))
else:
    log.info("fp16: dynamic loss scale, starts at 65536, growth_interval 20")
    fit(torch.float16, torch.amp.GradScaler("cpu", growth_interval=20))
