"""Ids live for ever: what was published stays an entry, an alias, or a withdrawn entry."""

import re
import subprocess
from pathlib import Path

import pytest

import trainwreck
from tests.support.paths import ROOT
from trainwreck.model.field_types import ID_PATTERN

NAME = "errors/published-ids.txt"
LINES = (ROOT / NAME).read_text(encoding="utf-8").splitlines()
CATALOG = trainwreck.load(ROOT / "errors")
REMEDY = (
    "bring its file back with withdrawn: and the reason, or name it under aliases: of the entry"
    " that took its place"
)


def ids(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith("#")]


IDS = ids(LINES)


def git(repository: Path, *arguments: str) -> str | None:
    """Return what git prints; None where it knows no answer."""
    command = ["git", "-C", str(repository), *arguments]
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return None
    return None if result.returncode else result.stdout.strip()


def ids_before(repository: Path) -> set[str]:
    """Return the ids, listed or of entries, where this branch left main, or one commit ago on it.

    Nothing where git has no history, as in a tarball or a clone of a single commit.
    """
    branches = ("origin/main", "main")
    found = (git(repository, "merge-base", "HEAD", branch) for branch in branches)
    base = next(filter(None, found), None)
    commits = ["HEAD", "HEAD~"] if base in (None, git(repository, "rev-parse", "HEAD")) else [base]
    before: set[str] = set()
    for commit in commits:
        before |= set(ids((git(repository, "show", f"{commit}:{NAME}") or "").splitlines()))
        files = git(repository, "ls-tree", "-r", "--name-only", commit, "errors") or ""
        before |= {Path(file).stem for file in files.splitlines() if file.endswith(".yml")}
    return before


def test_list_begins_with_what_it_is_and_is_sorted() -> None:
    assert LINES[0].startswith("# ")
    assert sorted(set(IDS)) == IDS
    assert [id_ for id_ in IDS if not re.fullmatch(ID_PATTERN, id_)] == []


@pytest.mark.parametrize("id_", IDS)
def test_published_id_still_leads_somewhere(id_: str) -> None:
    if CATALOG.get(id_) is None:
        pytest.fail(f'the published id "{id_}" is gone; {REMEDY}', pytrace=False)


def test_no_id_that_main_had_is_gone() -> None:
    before = ids_before(ROOT)
    gone = sorted(id_ for id_ in before if CATALOG.get(id_) is None)
    if gone:
        pytest.fail(f"gone: {', '.join(gone)}; {REMEDY}", pytrace=False)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    publish(tmp_path, "axle", "wheel")
    return tmp_path


def publish(repository: Path, *listed: str) -> None:
    path = repository / NAME
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(["# Every id", *listed]) + "\n")
    (path.parent / "numerics").mkdir(exist_ok=True)
    for entry in (path.parent / "numerics").iterdir():
        entry.unlink()
    (path.parent / "numerics" / f"new-{len(listed)}.yml").touch()
    git(repository, "add", ".")
    author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    assert git(repository, *author, "commit", "--quiet", "--message=Ids") is not None


def test_list_on_main_is_compared_with_the_last_commit_and_the_one_before(
    repository: Path,
) -> None:
    assert ids_before(repository) == {"axle", "wheel", "new-2"}
    publish(repository, "axle")
    assert ids_before(repository) == {"axle", "wheel", "new-1", "new-2"}


def test_list_on_a_branch_is_compared_with_main_alone(repository: Path) -> None:
    git(repository, "switch", "--quiet", "--create", "new-entry")
    publish(repository, "axel", "axle", "wheel")  # a slip, mended before anybody saw it
    publish(repository, "wheel")
    assert ids_before(repository) == {"axle", "wheel", "new-2"}


def test_folder_without_git_is_compared_with_nothing(tmp_path: Path) -> None:
    assert ids_before(tmp_path) == set()
