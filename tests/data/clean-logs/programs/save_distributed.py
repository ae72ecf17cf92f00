# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0"]
# ///
# mypy: ignore-errors
"""Save and load distributed checkpoints, with and without a process group."""

import logging
import os
import sys
import warnings
from pathlib import Path

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp

logging.basicConfig(level=logging.DEBUG, format="%(levelname)s %(message)s", stream=sys.stdout)
log = logging.getLogger("run")
warnings.simplefilter("always")
state = {"weights": torch.ones(1000), "step": torch.tensor(100)}
dcp.save(state, checkpoint_id="step-100")
log.info("saved: %s", sorted(file.name for file in Path("step-100").iterdir()))
os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "29531", "RANK": "0", "WORLD_SIZE": "1"}
dist.init_process_group("gloo")
dcp.async_save(state, checkpoint_id="step-200").result()
loaded = {"weights": torch.zeros(1000), "step": torch.tensor(0)}
dcp.load(loaded, checkpoint_id="step-200")
difference = (loaded["weights"] - state["weights"]).abs().max()
log.info("loaded step %d, difference %.1f", loaded["step"], difference)
torch.save(state, "legacy.pt", _use_new_zipfile_serialization=False)
log.info("weights_only load: %s", sorted(torch.load("legacy.pt", weights_only=True)))
dist.destroy_process_group()
log.info("no file write failed, no checkpoint is corrupt")
