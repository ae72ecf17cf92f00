"""Processes that share the work of a check, where there is enough of it."""

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from types import TracebackType
from typing import Self, TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_WORTH_IT = 200
"""Items from which it is worth starting processes."""
_TURNS = 2
"""How often each process is given work: one that is slower gets less of it."""


class Workers:
    """Starts its processes when there is work for them, and ends them with its context."""

    def __init__(self, most: int | None = None) -> None:
        """Start nothing yet, and later at most so many processes; by default one per core."""
        self._cores = most or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None
        self._open = ExitStack()

    def __enter__(self) -> Self:
        """Return the workers."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the processes."""
        self._open.close()

    def map(
        self, work: Callable[[Sequence[_Item]], list[_Result]], items: Sequence[_Item]
    ) -> Iterator[_Result]:
        """Yield the results of ``work``, in the order of the ``items``."""
        if len(items) < _WORTH_IT or self._cores == 1:
            yield from work(items)
            return
        if self._pool is None:
            # Not forked: whoever checks, such as the build of a site, may have threads.
            context = multiprocessing.get_context("spawn")
            pool = ProcessPoolExecutor(self._cores, mp_context=context)
            self._pool = self._open.enter_context(pool)
        size = -(-len(items) // (_TURNS * self._cores))
        groups = [items[start : start + size] for start in range(0, len(items), size)]
        for results in self._pool.map(work, groups):
            yield from results
