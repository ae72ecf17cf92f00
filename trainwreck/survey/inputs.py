"""Finds the logs to survey: files, folders, globs and addresses of object stores."""

import fnmatch
import glob
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import fsspec

from trainwreck.logs import reader

_MAGIC = frozenset("*?[")
_TIMES = ("mtime", "LastModified", "last_modified", "updated", "created")
"""Names that file systems give the time of the last change, the best first."""


@dataclass(frozen=True, slots=True, order=True)
class LogFile:
    """A log to survey."""

    path: str
    """Path or URL."""
    size: int = 0
    """Bytes as stored; 0 if unknown."""
    modified: int = 0
    """Time of the last change in seconds since 1970, UTC; 0 if unknown."""


def is_url(path: str) -> bool:
    """Tell whether ``path`` is an address that fsspec opens."""
    return "://" in path


def find_logs(
    paths: Iterable[str], pattern: str, report: Callable[[str], None]
) -> tuple[LogFile, ...]:
    """Return the logs that ``paths`` name, sorted, each once.

    Args:
        paths: files, folders, globs and URLs.
        pattern: which files of a folder to read, as shells match names.
        report: is told of everything that names no log or cannot be listed.

    """
    found: dict[str, LogFile] = {}
    for path in paths:
        logs = _remote(path, pattern, report) if is_url(path) else _local(path, pattern, report)
        found.update((log.path, log) for log in logs)
    return tuple(sorted(found.values()))


def _local(path: str, pattern: str, report: Callable[[str], None]) -> Iterator[LogFile]:
    named = [path]
    if _MAGIC.intersection(path) and not Path(path).exists():
        named = sorted(glob.glob(path, recursive=True))  # noqa: PTH207  also of absolute paths
        if not named:
            report(f"{path}: matches no file")
    for file in reader.expand(map(Path, named), pattern, lambda error: report(str(error))):
        if (log := _measured(file)) is not None:
            yield log


def _measured(file: Path) -> LogFile | None:
    """Return ``file`` with its size; None for a pipe or a device, which may have no end."""
    try:
        status = file.stat()
    except (OSError, ValueError):
        return LogFile(str(file))  # reading it says what is wrong
    if not stat.S_ISREG(status.st_mode):
        return None
    return LogFile(str(file), status.st_size, int(status.st_mtime))


def _remote(url: str, pattern: str, report: Callable[[str], None]) -> list[LogFile]:
    try:
        logs = list(_listed(url, pattern))
    except Exception as error:  # noqa: BLE001  each file system raises errors of its own
        report(f"{url}: cannot be listed: {_reason(error)}")
        return []
    if not logs:
        report(f'{url}: no file in it matches "{pattern}"; name another with --glob')
    return logs


def _listed(url: str, pattern: str) -> Iterator[LogFile]:
    system, root = fsspec.core.url_to_fs(url)
    if _MAGIC.intersection(root):
        files = system.glob(root, detail=True).values()
    elif system.isdir(root):
        files = (
            file
            for file in system.find(root, detail=True).values()
            if fnmatch.fnmatch(str(file["name"]).rpartition("/")[2], pattern)
        )
    else:
        files = (system.info(root),)
    for file in files:
        if file["type"] == "file":
            name = system.unstrip_protocol(file["name"])
            yield LogFile(name, file.get("size") or 0, _modified(file))


def _modified(file: Mapping[str, Any]) -> int:
    value = next((file[name] for name in _TIMES if file.get(name)), 0)
    return int(value.timestamp() if hasattr(value, "timestamp") else value)


def _reason(error: BaseException) -> str:
    return str(getattr(error, "strerror", None) or error) or type(error).__name__


def content(path: str) -> Iterator[bytes]:
    """Yield the content of a log, uncompressed, in UTF-8 or an encoding that extends ASCII.

    Raises:
        UnusableInputError: if it cannot be read or is not text.

    """
    if not is_url(path):
        yield from reader.pieces(Path(path))
        return
    try:
        with fsspec.open(path, "rb") as file:
            buffered = reader.buffered(file)
            yield from reader.decoded(reader.uncompressed(buffered, path), path)
    except reader.UnusableInputError:
        raise
    except Exception as error:  # noqa: BLE001  as above
        problem = f"{path}: cannot be read: {_reason(error)}"
        raise reader.UnusableInputError(problem) from None
