"""FSDP (``fully_shard``) under torchrun."""

from functools import partial

from benchmarks.faults.launchers import torchrun
from benchmarks.faults.launchers.run import Launcher

LAUNCHER = Launcher(partial(torchrun.command, trainer="fsdp.py"))
