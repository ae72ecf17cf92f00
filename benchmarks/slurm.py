"""Survey a generated month on Dask workers that Slurm starts, and compare with this machine alone.

    python -m benchmarks.slurm [--logs N] [--jobs N] [--folder DIR]

Starts a Slurm of one node in a temporary folder, on free ports. It needs root, Debian's packages
slurm-wlm and munge, and ``pip install dask-jobqueue``.
"""

import argparse
import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from benchmarks.months import Month, write_month

CONFIGURATION = """\
ClusterName=survey
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
ProctrackType=proctrack/linuxproc
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
CommunicationParameters=EnableIPv6
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus}
PartitionName=gpu Nodes=ALL Default=YES
"""
_SECONDS_TO_START = 60


def main() -> None:
    """Print how fast both surveys are, and how many of their rows differ."""
    parser = argparse.ArgumentParser(description="Survey a month of logs on workers of Slurm.")
    parser.add_argument("--logs", type=int, default=300, metavar="N")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="Jobs, one worker each.")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="Where to write; kept.")
    given = parser.parse_args()
    for program in ("munged", "slurmctld", "slurmd"):
        if not shutil.which(program):
            sys.exit(f"{program} is missing; install: apt-get install slurm-wlm munge")
    with tempfile.TemporaryDirectory() as scratch:
        folder = (given.folder or Path(scratch)).resolve()
        month = write_month(folder, given.logs, 21_000)
        alone = survey(month, folder / "alone", ["--jobs", str(given.jobs)])
        with slurm(folder / "slurm"), workers(given.jobs, folder) as address:
            print(_output("squeue", "--Format=JobID,Name,State,NodeList"), flush=True)
            together = survey(month, folder / "on-slurm", ["--scheduler", address])
        print(f"this machine {given.logs / alone:7,.0f} logs/s")
        print(f"Slurm        {given.logs / together:7,.0f} logs/s, {given.jobs} jobs")
        pairs = zip(*(rows(folder / name) for name in ("alone", "on-slurm")), strict=True)
        wrong = sum(own != other for own, other in pairs)
        print(f"rows that differ: {wrong} of {given.logs}")
    sys.exit(1 if wrong else 0)


@contextlib.contextmanager
def slurm(folder: Path) -> Iterator[None]:
    """Run a Slurm of one node in ``folder``, with munge and ports of its own."""
    for name in ("state", "spool"):
        (folder / name).mkdir(parents=True)
    key = folder / "munge.key"
    key.write_bytes(secrets.token_bytes(128))
    key.chmod(0o400)
    ports = _free_ports(2)
    configuration = folder / "slurm.conf"
    configuration.write_text(
        CONFIGURATION.format(
            host=socket.gethostname().partition(".")[0],
            folder=folder,
            controller_port=ports[0],
            node_port=ports[1],
            cpus=os.cpu_count(),
        ),
        encoding="utf-8",
    )
    os.environ["SLURM_CONF"] = str(configuration)
    munged = ["munged", "--foreground", "--force", f"--key-file={key}", "--num-threads=2"]
    munged += [f"--{name}={folder}/munge.{name[:4]}" for name in ("socket", "pid-file", "log-file")]
    munged += [f"--seed-file={folder}/munge.seed"]
    with contextlib.ExitStack() as running:
        running.enter_context(_daemon(folder, munged))
        _wait_for((folder / "munge.sock").exists, folder)
        running.enter_context(_daemon(folder, ["slurmctld", "-D"]))
        running.enter_context(_daemon(folder, ["slurmd", "-D"]))
        _wait_for(lambda: "idle" in _output("sinfo", "--noheader", "--format=%T"), folder)
        yield


@contextlib.contextmanager
def workers(jobs: int, folder: Path) -> Iterator[str]:
    """Yield the address of a Dask scheduler whose workers run in ``jobs`` jobs of Slurm."""
    try:
        from dask_jobqueue import SLURMCluster  # noqa: PLC0415  only this needs it
    except ImportError:
        sys.exit("dask-jobqueue is missing; install: pip install dask-jobqueue")
    options: dict[str, Any] = {"cores": 1, "processes": 1, "memory": "2GB", "walltime": "00:10:00"}
    options["job_directives_skip"] = ["--mem"]  # this Slurm counts processors alone
    with SLURMCluster(queue="gpu", log_directory=str(folder / "slurm"), **options) as cluster:
        cluster.scale(jobs=jobs)
        cluster.wait_for_workers(jobs, timeout=_SECONDS_TO_START)
        yield cluster.scheduler_address


def survey(month: Month, output: Path, options: Sequence[str]) -> float:
    """Return the seconds that a survey takes."""
    command = [sys.executable, "-m", "trainwreck", "survey", str(month.logs), *options]
    command += ["--output", str(output), "--accounting", str(month.accounting), "--show-users"]
    start = time.perf_counter()
    subprocess.run([*command, "--restart"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def rows(output: Path) -> list[dict[str, Any]]:
    """Return the rows of a survey, sorted by their logs."""
    found = pq.read_table(output / "logs.parquet").sort_by("path")
    listed: list[dict[str, Any]] = found.to_pylist()
    return listed


@contextlib.contextmanager
def _daemon(folder: Path, command: Sequence[str]) -> Iterator[None]:
    with (folder / f"{command[0]}.out").open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def _wait_for(is_ready: Callable[[], bool], folder: Path) -> None:
    end = time.monotonic() + _SECONDS_TO_START
    while not is_ready():
        if time.monotonic() > end:
            sys.exit(f"Slurm does not start; see the files *.out in {folder}")
        time.sleep(0.5)


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def _free_ports(number: int) -> list[int]:
    with contextlib.ExitStack() as opened:
        sockets = [opened.enter_context(socket.socket()) for _ in range(number)]
        for free in sockets:
            free.bind(("127.0.0.1", 0))
        return [free.getsockname()[1] for free in sockets]


if __name__ == "__main__":
    main()
