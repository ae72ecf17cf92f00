"""Logs are read to their end, compressed in parts or while they are replaced."""

import bz2
import errno
import gzip
import lzma
import os
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
