# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "lightning"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Fit with Lightning: sanity check, early stopping, checkpoints, gradient clipping."""

import lightning
import torch
from lightning.pytorch.callbacks import EarlyStopping, ModelCheckpoint, ModelSummary
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Classifier(lightning.LightningModule):
    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(nn.Linear(10, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 3))

    def training_step(self, batch: list[torch.Tensor]) -> torch.Tensor:
        loss = nn.functional.cross_entropy(self.net(batch[0]), batch[1])
        self.log("loss", loss, prog_bar=True)
        return loss

    def validation_step(self, batch: list[torch.Tensor]) -> None:
        error = (self.net(batch[0]).argmax(1) != batch[1]).float().mean()
        self.log("val_error", error, prog_bar=True)

    def configure_optimizers(self) -> torch.optim.Optimizer:
        return torch.optim.Adam(self.parameters(), lr=3e-3)


if __name__ == "__main__":
    lightning.seed_everything(9)
    points = torch.randn(640, 10)
    data = TensorDataset(points, points[:, :3].argmax(1))
    train, held_out = torch.utils.data.random_split(data, [512, 128])
    trainer = lightning.Trainer(
        accelerator="cpu",
        devices=1,
        precision="bf16-mixed",
        max_epochs=12,
        gradient_clip_val=1.0,
        detect_anomaly=True,
        logger=False,
        callbacks=[
            EarlyStopping("val_error", patience=2, check_finite=True, verbose=True),
            ModelCheckpoint("checkpoints/lightning", monitor="val_error", verbose=True),
            ModelSummary(max_depth=2),
        ],
    )
    model = Classifier()
    trainer.fit(model, DataLoader(train, 64, shuffle=True), DataLoader(held_out, 64))
    print(trainer.validate(model, DataLoader(held_out, 64), ckpt_path="best", verbose=True))
