"""Work that goes on while the pages are built, for the most part in other processes."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from mkdocs.exceptions import PluginError

from trainwreck import CatalogError

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_THREADS = ThreadPoolExecutor(thread_name_prefix="build")


def started(
    work: Callable[_Arguments, _Result], *arguments: _Arguments.args, **named: _Arguments.kwargs
) -> Future[_Result]:
    """Start ``work`` in a thread and return what becomes its result, or the error it raises."""
    return _THREADS.submit(work, *arguments, **named)


def require_checked(check: Future[None]) -> None:
    """Wait for the end of the ``check`` of the catalog.

    Raises:
        PluginError: if there is any problem; with all of them.

    """
    try:
        check.result()
    except CatalogError as error:
        raise PluginError(f"the catalog has problems:\n{error}") from error
