"""Opens what a person hands over as a log: files, compressed files, folders, standard input.

What comes out is bytes in UTF-8 or another encoding that extends ASCII; UTF-16 and UTF-32 are
turned into UTF-8 on the way.
"""

import bz2
import codecs
import fnmatch
import gzip
import io
import itertools
import lzma
import os
import stat
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, cast

PIECE = 1 << 20
"""Bytes that are read at a time."""
STDIN = "-"
_GZIP, _ZSTD, _XZ, _BZIP2 = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ\x00", b"BZh"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_TAR, _TAR_AT = b"ustar", 257
_LONGEST_MAGIC = 8
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16, whose mark is its beginning
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_SAMPLE = 4096
_MOSTLY = 0.4
_TEXT = bytes({7, 8, 9, 10, 12, 13, 27, *range(32, 127), *range(128, 256)})
_MOST_STRANGE = 0.05


class UnusableInputError(Exception):
    """A log cannot be read; the text says which, why, and what to do."""


class NotTextError(UnusableInputError):
    """A file holds no text, so it is not a log."""


def expand(
    paths: Iterable[Path], pattern: str, report: Callable[[UnusableInputError], None]
) -> Iterator[Path]:
    """Yield the files of ``paths``; of folders those whose names match ``pattern``, at any depth.

    Args:
        paths: files and folders.
        pattern: as shells match names: ``*.out``.
        report: is told of each folder that cannot be read or has no such file.

    """
    for path in paths:
        if not _is_folder(path):
            yield path
            continue
        problems: list[UnusableInputError] = []
        found = False
        for file in _files(path, pattern, problems.append):
            found = True
            yield file
        for problem in problems:
            report(problem)
        if not found and not problems:
            report(
                UnusableInputError(
                    f'{path}: no file in it matches "{pattern}"; name another with --glob'
                )
            )


def _files(
    folder: Path, pattern: str, report: Callable[[UnusableInputError], None]
) -> Iterator[Path]:
    def unreadable(error: OSError) -> None:
        report(UnusableInputError(f"{error.filename}: cannot be read: {error.strerror}"))

    for parent, folders, names in os.walk(folder, onerror=unreadable):
        folders.sort()
        for name in sorted(names):
            file = Path(parent, name)
            if fnmatch.fnmatch(name, pattern) and _is_regular(file):
                yield file


def _is_folder(path: Path) -> bool:
    """Tell whether ``path`` is a folder. Why one can't be looked at is said when it is read."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _is_regular(file: Path) -> bool:
    """Tell whether ``file`` has an end: no pipe, no device. One that vanished is reported later."""
    try:
        return stat.S_ISREG(file.stat().st_mode)
    except OSError:
        return True


def pieces(path: Path, on_damage: Callable[[str], None] | None = None) -> Iterator[bytes]:
    """Yield the content of ``path``, uncompressed if it is gzip, bzip2, xz or Zstandard.

    Args:
        path: the file.
        on_damage: is told if compressed data end early, so that only a part could be read.

    Raises:
        UnusableInputError: if it cannot be read.
        NotTextError: if it holds no text.

    """
    try:
        with path.open("rb") as file:
            yield from decoded(uncompressed(file, str(path), on_damage), str(path))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UnusableInputError(f"{path}: cannot be read: {reason}") from None


def uncompressed(
    file: io.BufferedReader, name: str, on_damage: Callable[[str], None] | None = None
) -> Iterator[bytes]:
    """Yield the content of ``file``, which is compressed or not.

    Args:
        file: at its beginning.
        name: what messages call it.
        on_damage: as for :func:`pieces`.

    Raises:
        NotTextError: if it is an archive.
        UnusableInputError: if the compressed data are damaged before anything could be read;
            what comes before a later damage is used, as with a log that is still being written.

    """
    head = file.peek(_LONGEST_MAGIC)
    if head.startswith(_GZIP):
        yield from _salvaged(_gunzipped(file), name, "gzip", on_damage)
    elif head.startswith(_ZSTD):
        yield from _salvaged(_unzstd(file, name), name, "Zstandard", on_damage)
    elif head.startswith(_XZ):
        yield from _salvaged(_unpacked(lzma.open, file), name, "xz", on_damage)
    elif head.startswith(_BZIP2):
        yield from _salvaged(_unpacked(bz2.open, file), name, "bzip2", on_damage)
    elif head.startswith(_ZIP):
        raise NotTextError(
            f"{name}: is a zip archive, such as a checkpoint or a wheel; unpack it and name a log"
        )
    else:
        while piece := file.read(PIECE):
            yield piece


def buffered(file: IO[bytes]) -> io.BufferedReader:
    """Return ``file``, which may be of any file system, as :func:`uncompressed` reads it."""
    return (
        file
        if isinstance(file, io.BufferedReader)
        else io.BufferedReader(cast("io.RawIOBase", file))
    )


def decoded(chunks: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Yield ``chunks`` as they are, or turned into UTF-8 if they begin as UTF-16 or UTF-32.

    Raises:
        NotTextError: if they begin like no text, or as a tar archive.

    """
    iterator = iter(chunks)
    first = next(iterator, b"")
    if first.startswith(_TAR, _TAR_AT):
        raise NotTextError(f"{name}: is a tar archive; unpack it and name its logs")
    encoding = _encoding(first)
    if not encoding:
        if _is_binary(first[:_SAMPLE]):
            raise NotTextError(f"{name}: is not text; name the log of the job")
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


def _is_binary(sample: bytes) -> bool:
    """Tell whether too much of ``sample`` is control characters that no log holds.

    Zero bytes alone don't count: sparse parts of a log that several nodes append to are zeros.
    """
    content = sample.replace(b"\0", b"")
    return len(content.translate(None, _TEXT)) > _MOST_STRANGE * len(content)


def _gunzipped(file: io.BufferedReader) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=file) as stream:
        while piece := stream.read1(PIECE):
            yield piece


def _unpacked(
    open_: Callable[[io.BufferedReader], lzma.LZMAFile | bz2.BZ2File], file: io.BufferedReader
) -> Iterator[bytes]:
    with open_(file) as stream:
        while piece := stream.read1(PIECE):
            yield piece


def _unzstd(file: io.BufferedReader, name: str) -> Iterator[bytes]:
    try:
        import zstandard  # noqa: PLC0415  slow to import, and few logs need it
    except ImportError:
        problem = f"{name}: is compressed with Zstandard, and the package zstandard is not here"
        raise UnusableInputError(f"{problem}; pip install zstandard, or use zstdcat") from None
    try:
        reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
        while piece := reader.read(PIECE):
            yield piece
    except zstandard.ZstdError as error:
        raise OSError(str(error)) from None


def _salvaged(
    chunks: Iterator[bytes], name: str, kind: str, on_damage: Callable[[str], None] | None
) -> Iterator[bytes]:
    got = False
    try:
        for chunk in chunks:
            got = True
            yield chunk
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
        if not got:
            problem = f"{name}: is not a valid {kind} file: {error}"
            raise UnusableInputError(f"{problem}; unpack it with another tool") from None
        if on_damage:
            on_damage(f"{name}: is damaged or incomplete; only what comes before that was read")
