"""The compiled anchors are kept between runs, and a bad copy does no harm."""

from pathlib import Path

import pytest

from trainwreck.matching import hyperscan_cache as anchor_database

ANCHORS = ["foo bar", r"loss\W{0,6}nan"]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "trainwreck"


def hits() -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []

    def note(anchor: int, _start: int, end: int, _flags: int, _context: object) -> None:
        found.append((anchor, end))

    anchor_database.load(ANCHORS).scan(b"Loss: nan, FOO bar", match_event_handler=note)
    return found


def test_kept_database_finds_the_same(cache: Path) -> None:
    first = hits()
    (file,) = cache.iterdir()
    written = file.stat().st_mtime_ns
    assert hits() == first == [(1, 9), (0, 18)]
    assert file.stat().st_mtime_ns == written


@pytest.mark.parametrize("damage", [b"", b"x", b"\0" * 5_000])
def test_damaged_copy_is_made_again(cache: Path, damage: bytes) -> None:
    expected = hits()
    (file,) = cache.iterdir()
    sound = file.read_bytes()
    file.write_bytes(damage)
    assert hits() == expected
    assert len(file.read_bytes()) == len(sound)


def test_copy_of_an_older_catalog_is_replaced(cache: Path) -> None:
    anchor_database.load(["something else"])
    hits()
    assert len(list(cache.iterdir())) == 1


def test_cache_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert hits() == [(1, 9), (0, 18)]
