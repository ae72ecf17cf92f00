"""When entries were published and changed, as git tells it."""

import datetime as dt
import os
import subprocess
from pathlib import Path

import pytest

from macros.publishing.history import Moments, read_history

FIRST = dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.UTC)
LATER = FIRST + dt.timedelta(days=30)


def git(folder: Path, *arguments: str, moment: dt.datetime = FIRST) -> None:
    who = {
        f"GIT_{role}_{field}": value
        for role in ("AUTHOR", "COMMITTER")
        for field, value in (
            ("NAME", "A"),
            ("EMAIL", "a@example.org"),
            ("DATE", moment.isoformat()),
        )
    }
    subprocess.run(["git", *arguments], cwd=folder, env={**os.environ, **who}, check=True)


def commit(repository: Path, name: str, text: str, moment: dt.datetime) -> None:
    path = repository / "errors" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "--message=A change", moment=moment)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    path = tmp_path / "repository"
    path.mkdir()
    git(path, "init", "--quiet")
    commit(path, "memory/wheel.yml", "title: wheel\n", FIRST)
    return path


def test_entry_was_changed_by_the_last_commit_that_touched_it(repository: Path) -> None:
    commit(repository, "memory/axle.yml", "title: axle\n", LATER)
    assert read_history(repository / "errors") == {
        "wheel": Moments(FIRST, FIRST),
        "axle": Moments(LATER, LATER),
    }
    commit(repository, "memory/wheel.yml", "title: the wheel\n", LATER)
    assert read_history(repository / "errors")["wheel"] == Moments(FIRST, LATER)


def test_entry_that_moves_to_another_category_stays_as_old_as_it_is(repository: Path) -> None:
    (repository / "errors" / "memory" / "wheel.yml").unlink()
    commit(repository, "numerics/wheel.yml", "title: wheel\n", LATER)
    assert read_history(repository / "errors") == {"wheel": Moments(FIRST, LATER)}


def test_folder_without_git_has_no_history(tmp_path: Path) -> None:
    assert read_history(tmp_path) == {}
    assert read_history(tmp_path / "no such folder") == {}


def test_machine_without_git_has_no_history(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert read_history(repository / "errors") == {}


def test_shallow_clone_has_no_history(repository: Path, tmp_path: Path) -> None:
    commit(repository, "memory/axle.yml", "title: axle\n", LATER)
    git(tmp_path, "clone", "--quiet", "--depth=1", repository.as_uri(), "clone")
    assert read_history(tmp_path / "clone" / "errors") == {}
