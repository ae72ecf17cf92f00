# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0"]
# ///
# mypy: ignore-errors
"""Train, save every 20 steps; asked to stop by SIGUSR1, save and leave; resume when run again."""

import logging
import os
import signal
import sys
from pathlib import Path

import torch
from torch import nn

logging.basicConfig(level=logging.INFO, format="[%(asctime)s][%(levelname)s] %(message)s")
log = logging.getLogger()
stopping, first = False, 0


def stop(number: int, _: object) -> None:
    global stopping  # noqa: PLW0603
    stopping = True
    log.warning("Caught signal %d (SIGUSR1): time limit near, will checkpoint", number)


signal.signal(signal.SIGUSR1, stop)
folder = Path("checkpoints")
folder.mkdir(exist_ok=True)
torch.manual_seed(7)
model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(144, 10))
optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-3)
latest = folder / "last.pt"
if latest.exists():
    saved = torch.load(latest, map_location="cpu", weights_only=True)
    keys = model.load_state_dict(saved["model"])
    log.info("resuming from %s (step %d): %s", latest, saved["step"], keys)
    optimizer.load_state_dict(saved["optimizer"])
    first = saved["step"] + 1
else:
    log.info("no checkpoint in %s, starting from scratch (this is fine)", folder)
for step in range(first, 120):
    images, labels = torch.randn(16, 1, 8, 8), torch.randint(10, (16,))
    loss = nn.functional.cross_entropy(model(images), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    log.info("step %d/120 loss %.4f lr 0.001 nan 0", step, loss.item())
    if step == 70 and first == 0:
        os.kill(os.getpid(), signal.SIGUSR1)
    if stopping or step % 20 == 19:
        state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step}
        torch.save(state, folder / "last.tmp")
        (folder / "last.tmp").rename(latest)
        log.info("saved %s, %d bytes, no write errors", latest, latest.stat().st_size)
    if stopping:
        sys.exit()  # with code 0, to be queued again
log.info("done after 120 steps")
