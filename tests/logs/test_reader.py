"""Logs are read to their end, compressed in parts or while they are replaced."""

import bz2
import errno
import gzip
import io
import lzma
import os
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from trainwreck.logs import growing
from trainwreck.logs.reader import UnusableInputError, expand, pieces

PARTS = (b"epoch 1\n" * 100, b"epoch 2\n" * 100)


@pytest.mark.parametrize(
    "compress", [gzip.compress, bz2.compress, lzma.compress, zstandard.compress]
)
def test_archives_that_were_joined_are_read_to_the_end(compress: object, tmp_path: Path) -> None:
    assert callable(compress)
    path = tmp_path / "train.log"
    path.write_bytes(b"".join(map(compress, PARTS)))
    assert b"".join(pieces(path)) == b"".join(PARTS)


def test_log_that_is_cut_short_or_replaced_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growing, "POLL", 0)
    path = tmp_path / "train.log"
    path.write_bytes(b"first, a long line\n")
    followed = growing.growing(path)
    assert [next(followed), next(followed)] == [b"first, a long line\n", b""]
    path.write_bytes(b"second\n")
    assert [next(followed), next(followed)] == [b"\n", b"second\n"]
    (tmp_path / "new").write_bytes(b"third, a longer line\n")
    (tmp_path / "new").replace(path)
    assert next(followed) == b""
    assert [next(followed), next(followed)] == [b"\n", b"third, a longer line\n"]


def test_folder_that_cannot_be_read_is_named_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("closed", "open"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "train.log").touch()
    scan = os.scandir

    def refusing(path: str) -> object:
        if Path(path).name == "closed":
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", refusing)
    told: list[UnusableInputError] = []
    assert list(expand([tmp_path], "*.log", told.append)) == [tmp_path / "open" / "train.log"]
    assert [str(one) for one in told] == [f"{tmp_path}/closed: cannot be read: Permission denied"]


def test_file_below_a_folder_that_cannot_be_searched_is_named_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A folder with the right to list but not to search it: the names are there, the files are not.
    for name in ("closed", "open"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "train.log").write_bytes(PARTS[0])
    inside = str(tmp_path / "closed") + os.sep

    def refusing(call: Callable[..., object]) -> Callable[..., object]:
        def guarded(path: object, *arguments: object, **options: object) -> object:
            if str(path).startswith(inside):
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
            return call(path, *arguments, **options)

        return guarded

    monkeypatch.setattr(os, "stat", refusing(os.stat))
    monkeypatch.setattr(io, "open", refusing(io.open))
    told: list[UnusableInputError] = []
    files = list(expand([tmp_path], "*.log", told.append))
    read = []
    for file in files:
        try:
            read.append(b"".join(pieces(file)))
        except UnusableInputError as error:
            told.append(error)
    assert read == [PARTS[0]]
    assert [str(one) for one in told] == [
        f"{tmp_path}/closed/train.log: cannot be read: Permission denied"
    ]
