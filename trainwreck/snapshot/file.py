"""The file of a snapshot: a header and sections of lines, each line one JSON value.

The first line tells the format and the length and digest of the second, which is the header. The
header tells where each section lies, and has the digest of each. So the first line vouches for the
whole file, and a reader that needs one line reads no more than the header and that line.
"""

import hashlib
import io
import json
import threading
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Self

from trainwreck.model.problems import CatalogError, Problem

FORMAT = 3
"""Raised when the meaning of a value changes."""
_LONGEST_PREAMBLE = 256
_DIGEST_LENGTH = 32


class SnapshotError(ValueError):
    """A file is not a snapshot that can be read; the text says why."""


def digest(data: bytes) -> str:
    """Return the digest that vouches for ``data``."""
    return hashlib.sha256(data).hexdigest()[:_DIGEST_LENGTH]


def dump(value: object) -> bytes:
    """Return ``value`` as one line of JSON, without its end."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def encode(header: Mapping[str, Any], sections: Mapping[str, Sequence[bytes]]) -> bytes:
    """Return the file with these sections, each a sequence of lines without their ends."""
    blocks = {name: b"".join(line + b"\n" for line in lines) for name, lines in sections.items()}
    places, offset = {}, 0
    for name, block in blocks.items():
        places[name] = [offset, len(block), digest(block)]
        offset += len(block)
    head = dump({**header, "sections": places, "size": offset}) + b"\n"
    preamble = {"trainwreck_snapshot": FORMAT, "header": len(head), "digest": digest(head)}
    return b"".join([dump(preamble), b"\n", head, *blocks.values()])


class SnapshotFile:
    """An open snapshot; safe to use from several threads."""

    def __init__(self, stream: BinaryIO, name: str = "snapshot", remedy: str = "") -> None:
        """Read the header.

        Args:
            stream: the file, which can seek.
            name: what it is called when it turns out to be damaged later.
            remedy: what to do then.

        Raises:
            SnapshotError: if it is damaged, cut off, or of another format.

        """
        self._stream, self._name, self._remedy = stream, name, remedy
        weakref.finalize(self, stream.close)
        self._lock = threading.Lock()
        preamble = _preamble(stream.readline(_LONGEST_PREAMBLE))
        start = stream.tell()
        head = stream.read(preamble["header"])
        if digest(head) != preamble["digest"]:
            raise SnapshotError("the header is damaged")
        self.header: Mapping[str, Any] = json.loads(head)
        """What the writer put into the header."""
        self._body = start + preamble["header"]
        if stream.seek(0, io.SEEK_END) != self._body + self.header["size"]:
            raise SnapshotError("the file is cut off")

    @classmethod
    def open(cls, path: Path, remedy: str) -> Self:
        """Open the snapshot in the file ``path``; ``remedy`` is what to do if it is damaged.

        Raises:
            OSError: if there is no such file or it cannot be read.
            SnapshotError: as above.

        """
        return cls(path.open("rb"), str(path), remedy)

    def section(self, name: str) -> bytes:
        """Return the lines of a section, each with its end.

        Raises:
            CatalogError: if the section is damaged.

        """
        offset, length, expected = self.header["sections"][name]
        return self._verified(offset, length, expected)

    def line(self, name: str, place: Sequence[Any]) -> bytes:
        """Return one line of a section.

        Args:
            name: the section.
            place: offset within the section, length, and digest of the line.

        Raises:
            CatalogError: if the line is damaged.

        """
        offset, length, expected = place
        return self._verified(self.header["sections"][name][0] + offset, length, expected)

    def _verified(self, offset: int, length: int, expected: str) -> bytes:
        with self._lock:
            self._stream.seek(self._body + offset)
            data = self._stream.read(length)
        if digest(data) != expected:
            raise CatalogError([Problem(self._name, 1, "", "is damaged", self._remedy)])
        return data


def _preamble(line: bytes) -> dict[str, Any]:
    try:
        preamble = json.loads(line)
        known = preamble["trainwreck_snapshot"] == FORMAT
        if known and isinstance(preamble["header"], int) and preamble["header"] >= 0:
            return {name: preamble[name] for name in ("header", "digest")}
    except (ValueError, TypeError, KeyError, RecursionError):
        raise SnapshotError("this is not a snapshot") from None
    raise SnapshotError(f"the snapshot is not of format {FORMAT}")
