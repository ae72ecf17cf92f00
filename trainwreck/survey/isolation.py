"""Reads logs one by one in a process of its own, which a log may end without harm to the others.

A worker that ends takes down all logs that wait for it, so which of them ended it has to be tried.
"""

import multiprocessing
import resource
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import psutil

from trainwreck.survey import rows
from trainwreck.survey.inputs import LogFile

Task = Callable[[Sequence[LogFile], str | None], list[dict[str, Any]]]
"""Returns the rows of some logs, read with the catalog in a folder."""


def alone(logs: Iterable[LogFile], root: str | None, task: Task) -> Iterator[list[dict[str, Any]]]:
    """Yield the row of each of the ``logs``; one that ends its process has a row that says so."""
    pool: ProcessPoolExecutor | None = None
    try:
        for log in logs:
            pool = pool or _pool()
            try:
                yield pool.submit(task, [log], root).result()
            except BrokenProcessPool:
                pool.shutdown()
                pool = None
                reason = "each worker that read it ended, perhaps for lack of memory"
                yield [rows.unreadable(log, None, reason)]
    finally:
        if pool:
            pool.shutdown()


def _pool() -> ProcessPoolExecutor:
    """Return one process, started anew: a fork of one with threads may hang."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=_bounded)


def _bounded() -> None:
    """Let this process have half of the memory that is free."""
    limit = psutil.virtual_memory().available // 2
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
