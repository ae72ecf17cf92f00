"""Takes the names of the machine out of a log."""

import re
import socket
from pathlib import Path

from benchmarks.faults.launchers.run import TRAINING

NODE = "node01"
"""What stands for the name of this machine."""
_FOLDERS = {"/tmp/": "/scratch/", "/root/": "/users/someone/"}  # noqa: S108  names, not used


def neutral(log: str, python: Path) -> str:
    """Return ``log`` without the folders and the name of this machine.

    Args:
        log: what a run printed.
        python: the interpreter of the environment with the frameworks.

    """
    places = {
        str(TRAINING): "/scratch/project/code",
        str(python.absolute().parent.parent): "/scratch/project/environment",
        **_FOLDERS,
    }
    for here, there in places.items():
        log = log.replace(here, there)
    host = re.escape(socket.gethostname().partition(".")[0])
    return re.sub(rf"(?<![\w.]){host}(?:\.[\w-]+)*(?!\w)", NODE, log)
