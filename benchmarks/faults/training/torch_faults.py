"""Faults of PyTorch, beside those that need no framework."""

import itertools
import os
import resource
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import faults
import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

FEATURES, CLASSES = 16, 4
LAST_SOUND = 60
"""Samples after this one fail, where the data are to fail."""


class BadData(TensorDataset):
    """A dataset in which one sample raises, or ends the worker process that loads it."""

    def __init__(self, *tensors: torch.Tensor, how: str) -> None:
        """Fail as ``how`` says."""
        super().__init__(*tensors)
        self.how = how

    def __getitem__(self, index: int) -> tuple[torch.Tensor, ...]:
        """Return a sample; samples beyond the first few batches fail."""
        if index > LAST_SOUND:
            if self.how == "worker-raises":
                raise ValueError(f"sample {index}: label 7 is not in the table of classes")
            if self.how == "worker-killed":
                os.kill(os.getpid(), signal.SIGKILL)
            if self.how == "worker-segfault":
                os.kill(os.getpid(), signal.SIGSEGV)
            if self.how == "worker-unequal":
                return self.tensors[0][index][: 3 + index % 5], self.tensors[1][index]
        return super().__getitem__(index)


def loader(how: str, rank: int, world: int) -> DataLoader:
    """Return batches of random numbers, the same in each run."""
    torch.manual_seed(0)
    inputs, targets = torch.randn(512, FEATURES), torch.randint(CLASSES, (512,))
    is_worker_fault = how.startswith("worker-")
    dataset = (
        BadData(inputs, targets, how=how) if is_worker_fault else TensorDataset(inputs, targets)
    )
    sampler = DistributedSampler(dataset, world, rank, shuffle=False)
    return DataLoader(dataset, 8, sampler=sampler, num_workers=2 if is_worker_fault else 0)


def batches(how: str, rank: int, world: int) -> Iterator[list[torch.Tensor]]:
    """Yield the batches again and again."""
    return itertools.cycle(loader(how, rank, world))


def model() -> nn.Module:
    """Return a small model."""
    return nn.Sequential(nn.Linear(FEATURES, 32), nn.Linear(32, CLASSES))


def full_disk() -> None:
    """Save a checkpoint where there is no space."""
    with Path("/dev/full").open("wb") as file:
        torch.save({"weights": torch.zeros(1000)}, file)


def memory_error() -> None:
    """Ask for more host memory than the process may have."""
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    torch.empty(4 << 30, dtype=torch.uint8)


def other_shape() -> None:
    """Call the collective of the others with another shape."""
    dist.all_gather([torch.zeros(5) for _ in range(dist.get_world_size())], torch.zeros(5))


def _inplace() -> None:
    weight = torch.ones(3, requires_grad=True)
    hidden = weight.sigmoid()
    hidden += 1
    hidden.sum().backward()


FAULTS: dict[str, Callable[[], object]] = {
    **faults.FAULTS,
    "wrong-shape": lambda: torch.zeros(8, FEATURES) @ torch.zeros(FEATURES + 2, CLASSES),
    "wrong-broadcast": lambda: torch.zeros(8, 3) + torch.zeros(8, 4),
    "wrong-dtype": lambda: nn.Linear(4, 4)(torch.zeros(2, 4, dtype=torch.float64)),
    "wrong-target": lambda: nn.functional.cross_entropy(
        torch.zeros(2, CLASSES), torch.tensor([0, CLASSES + 3])
    ),
    "embedding-index": lambda: nn.Embedding(10, 4)(torch.tensor([3, 11])),
    "backward-twice": lambda: [
        loss.backward() for loss in [torch.ones(2, requires_grad=True).exp().sum()] * 2
    ],
    "inplace": _inplace,
    "extra-collective": lambda: dist.all_reduce(torch.zeros(3)),
    "other-shape": other_shape,
    "full-disk": full_disk,
    "missing-file": lambda: torch.load("/scratch/project/checkpoints/last.pt"),
    "host-memory": memory_error,
}
"""What can be injected at a step; faults of data loading and start-up are handled elsewhere."""


def inject(fault: str, step: int, *, is_mine: bool) -> None:
    """Inject ``fault`` if this is the rank and the step for it."""
    if is_mine and step == faults.STEP and fault in FAULTS:
        FAULTS[fault]()


def train(model: nn.Module, fault: str, rank: int, world: int, *, is_mine: bool) -> None:
    """Train ``model``, already wrapped for its ranks; the rank that ``is_mine`` has the fault."""
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    samples = batches(fault if is_mine else "none", rank, world)
    for step in faults.steps(fault):
        inject(fault, step, is_mine=is_mine)
        inputs, targets = next(samples)
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(inputs), targets)
        loss.backward()
        optimizer.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f} lr 0.1", flush=True)
