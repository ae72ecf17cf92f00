"""Reads a log while it is being written."""

import time
from collections.abc import Iterator
from pathlib import Path

from trainwreck.logs.reader import PIECE, UnusableInputError

POLL = 0.5
"""Seconds between two looks at a file that does not grow."""


def growing(path: Path) -> Iterator[bytes]:
    """Yield what is appended to ``path``, and an empty piece whenever there is nothing more yet.

    A file that is cut short or replaced, as by log rotation, is read again from its beginning.

    Raises:
        UnusableInputError: if it cannot be read.

    """
    try:
        while True:
            with path.open("rb") as file:
                opened = path.stat()
                while True:
                    if piece := file.read(PIECE):
                        yield piece
                        continue
                    yield b""
                    time.sleep(POLL)
                    now = path.stat()
                    if now.st_size < file.tell() or now.st_ino != opened.st_ino:
                        yield b"\n"  # what comes now does not continue the last line
                        break
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UnusableInputError(f"{path}: cannot be read: {reason}") from None
