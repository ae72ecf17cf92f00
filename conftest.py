"""Collects every entry as tests named by its id, and every code fence as one named by its line."""

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from macros.markdown import SiteMarkdown
from trainwreck import Catalog, Fault
from trainwreck.catalog import inspect
from trainwreck.snippets import Snippet, flaws, snippets

ROOT = Path(__file__).parent


@functools.cache
def inspected(root: Path) -> tuple[Catalog, tuple[Fault, ...]]:
    """Return the catalog in ``root`` and its faults, read once a run."""
    return inspect(root)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "EntryFile | Page | None":
    """Collect the entry files and the pages."""
    if file_path.suffix == ".yml" and file_path.parent.parent == ROOT / "errors":
        return EntryFile.from_parent(parent, path=file_path)
    if file_path.suffix == ".md" and file_path.is_relative_to(ROOT / "docs"):
        return Page.from_parent(parent, path=file_path)
    return None


class EntryFile(pytest.File):
    """An entry: what must hold for each of them."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for the file's faults and one for its page."""
        yield EntryIsSound.from_parent(self, name=f"{self.path.stem} is sound")
        yield EntryIsShown.from_parent(self, name=f"{self.path.stem} is shown")
        yield from _snippet_items(self)


class Page(pytest.File):
    """A hand-written page: its code is checked as that of the entries is."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each code fence."""
        yield from _snippet_items(self)


def _snippet_items(file: pytest.File) -> Iterator[pytest.Item]:
    place = file.path.relative_to(ROOT)
    for snippet in snippets(file.path.read_text(encoding="utf-8")):
        yield SnippetItem.from_parent(file, name=f"{place}:{snippet.line}", snippet=snippet)


class SnippetItem(pytest.Item):
    """A code fence holds sound code of its language."""

    def __init__(self, *, snippet: Snippet, **kwargs: Any) -> None:
        """Check ``snippet``."""
        super().__init__(**kwargs)
        self._snippet = snippet

    def runtest(self) -> None:
        """Fail with every flaw and its line in the file."""
        place = self.path.relative_to(ROOT)
        found = [
            f"{place}:{self._snippet.line + line}: {problem}; {remedy}"
            for line, problem, remedy in flaws(self._snippet)
        ]
        if found:
            pytest.fail("\n".join(found), pytrace=False)


class EntryIsSound(pytest.Item):
    """The entry has no fault, alone or in its links."""

    def runtest(self) -> None:
        """Fail with every fault of the file."""
        faults = inspected(ROOT / "errors")[1]
        own = [str(fault) for fault in faults if (Path.cwd() / fault.file) == self.path]
        if own:
            pytest.fail("\n".join(own), pytrace=False)


class EntryIsShown(pytest.Item):
    """The entry's page holds its messages, its steps and its first step."""

    def runtest(self) -> None:
        """Render the page and look for what the entry says."""
        catalog, faults = inspected(ROOT / "errors")
        if faults:
            pytest.skip("the catalog has faults")
        entry = catalog.entries[self.path.stem]
        page = SiteMarkdown(catalog, "https://example.org/repository").entry(entry.id)
        wanted = [entry.first_step, *entry.symptom.messages, *(step.title for step in entry.fix)]
        missing = [text for text in wanted if text not in page]
        if missing:
            pytest.fail(f"not on the page: {missing}", pytrace=False)
