"""Runs a survey on the workers of a Dask cluster: of this machine, or of a running scheduler."""

import contextlib
import itertools
import logging
import queue
from collections.abc import Iterable, Iterator
from typing import Any

import dask
from distributed import Client, KilledWorker, LocalCluster
from distributed.client import Future, FutureCancelledError
from distributed.utils import silence_logging_cmgr

from trainwreck.metadata import __version__
from trainwreck.survey.errors import SchedulerError
from trainwreck.survey.inputs import LogFile
from trainwreck.survey.isolation import Task, alone
from trainwreck.survey.worker import catalog_digest, survey

_AHEAD = 3
"""Batches per worker that are handed out at a time."""
CONNECT_SECONDS = 15.0
"""How long a scheduler may take to answer."""
_CONTINUE = "run the same command again to continue"
_SECONDS_WITHOUT_WORKERS = 60.0
"""How long no batch may be finished before it is checked whether there are workers."""


@contextlib.contextmanager
def local_client(jobs: int | None) -> Iterator[Client]:
    """Start one worker process per core, or ``jobs``; together they may hold the memory there is.

    A worker that holds more than its share is ended and started again.
    """
    options = {
        "distributed.scheduler.allowed-failures": 0,
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
    with silence_logging_cmgr(logging.CRITICAL):  # what happens is said in one line
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

    The logs of a batch whose worker dies are read again at the end, one by one.

    Raises:
        SchedulerError: if the scheduler is lost.

    """
    waiting = iter(batches)
    running: dict[Future, list[LogFile]] = {}
    finished: queue.Queue[Future] = queue.Queue()
    suspects: list[LogFile] = []
    while True:
        most = _AHEAD * max(1, _workers(client))
        for batch in itertools.islice(waiting, max(0, most - len(running))):
            future = client.submit(task, batch, root, pure=False)
            running[future] = batch
            future.add_done_callback(finished.put)
        if not running:
            break
        try:
            future = finished.get(timeout=_SECONDS_WITHOUT_WORKERS)
        except queue.Empty:
            if _workers(client):
                continue
            if client.cluster is None:
                raise SchedulerError(f"its workers have ended; {_CONTINUE}") from None
            # Dask gives up a worker process that ends while it is being started.
            suspects += [log for batch in (*running.values(), *waiting) for log in batch]
            break
        batch = running.pop(future)
        done = _result(future)
        if done is None:
            suspects += batch
        else:
            yield done
    yield from alone(suspects, root, task)


def _workers(client: Client) -> int:
    return len(client.scheduler_info(n_workers=-1)["workers"])


def _result(future: Future) -> list[dict[str, Any]] | None:
    """Return the rows of a batch; None if its workers ended."""
    try:
        done: list[dict[str, Any]] = future.result()
    except KilledWorker:
        return None
    except (OSError, FutureCancelledError):
        raise SchedulerError(f"the scheduler was lost; {_CONTINUE}") from None
    finally:
        future.release()
    return done


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
