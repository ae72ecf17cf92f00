"""Trains a small model on the CPU with several ranks, and injects one fault into one of them.

Started by torchrun in an environment with PyTorch, in which trainwreck need not be installed::

    torchrun --nproc-per-node 4 trainer.py --fault KeyError --rank 2
"""

import argparse
import errno
import importlib
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

STEP = 5
"""Training step at which the fault is injected."""
STEPS = 12
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


def kill(number: int) -> Callable[[], None]:
    """Return a function that sends this process a signal."""
    return lambda: os.kill(os.getpid(), number)


def full_disk() -> None:
    """Save a checkpoint where there is no space."""
    with Path("/dev/full").open("wb") as file:
        torch.save({"weights": torch.zeros(1000)}, file)


def key_error() -> None:
    """Look up what a configuration lacks."""
    config = {"lr": 0.1}
    print(config["warmup_steps"])


def memory_error() -> None:
    """Ask for more host memory than the process may have."""
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    torch.empty(4 << 30, dtype=torch.uint8)


def open_files() -> None:
    """Open more files than the process may have open."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    kept = [Path("/dev/null").open() for _ in range(100)]  # noqa: SIM115  they are to stay open
    print(len(kept))


def denied() -> None:
    """Write where the user must not."""
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "/scratch/shared/cache/lock")


def extra_collective() -> None:
    """Call a collective that the other ranks don't call."""
    dist.all_reduce(torch.zeros(3))


def other_shape() -> None:
    """Call the collective of the others with another shape."""
    dist.all_gather([torch.zeros(5) for _ in range(dist.get_world_size())], torch.zeros(5))


def lost_store() -> None:
    """End the process that keeps the store of the rendezvous, without a word."""
    os._exit(7)


def _inplace() -> None:
    weight = torch.ones(3, requires_grad=True)
    hidden = weight.sigmoid()
    hidden += 1
    hidden.sum().backward()


def _check_finite(loss: torch.Tensor) -> None:
    if not torch.isfinite(loss):
        raise FloatingPointError(f"loss is {loss.item()} at step {STEP}")


FAULTS: dict[str, Callable[[], object]] = {
    "SIGKILL": kill(signal.SIGKILL),
    "SIGSEGV": kill(signal.SIGSEGV),
    "SIGBUS": kill(signal.SIGBUS),
    "SIGABRT": kill(signal.SIGABRT),
    "SIGTERM": kill(signal.SIGTERM),
    "SIGFPE": kill(signal.SIGFPE),
    "SIGSTOP": kill(signal.SIGSTOP),
    "hang": lambda: threading.Event().wait(),
    "sleep": lambda: time.sleep(600),
    "early-exit": lambda: sys.exit(0),
    "exit-3": lambda: os._exit(3),
    "KeyError": key_error,
    "ZeroDivisionError": lambda: 1 / 0,
    "assertion": lambda: (_ for _ in ()).throw(AssertionError("queue is empty")),
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
    "extra-collective": extra_collective,
    "other-shape": other_shape,
    "full-disk": full_disk,
    "missing-file": lambda: torch.load("/scratch/project/checkpoints/last.pt"),
    "missing-module": lambda: importlib.import_module("flash_attn_3_missing"),
    "permission": denied,
    "host-memory": memory_error,
    "open-files": open_files,
    "nan": lambda: _check_finite(torch.tensor(float("nan"))),
    "lost-store": lost_store,
}
"""What can be injected at a step; faults of data loading and start-up are handled elsewhere."""


def main() -> None:
    """Train, with the fault that the command line names."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--fault", required=True)
    parser.add_argument("--rank", type=int, required=True)
    parser.add_argument("--timeout", type=float, default=8)
    given = parser.parse_args()
    rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    is_mine = rank == given.rank
    if is_mine and given.fault == "import":
        importlib.import_module("src_of_another_project")
    if is_mine and given.fault == "late-start":
        sys.exit("configuration: no dataset named 'shards' in /scratch/project/data.yml")
    dist.init_process_group("gloo", timeout=timedelta(seconds=given.timeout))
    print(f"rank {rank} of {world} is ready", flush=True)
    model = DistributedDataParallel(nn.Sequential(nn.Linear(FEATURES, 32), nn.Linear(32, CLASSES)))
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    batches = iter(loader(given.fault if is_mine else "none", rank, world))
    for step in range(STEPS):
        if is_mine and step == STEP and given.fault in FAULTS:
            FAULTS[given.fault]()
        inputs, targets = next(batches)
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(inputs), targets)
        loss.backward()
        optimizer.step()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f} lr 0.1", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
