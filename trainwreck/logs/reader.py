"""Opens what a person hands over as a log: files, compressed files, folders, standard input.

What comes out is bytes in UTF-8 or another encoding that extends ASCII; UTF-16 and UTF-32 are
turned into UTF-8 on the way.
"""

import codecs
import gzip
import io
import itertools
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

PIECE = 1 << 20
"""Bytes that are read at a time."""
STDIN = "-"
_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16, whose mark is its beginning
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_SAMPLE = 4096
_MOSTLY = 0.4


class UnusableInputError(Exception):
    """A log cannot be read; the text says which, why, and what to do."""


def expand(paths: Iterable[Path], pattern: str) -> Iterator[Path]:
    """Yield the files of ``paths``; of folders those that match ``pattern``, at any depth.

    Raises:
        UnusableInputError: where a folder holds no such file.

    """
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        files = sorted(file for file in path.rglob(pattern) if file.is_file())
        if not files:
            raise UnusableInputError(
                f'{path}: no file in it matches "{pattern}"; name another with --glob'
            )
        yield from files


def pieces(path: Path) -> Iterator[bytes]:
    """Yield the content of ``path``, uncompressed where it is gzip or Zstandard.

    Raises:
        UnusableInputError: where it cannot be read.

    """
    try:
        with path.open("rb") as file:
            yield from decoded(uncompressed(file, str(path)))
    except OSError as error:
        raise UnusableInputError(f"{path}: cannot be read: {error.strerror or error}") from None


def uncompressed(file: io.BufferedReader, name: str) -> Iterator[bytes]:
    """Yield the content of ``file``, which is compressed or not.

    Raises:
        UnusableInputError: where the compressed data are damaged before anything could be read;
            what comes before a later damage is used, as with a log that is still being written.

    """
    head = file.peek(len(_ZSTD))
    if head.startswith(_GZIP):
        yield from _salvaged(_gunzipped(file), name, "gzip")
    elif head.startswith(_ZSTD):
        yield from _salvaged(_unzstd(file, name), name, "Zstandard")
    else:
        while piece := file.read(PIECE):
            yield piece


def decoded(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield ``chunks`` as they are, or turned into UTF-8 where they begin as UTF-16 or UTF-32."""
    iterator = iter(chunks)
    first = next(iterator, b"")
    encoding = _encoding(first)
    if not encoding:
        yield first
        yield from iterator
        return
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    for chunk in itertools.chain((first,), iterator):
        yield decoder.decode(chunk).encode("utf-8", "replace")
    yield decoder.decode(b"", final=True).encode("utf-8", "replace")


def _encoding(head: bytes) -> str | None:
    for mark, encoding in _MARKS.items():
        if head.startswith(mark):
            return encoding
    sample = head[:_SAMPLE]
    half = max(1, len(sample) // 2)
    # Text in UTF-16 without a mark: every other byte of Western text is zero.
    if sample[1::2].count(0) > _MOSTLY * half > sample[0::2].count(0):
        return "utf-16-le"
    if sample[0::2].count(0) > _MOSTLY * half > sample[1::2].count(0):
        return "utf-16-be"
    return None


def _gunzipped(file: io.BufferedReader) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=file) as stream:
        while piece := stream.read1(PIECE):
            yield piece


def _unzstd(file: io.BufferedReader, name: str) -> Iterator[bytes]:
    try:
        import zstandard  # noqa: PLC0415  slow to import, and few logs need it
    except ImportError:
        problem = f"{name}: is compressed with Zstandard, and the package zstandard is not here"
        raise UnusableInputError(f"{problem}; pip install zstandard, or use zstdcat") from None
    try:
        yield from zstandard.ZstdDecompressor().read_to_iter(file, write_size=PIECE)
    except zstandard.ZstdError as error:
        raise OSError(str(error)) from None


def _salvaged(chunks: Iterator[bytes], name: str, kind: str) -> Iterator[bytes]:
    got = False
    try:
        for chunk in chunks:
            got = True
            yield chunk
    except (OSError, EOFError, zlib.error) as error:
        if not got:
            raise UnusableInputError(f"{name}: is no sound {kind} file: {error}") from None
