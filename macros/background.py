"""Work that goes on while the pages are built, in a process of its own or in one of others."""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import ParamSpec, TypeVar

from mkdocs.exceptions import PluginError

from trainwreck import CatalogError, Problem
from trainwreck.checks.checker import check_catalog

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_THREADS = ThreadPoolExecutor(thread_name_prefix="build")
# Not forked: a build has threads.
_PROCESS = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))


def started(
    work: Callable[_Arguments, _Result], *arguments: _Arguments.args, **named: _Arguments.kwargs
) -> Future[_Result]:
    """Start ``work``, which waits for a program, and return what becomes its result."""
    return _THREADS.submit(work, *arguments, **named)


def started_apart(
    work: Callable[_Arguments, _Result], *arguments: _Arguments.args, **named: _Arguments.kwargs
) -> Future[_Result]:
    """Start ``work`` in the other process and return what becomes its result.

    Args:
        work: a function of a module. What is started first is done first.
        arguments: what it is called with, which is copied to the process, as is its result.
        named: more of that.

    """
    return _PROCESS.submit(work, *arguments, **named)


def problems_of(root: Path) -> tuple[Problem, ...]:
    """Return the problems of the catalog in the folder ``root``."""
    return check_catalog(root, processes=1).problems


def require_checked(check: Future[tuple[Problem, ...]]) -> None:
    """Wait for the end of the ``check`` of the catalog.

    Raises:
        PluginError: if there is any problem; with all of them.

    """
    if problems := check.result():
        raise PluginError(f"the catalog has problems:\n{CatalogError(problems)}")
