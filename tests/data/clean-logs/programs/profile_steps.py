# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Profile a few steps and print the tables of time and memory."""

import torch
from torch import nn
from torch.profiler import ProfilerActivity, profile, record_function, schedule

torch.manual_seed(17)
model = nn.Sequential(
    nn.Conv2d(3, 16, 3),
    nn.BatchNorm2d(16),
    nn.ReLU(),
    nn.MaxPool2d(2),
    nn.Flatten(),
    nn.Linear(16 * 15 * 15, 10),
)
optimizer = torch.optim.Adam(model.parameters())
print(torch.__config__.show())
print(torch.__config__.parallel_info())
print(f"CUDA available: {torch.cuda.is_available()}, memory limit: none, OOM guard off")


def report(profiler: profile) -> None:
    averages = profiler.key_averages()
    print(averages.table(sort_by="self_cpu_memory_usage", row_limit=25))
    print(averages.table(sort_by="cpu_time_total", row_limit=15, max_name_column_width=40))


with profile(
    activities=[ProfilerActivity.CPU],
    schedule=schedule(wait=1, warmup=1, active=3),
    on_trace_ready=report,
    profile_memory=True,
    record_shapes=True,
) as profiler:
    for step in range(6):
        with record_function("train_step"):
            images, labels = torch.randn(8, 3, 32, 32), torch.randint(10, (8,))
            loss = nn.functional.cross_entropy(model(images), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"step {step} loss={loss.item():.4f}")
        profiler.step()
