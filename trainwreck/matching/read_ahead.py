"""Lets a thread work on what comes next while what came before is looked at."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
_AHEAD = 2
"""Items that wait for the one before them, few enough to need little memory."""


def read_ahead(
    items: Iterable[Item | None], work: Callable[[Item], Result]
) -> Iterator[tuple[Item, Result]]:
    """Yield each item with what ``work`` makes of it, which runs in one other thread.

    Args:
        items: None among them asks for all before it, since the next may take long.
        work: is called for one item at a time, in their order.

    """
    waiting: deque[tuple[Item, Future[Result]]] = deque()
    with ThreadPoolExecutor(max_workers=1) as pool:
        for item in items:
            if item is not None:
                waiting.append((item, pool.submit(work, item)))
            while len(waiting) > (0 if item is None else _AHEAD):
                done, result = waiting.popleft()
                yield done, result.result()
        for done, result in waiting:
            yield done, result.result()
