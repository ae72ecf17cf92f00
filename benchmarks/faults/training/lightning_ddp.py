"""Trains with Lightning, which starts the other ranks itself."""

import os
import time
from datetime import timedelta

import faults
import lightning
import torch
import torch_faults
from lightning.pytorch.strategies import DDPStrategy
from torch import nn


class Classifier(lightning.LightningModule):
    """A small model, with a fault in one rank."""

    def __init__(self, fault: str, faulty: int) -> None:
        """Inject ``fault`` into the rank ``faulty``."""
        super().__init__()
        self.layers = torch_faults.model()
        self.fault, self.faulty = fault, faulty

    def train_dataloader(self) -> torch.utils.data.DataLoader:
        """Return this rank's data."""
        fault = self.fault if self.global_rank == self.faulty else "none"
        return torch_faults.loader(fault, self.global_rank, self.trainer.world_size)

    def training_step(self, batch: list[torch.Tensor], index: int) -> torch.Tensor:
        """Return the loss of a batch."""
        if self.fault in faults.FROM_OUTSIDE:
            time.sleep(0.3)
        torch_faults.inject(self.fault, index, is_mine=self.global_rank == self.faulty)
        loss = nn.functional.cross_entropy(self.layers(batch[0]), batch[1])
        if self.global_rank == 0:
            print(f"step {index} loss {loss.item():.4f} lr 0.1", flush=True)
        return loss

    def configure_optimizers(self) -> torch.optim.Optimizer:
        """Return the optimizer."""
        return torch.optim.SGD(self.parameters(), 0.1)


def main() -> None:
    """Train, with the fault that the command line names."""
    given = faults.arguments()
    if int(os.environ.get("LOCAL_RANK", "0")) == given.rank:
        faults.before_start(given.fault)
    trainer = lightning.Trainer(
        accelerator="cpu",
        devices=4,
        strategy=DDPStrategy(
            process_group_backend="gloo", timeout=timedelta(seconds=given.timeout)
        ),
        max_steps=1000 if given.fault in faults.FROM_OUTSIDE else faults.STEPS,
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        use_distributed_sampler=False,
    )
    trainer.fit(Classifier(given.fault, given.rank))


if __name__ == "__main__":
    main()
