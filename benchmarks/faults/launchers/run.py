"""Starts one training run and returns what it prints."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

TRAINING = Path(__file__).parents[1] / "training"
"""The folder of the trainers."""
RANKS = 4
"""Ranks of a run."""
FAULTY = 2
"""The rank into which faults are injected."""
WRONG_SIZE = RANKS + 1
"""Ranks that a run with the fault ``wrong-world-size`` expects."""
_ADDRESS = "127.0.0.1"
_SECONDS_TO_END = 10
_STEP_OF_SIGNAL = re.compile(r"\bstep 3\b")


@dataclass(frozen=True)
class Run:
    """What a launcher is told about one run."""

    fault: str
    python: Path
    """The interpreter of the environment with the frameworks."""
    port: int
    """A free port."""
    folder: Path
    """An empty folder."""

    def program(self, name: str) -> str:
        """Return the path of a program of the environment, or its name for the search path."""
        own = self.python.with_name(name)
        return str(own) if own.exists() else name

    def training(self, trainer: str, timeout: float = 8) -> list[str]:
        """Return a trainer with its arguments; ``timeout`` is that of its collectives."""
        arguments = ["--fault", self.fault, "--rank", str(FAULTY), "--timeout", str(timeout)]
        return [str(TRAINING / trainer), *arguments]

    @property
    def world_size(self) -> int:
        """How many ranks the trainers are to expect."""
        return WRONG_SIZE if self.fault == "wrong-world-size" else RANKS


def terminate(process: subprocess.Popen[str]) -> None:
    """End a launcher as a scheduler does."""
    process.terminate()


@dataclass(frozen=True)
class Launcher:
    """How the runs of one launcher or framework are started."""

    command: Callable[[Run], Sequence[str]]
    """Returns the command line."""
    environment: Callable[[Run], Mapping[str, str]] = lambda _: {}
    """Returns what it needs in its environment beside the address and the port."""
    surroundings: Callable[[Path], contextlib.AbstractContextManager[None]] = field(
        default=lambda _: contextlib.nullcontext()
    )
    """What has to run beside it, all the time; it may write to the folder."""
    end: Callable[[subprocess.Popen[str]], None] = terminate
    """Ends a run from outside."""
    programs: tuple[str, ...] = ()
    """Programs that it needs beside the interpreter or on the search path."""
    limit: float = 120
    """Seconds after which a run is killed."""

    def missing(self, python: Path) -> list[str]:
        """Return which of its programs are neither beside ``python`` nor on the search path."""
        places = _search_path(python)
        return [program for program in self.programs if not shutil.which(program, path=places)]


def run(launcher: Launcher, fault: str, python: Path) -> str:
    """Return what a training run with ``fault`` prints, both streams together."""
    with tempfile.TemporaryDirectory() as folder, _port(is_kept=fault == "port-in-use") as port:
        one = Run(fault, python, port, Path(folder))
        environment = {
            **os.environ,
            "PATH": _search_path(python),
            "MASTER_ADDR": _ADDRESS,
            "MASTER_PORT": str(port),
            **launcher.environment(one),
        }
        process = subprocess.Popen(
            launcher.command(one),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            cwd=folder,
            text=True,
            start_new_session=True,
        )
        timer = threading.Timer(launcher.limit, _give_up, [process])
        timer.start()
        try:
            return "".join(_lines(launcher, fault, process))
        finally:
            timer.cancel()
            _kill(process)
            process.wait()


def _search_path(python: Path) -> str:
    return f"{python.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"


def _lines(launcher: Launcher, fault: str, process: subprocess.Popen[str]) -> Iterator[str]:
    is_to_end = fault in ("terminated", "scancel")
    for line in process.stdout or ():
        yield line
        if is_to_end and _STEP_OF_SIGNAL.search(line):
            is_to_end = False
            launcher.end(process)


def _give_up(process: subprocess.Popen[str]) -> None:
    """End a run that takes too long; a launcher that is asked to ends its ranks elsewhere too."""
    terminate(process)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_SECONDS_TO_END)
    _kill(process)


def _kill(process: subprocess.Popen[str]) -> None:
    """End the process and all that it started, the stopped ones too."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@contextlib.contextmanager
def _port(*, is_kept: bool) -> Iterator[int]:
    """Yield a port that is free, or one on which another process listens."""
    with socket.socket() as probe:
        probe.bind((_ADDRESS, 0))
        port: int = probe.getsockname()[1]
        if is_kept:
            probe.listen()
            yield port
            return
    yield port
