"""Save and load distributed checkpoints, with and without a process group. Needs torch."""

import logging
import os
import warnings

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp

logging.basicConfig(level=logging.DEBUG, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
warnings.simplefilter("always")
state = {"weights": torch.ones(1000), "step": torch.tensor(100)}
dcp.save(state, checkpoint_id="step-100")
print("saved without a process group:", sorted(os.listdir("step-100")))
os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "29531", "RANK": "0", "WORLD_SIZE": "1"}
dist.init_process_group("gloo")
pending = dcp.async_save(state, checkpoint_id="step-200")
pending.result()
loaded = {"weights": torch.zeros(1000), "step": torch.tensor(0)}
dcp.load(loaded, checkpoint_id="step-200")
print("loaded step", int(loaded["step"]), "difference", float((loaded["weights"] - state["weights"]).abs().max()))
torch.save(state, "legacy.pt", _use_new_zipfile_serialization=False)
print("legacy format, weights_only load:", sorted(torch.load("legacy.pt", weights_only=True)))
dist.destroy_process_group()
print("no file write failed, no checkpoint is corrupt")
