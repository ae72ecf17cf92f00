"""What a survey reads: folders, globs and object stores."""

import io
import tarfile
from pathlib import Path

import fsspec
import pytest

from trainwreck.logs.reader import NotTextError, UnusableInputError
from trainwreck.survey.inputs import content, find_logs


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.out", "a.out", "deep/c.out", "notes.md"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{name}\n")
    return tmp_path


def found(*paths: object, pattern: str = "*") -> tuple[list[str], list[str]]:
    problems: list[str] = []
    logs = find_logs(map(str, paths), pattern, problems.append)
    return [log.path for log in logs], problems


def test_folder_is_read_at_any_depth_and_sorted(folder: Path) -> None:
    expected = [str(folder / name) for name in ("a.out", "b.out", "deep/c.out")]
    assert found(folder, pattern="*.out") == (expected, [])


def test_glob_names_files_and_folders(folder: Path) -> None:
    assert found(folder / "[ab].out") == ([str(folder / "a.out"), str(folder / "b.out")], [])
    assert found(folder / "d*") == ([str(folder / "deep/c.out")], [])


def test_log_that_is_named_twice_is_read_once(folder: Path) -> None:
    assert found(folder / "a.out", folder / "*.out")[0].count(str(folder / "a.out")) == 1


def test_glob_without_a_file_is_reported(folder: Path) -> None:
    assert found(folder / "*.log") == ([], [f"{folder}/*.log: matches no file"])


def test_missing_log_stays_so_that_its_row_says_so(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.out")
    assert found(missing) == ([missing], [])


def test_size_and_time_are_known(folder: Path) -> None:
    (log,) = find_logs([str(folder / "a.out")], "*", print)
    assert log.size == 6
    assert log.modified == int((folder / "a.out").stat().st_mtime)


@pytest.fixture
def store() -> str:
    files = fsspec.filesystem("memory")
    files.store.clear()
    files.pipe("/logs/x.out", b"one\n")
    files.pipe("/logs/deep/y.out", b"two\n")
    return "memory://logs"


def test_object_store_is_listed_and_read(store: str) -> None:
    expected = ["memory:///logs/deep/y.out", "memory:///logs/x.out"]
    assert found(store) == (expected, [])
    assert found(f"{store}/*.out") == (expected[1:], [])
    assert b"".join(content(expected[1])) == b"one\n"


def test_unknown_kind_of_store_is_reported() -> None:
    logs, (problem,) = found("nowhere://logs")
    assert logs == []
    assert problem.startswith("nowhere://logs: cannot be listed: ")


def test_object_that_is_gone_cannot_be_read(store: str) -> None:
    with pytest.raises(UnusableInputError, match=r"memory://.*: cannot be read"):
        list(content(f"{store}/gone.out"))


def test_tar_archive_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "logs.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        member = tarfile.TarInfo("train.log")
        member.size = 5
        archive.addfile(member, io.BytesIO(b"text\n"))
    with pytest.raises(NotTextError, match="is a tar archive; unpack it"):
        list(content(str(path)))
