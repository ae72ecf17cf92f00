# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0"]
# ///
# mypy: ignore-errors
"""A destructor that fails in the middle of a run, which goes on."""

import logging
import sys
from pathlib import Path

import torch
from torch.utils.data import DataLoader, TensorDataset

logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)
log = logging.getLogger("train")


class Writer:
    """Writes a last line when nobody needs it any more."""

    def __init__(self, path: str) -> None:
        """Open the file."""
        self.file = Path(path).open("w")  # noqa: SIM115  closed too early on purpose

    def __del__(self) -> None:
        """Write the last line."""
        self.file.write("done\n")


torch.manual_seed(0)
model = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
data = TensorDataset(torch.randn(256, 4), torch.randn(256, 1) * 0.1)
writer = Writer("out.txt")
writer.file.close()
for epoch in range(3):
    for inputs, targets in DataLoader(data, batch_size=32):
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(model(inputs), targets)
        loss.backward()
        optimizer.step()
    log.info("epoch %d loss %.4f", epoch, loss.item())
    if epoch == 1:
        writer = None
torch.save(model.state_dict(), "model.pt")
log.info("saved model.pt")
