"""The files of a catalog, and which of them changed since they were last read."""

import functools
import hashlib
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from trainwreck.catalog.evidence import evidence_folder
from trainwreck.files import read_regular
from trainwreck.snapshot.file import digest

LONGEST_FILE = 1 << 20
"""Bytes of a file of a catalog that are read; no valid one has as many."""
_PACKAGE = Path(__file__).parent.parent
_RACE = 2_000_000_000
"""Nanoseconds within which a file may change twice without another time of change."""

Mark = Sequence[int | str]
"""Size, times of change and digest of a file, as JSON holds them."""


def clusters_folder(root: Path) -> Path:
    """Return the folder of the cluster pages that belong to the catalog in ``root``."""
    return root.parent / "docs" / "clusters"


def entry_files(root: Path) -> list[Path]:
    """Return the entry files of the catalog in ``root``, by their ids."""
    return [path for path in all_files(root) if path.suffix == ".yml"]


def all_files(root: Path) -> list[Path]:
    """Return everything that lies where entries do, by its stem."""
    found = [
        Path(item.path)
        for folder in _visible(root)
        if _is_folder(folder)
        for item in _visible(Path(folder.path))
    ]
    return sorted(found, key=lambda path: (path.stem, path))


def cluster_pages(root: Path) -> list[Path]:
    """Return the pages of clusters that belong to the catalog in ``root``."""
    return [path for path in sorted(clusters_folder(root).glob("*.md")) if path.stem != "index"]


def codes_folder(root: Path) -> Path:
    """Return the folder of the tables of codes that belong to the catalog in ``root``."""
    return root.parent / "codes"


def code_files(root: Path) -> list[Path]:
    """Return the tables of codes that belong to the catalog in ``root``."""
    return sorted(codes_folder(root).glob("*.yml"))


def record_files(root: Path) -> list[Path]:
    """Return the records of reproductions that belong to the catalog in ``root``."""
    return sorted(evidence_folder(root).glob("*.json"))


class Sources:
    """Files with their digests; only those that may have changed are read."""

    def __init__(self, files: Sequence[Path], known: Mapping[str, Mark]) -> None:
        """Compare the ``files`` of one catalog with what is ``known`` of them."""
        self._known = known
        self._contents: dict[Path, bytes] = {}
        self.marks: dict[str, Mark] = {}
        """What to know of the files the next time, by their names."""
        for path in files:
            self.marks[self.name(path)] = self._mark(path)

    def name(self, path: Path) -> str:
        """Return the name of a file among the marks, which no other file has."""
        return f"{path.parent.name}/{path.name}"

    @property
    def changed(self) -> bool:
        """Whether anything differs from what was known, if only a time."""
        return self.marks != self._known

    def digest(self, path: Path) -> str:
        """Return the digest of a file; empty if there is none."""
        mark = self.marks.get(self.name(path))
        return str(mark[-1]) if mark else ""

    def content(self, path: Path) -> bytes | None:
        """Return the content of a file; None if it cannot be read."""
        if path not in self._contents:
            try:
                return read_regular(path, LONGEST_FILE)
            except OSError:
                return None
        return self._contents[path]

    def _mark(self, path: Path) -> Mark:
        before = self._known.get(self.name(path))
        now = time.time_ns()
        try:
            status = path.stat()
            times = [status.st_size, status.st_mtime_ns, status.st_ctime_ns]
            if before and list(before[:-1]) == times:
                return before
            content = self._contents[path] = read_regular(path, LONGEST_FILE)
        except OSError as error:
            return [0, 0, 0, f"unreadable: {error.strerror}"]
        found = digest(content)
        # What changed just now may change again and look the same: it is read again next time.
        is_settled = status.st_mtime_ns < now - _RACE
        return [*(times if is_settled else (0, 0, 0)), found]


@functools.cache
def fingerprint(*packages: str) -> str:
    """Return the digest of the code in ``packages`` of trainwreck, and in its modules on top."""
    result = hashlib.sha256()
    for path in sorted(_code(packages), key=str):
        result.update(path.read_bytes())
    return result.hexdigest()[:16]


def _code(packages: Sequence[str]) -> Iterator[Path]:
    yield from _PACKAGE.glob("*.py")
    for package in packages:
        for pattern in ("*.py", "*.json", "*.txt"):
            yield from (_PACKAGE / package).glob(pattern)


def _is_folder(item: os.DirEntry[str]) -> bool:
    try:
        return item.is_dir()
    except OSError:
        return False  # such as a link to itself


def _visible(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as items:
            return [item for item in items if not item.name.startswith(".")]
    except OSError:
        return []
