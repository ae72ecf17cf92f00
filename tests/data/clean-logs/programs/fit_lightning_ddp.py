# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "lightning"]
# ///
# mypy: ignore-errors
"""Train with the DDP strategy of Lightning on two processes, with validation and a checkpoint."""

import lightning
import torch
from torch.utils.data import DataLoader, TensorDataset


class Model(lightning.LightningModule):
    """A linear regression that logs across the processes."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(4, 1)

    def training_step(self, batch: list[torch.Tensor], _: int) -> torch.Tensor:
        loss = (self.layer(batch[0]) - batch[1]).square().mean()
        self.log("train_error", loss, sync_dist=True)
        return loss

    def validation_step(self, batch: list[torch.Tensor], _: int) -> None:
        self.log("val_error", (self.layer(batch[0]) - batch[1]).abs().mean(), sync_dist=True)

    def configure_optimizers(self) -> torch.optim.Optimizer:
        return torch.optim.SGD(self.parameters(), lr=0.05)


if __name__ == "__main__":
    lightning.seed_everything(7)
    x = torch.randn(64, 4)
    data = TensorDataset(x, x.sum(1, keepdim=True))
    trainer = lightning.Trainer(
        accelerator="cpu",
        devices=2,
        strategy="ddp_find_unused_parameters_true",
        max_epochs=2,
        log_every_n_steps=2,
    )
    trainer.fit(Model(), DataLoader(data, batch_size=8), DataLoader(data, batch_size=8))
    trainer.print("finished", trainer.callback_metrics)
