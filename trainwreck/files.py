"""Files that the package keeps for itself: where they lie, and how they are written."""

import contextlib
import errno
import os
import stat
from pathlib import Path


def cache_folder() -> Path | None:
    """Return the folder for what can be computed again; None for a user without a home.

    It is ``$XDG_CACHE_HOME/trainwreck``, by default ``~/.cache/trainwreck``.
    """
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:
        return None
    return Path(base) / "trainwreck"


def read_regular(path: Path, most: int) -> bytes:
    """Return the first ``most`` bytes of a file.

    Raises:
        OSError: if it can't be read, or has no end: a pipe or a device.

    """
    # Without waiting for somebody to write into a pipe.
    descriptor = os.open(
        path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    )
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        return file.read(most)


def write_whole(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path`` such that no reader ever sees a part of it.

    Raises:
        OSError: if it cannot be written; an older file then stays as it was.

    """
    import tempfile  # noqa: PLC0415  slow, and most commands write nothing

    path.parent.mkdir(parents=True, exist_ok=True)
    # Hidden, so that nothing takes it for an entry; of its own name in each process.
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def keep_newest(path: Path, number: int) -> None:
    """Delete the files beside ``path`` that differ in the last part of its name, but the newest.

    Raises:
        OSError: if one of them cannot be deleted.

    """
    family = f"{path.name.rsplit('-', 1)[0]}-*{path.suffix}"
    copies = sorted(path.parent.glob(family), key=lambda copy: copy.stat().st_mtime)
    for copy in copies[:-number]:
        copy.unlink()
