"""Compiled expressions are kept between runs, and a bad copy does no harm."""

import os
import time
from pathlib import Path

import pytest

from trainwreck.matching import hyperscan_cache

EXPRESSIONS = [("foo bar", False), (r"loss\W{0,6}nan", False), ("loss", True)]
HITS = [(2, 4), (1, 9), (0, 18)]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "trainwreck"


def hits() -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []

    def note(expression: int, _start: int, end: int, _flags: int, _context: object) -> None:
        found.append((expression, end))

    database = hyperscan_cache.load(EXPRESSIONS)
    database.scan(b"Loss: nan, FOO bar, no loss", match_event_handler=note)
    return found


def test_kept_database_finds_the_same(cache: Path) -> None:
    first = hits()
    (file,) = cache.iterdir()
    written = file.stat().st_mtime_ns
    assert hits() == first == HITS
    assert file.stat().st_mtime_ns == written


@pytest.mark.parametrize("damage", [b"", b"x", b"\0" * 5_000])
def test_damaged_copy_is_made_again(cache: Path, damage: bytes) -> None:
    expected = hits()
    (file,) = cache.iterdir()
    sound = file.read_bytes()
    file.write_bytes(damage)
    assert hits() == expected
    assert len(file.read_bytes()) == len(sound)


def test_catalogs_that_take_turns_each_keep_their_copy(cache: Path) -> None:
    hyperscan_cache.load([("something else", False)])
    hits()
    assert len(list(cache.iterdir())) == 2


def test_copy_that_was_not_used_for_long_is_deleted(cache: Path) -> None:
    hyperscan_cache.load([("something else", False)])
    (old,) = cache.iterdir()
    long_ago = time.time() - 2 * hyperscan_cache.LONGEST_KEPT
    os.utime(old, (long_ago, long_ago))
    hits()
    assert not old.exists()


def test_copy_that_is_used_is_not_old(cache: Path) -> None:
    hits()
    (old,) = cache.iterdir()
    long_ago = time.time() - 2 * hyperscan_cache.LONGEST_KEPT
    os.utime(old, (long_ago, long_ago))
    hits()
    hyperscan_cache.load([("something else", False)])
    assert old.exists()


def test_copies_that_are_too_many_are_deleted_the_oldest_first(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hyperscan_cache.load([("something else", False)])
    (oldest,) = cache.iterdir()
    os.utime(oldest, (time.time() - 60,) * 2)
    hyperscan_cache.load([("another thing", False)])
    monkeypatch.setattr(
        hyperscan_cache,
        "MOST_BYTES",
        sum(file.stat().st_size for file in cache.iterdir()),
    )
    hits()
    assert not oldest.exists()
    assert list(cache.iterdir())


def test_cache_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert hits() == HITS
