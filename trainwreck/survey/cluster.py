"""Runs a survey on the workers of a Dask cluster: of this machine, or of a running scheduler."""

import contextlib
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import dask
from distributed import Client, KilledWorker, LocalCluster, as_completed
from distributed.client import Future, FutureCancelledError

from trainwreck.metadata import __version__
from trainwreck.survey import rows
from trainwreck.survey.errors import SchedulerError
from trainwreck.survey.inputs import LogFile
from trainwreck.survey.worker import catalog_digest, survey

Task = Callable[[Sequence[LogFile], str | None], list[dict[str, Any]]]
_AHEAD = 3
"""Batches per worker that are handed out at a time."""
CONNECT_SECONDS = 15.0
"""How long a scheduler may take to answer."""
_DEATHS = 1
"""Workers that a batch may end before it is split."""


@contextlib.contextmanager
def local_client(jobs: int | None) -> Iterator[Client]:
    """Start one worker process per core, or ``jobs``; together they may hold the memory there is.

    A worker that holds more than its share is ended and started again.
    """
    options = {
        "distributed.scheduler.allowed-failures": _DEATHS,
        "distributed.worker.memory.spill": False,
        "distributed.worker.memory.target": False,
        "distributed.admin.tick.limit": "1h",  # no warnings about the interpreter lock
    }
    with (
        dask.config.set(options),
        LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",  # any free port: without an address it is 8787
            silence_logs=logging.CRITICAL,
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


@contextlib.contextmanager
def remote_client(address: str, digest: str, root: str | None) -> Iterator[Client]:
    """Connect to the scheduler at ``address``.

    Args:
        address: as Dask writes it, ``tcp://host:8786``.
        digest: of the catalog of this process, which all workers must have.
        root: folder of the catalog, as workers see it.

    Raises:
        SchedulerError: if it cannot be reached, or its workers have another catalog.

    """
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, TypeError) as error:
        raise SchedulerError(
            f"{address}: no scheduler answers ({_first_line(error)}); start one with: dask"
            " scheduler, and name its address with --scheduler"
        ) from None
    with client:
        _check_workers(client, address, digest, root)
        yield client


def _check_workers(client: Client, address: str, digest: str, root: str | None) -> None:
    remedy = f"install trainwreck {__version__} where the workers run"
    try:
        client.wait_for_workers(1, timeout=60)
        digests = client.run(catalog_digest, root)
    except TimeoutError:
        raise SchedulerError(f"{address}: has no workers; start some with: dask worker") from None
    except Exception as error:  # noqa: BLE001  whatever an import or a catalog there raises
        problem = f"{address}: its workers cannot survey: {_first_line(error)}"
        raise SchedulerError(f"{problem}; {remedy}") from None
    if other := [worker for worker, found in digests.items() if found != digest]:
        problem = f"{address}: worker {other[0]} has another catalog or version of trainwreck"
        raise SchedulerError(f"{problem}; {remedy}")


def run(
    client: Client, batches: Iterable[list[LogFile]], root: str | None, task: Task = survey
) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of ``batches`` as they are finished, in any order.

    A batch whose worker dies is read again by another one. A log that ends each worker that reads
    it becomes a row that says so.

    Raises:
        SchedulerError: if the scheduler is lost.

    """
    waiting = iter(batches)
    running: dict[Future, list[LogFile]] = {}
    finished = as_completed()

    def submit(batch: list[LogFile]) -> None:
        future = client.submit(task, batch, root, pure=False)
        running[future] = batch
        finished.add(future)

    def fill() -> None:
        most = _AHEAD * max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
        while len(running) < most and (batch := next(waiting, None)):
            submit(batch)

    fill()
    while running:
        future = next(finished)
        batch = running.pop(future)
        done = _result(future, batch)
        if done is None:
            for log in batch:
                submit([log])
        else:
            yield done
        fill()


def _result(future: Future, batch: list[LogFile]) -> list[dict[str, Any]] | None:
    """Return the rows of a batch; None if it has to be read log by log."""
    try:
        done: list[dict[str, Any]] = future.result()
    except KilledWorker:
        if len(batch) > 1:
            return None
        reason = "each worker that read it ended, perhaps for lack of memory"
        return [rows.unreadable(batch[0], None, reason)]
    except (OSError, FutureCancelledError) as error:
        problem = f"the scheduler was lost: {_first_line(error)}"
        raise SchedulerError(f"{problem}; run the same command again to continue") from None
    finally:
        future.release()
    return done


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
