"""Logs are read to their end, compressed in parts or while they are replaced."""

import bz2
import gzip
import lzma
from pathlib import Path

import pytest
import zstandard

from trainwreck.logs import growing
from trainwreck.logs.reader import pieces

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
