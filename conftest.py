"""Collects every entry as tests named by its id, and every code fence as one named by its line.

With ``--heavy-python FILE``, the interpreter of an environment with PyTorch and the like, only the
fences that need such packages are collected, and run.
"""

import functools
import os
import platform
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from hypothesis import settings

from macros.rendering.markdown import SiteMarkdown
from trainwreck import Entry
from trainwreck.catalog import evidence
from trainwreck.catalog.store import read_snapshot
from trainwreck.checks.checker import Report, check_catalog
from trainwreck.execution import run_marks as marks
from trainwreck.execution import sandbox
from trainwreck.execution.code_checks import Flaw, flaws_of, lines_of_field
from trainwreck.execution.environment import Machine
from trainwreck.execution.reproduction import Reproducer, Verdict
from trainwreck.markdown.fences import Snippet, snippets
from trainwreck.model.vocabulary import NotRun
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.snapshot.entry import Proof

ROOT = Path(__file__).parent

# How long an example takes says more about the machine than about the code. The same examples are
# tried in each run, so that a failure tells of a change; "explore" tries others.
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)


@functools.cache
def catalog() -> Snapshot:
    """Return the catalog, read once per run."""
    return read_snapshot(ROOT / "errors")


@functools.cache
def report() -> Report:
    """Return what the check of the catalog finds; later worker processes use the cache."""
    with FileLock(Path(os.environ["XDG_CACHE_HOME"], "check.lock")):
        return check_catalog(ROOT / "errors")


@functools.cache
def site_markdown() -> SiteMarkdown:
    """Return what renders the pages; its templates are read once per run."""
    return SiteMarkdown(catalog(), "https://example.org/r")


@functools.cache
def records() -> Mapping[str, Proof]:
    """Return the records of all reproductions by id, read once per run."""
    return evidence.read_records(ROOT / "errors")


@functools.cache
def reproducer() -> Reproducer:
    """Return the one that runs the reproductions which need nothing but Python and a shell."""
    return Reproducer(catalog(), Machine({}, platform.python_version(), ""))


def pytest_configure(config: pytest.Config) -> None:
    """Let no test read or fill the caches of whoever runs it; the worker processes share one."""
    if not hasattr(config, "workerinput"):
        folder = tempfile.TemporaryDirectory(prefix="trainwreck-cache-")
        config.add_cleanup(folder.cleanup)
        os.environ["XDG_CACHE_HOME"] = folder.name


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that chooses the fences with heavy needs."""
    parser.addoption("--heavy-python", type=Path, help="Run the fences that need PyTorch etc.")


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
        """Yield the tests of the entry itself and one for each code fence."""
        if not self.config.getoption("heavy_python"):
            name = self.path.stem
            yield EntryIsSound.from_parent(self, name=f"{name} is sound")
            yield EntryIsShown.from_parent(self, name=f"{name} is shown")
            yield EntryIsReproduced.from_parent(self, name=f"{name} is reproduced")
        yield from _snippet_items(self)


class Page(pytest.File):
    """A hand-written page: its code is checked as that of the entries is."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each code fence."""
        yield from _snippet_items(self)


def _snippet_items(file: pytest.File) -> Iterator[pytest.Item]:
    place = file.path.relative_to(ROOT)
    heavy = file.config.getoption("heavy_python")
    text = file.path.read_text(encoding="utf-8")
    reproduction = lines_of_field(text, "reproduction") if isinstance(file, EntryFile) else ()
    for snippet in snippets(text):
        name = f"{place}:{snippet.line}"
        if snippet.line in reproduction:
            if not heavy:
                yield SnippetIsSound.from_parent(file, name=name, snippet=snippet)
        elif not heavy:
            yield SnippetIsSoundAndRuns.from_parent(file, name=name, snippet=snippet)
        elif marks.is_heavy(snippet) and _is_tried(snippet):
            yield SnippetRuns.from_parent(file, name=name, snippet=snippet)


def _is_tried(snippet: Snippet) -> bool:
    return marks.is_run(snippet) or marks.reason(snippet) is NotRun.PROJECT


@functools.lru_cache(maxsize=1)
def _flaws_in(file: Path) -> Mapping[int, Iterable[Flaw]]:
    """Return what is wrong in the code of a file, by the line of the fence, checked at once."""
    found = list(snippets(file.read_text(encoding="utf-8")))
    lines = [snippet.line for snippet in found]
    return dict(zip(lines, flaws_of(found), strict=True))


class SnippetIsSound(pytest.Item):
    """A code fence contains valid code of its language."""

    def __init__(self, *, snippet: Snippet, **kwargs: Any) -> None:
        """Check ``snippet``."""
        super().__init__(**kwargs)
        self.snippet = snippet

    def runtest(self) -> None:
        """Fail with every flaw and its line in the file."""
        self.fail_with(_flaws_in(self.path)[self.snippet.line])

    def fail_with(self, found: Iterable[Flaw]) -> None:
        """Fail where a flaw was found."""
        place = self.path.relative_to(ROOT)
        lines = [
            f"{place}:{self.snippet.line + line}: {problem}; {remedy}"
            for line, problem, remedy in found
        ]
        if lines:
            pytest.fail("\n".join(lines), pytrace=False)


class SnippetRuns(SnippetIsSound):
    """A code fence does what its mark says."""

    def runtest(self) -> None:
        """Run it and fail where it should have ended well and did not, or the other way round."""
        snippet, python = self.snippet, self.config.getoption("heavy_python")
        outcome = sandbox.run(snippet.language, snippet.code, python)
        if marks.is_run(snippet):
            if outcome.status or outcome.difference or outcome.timed_out:
                said = outcome.difference or outcome.output
                problem = f"ended with status {outcome.status}:\n{said}"
                self.fail_with([(0, problem, "correct it, or say why it cannot run")])
        elif outcome.status == 0:
            problem = f'is marked "{snippet.mark}", but it runs'
            self.fail_with([(0, problem, f'mark it "{marks.RUNNABLE}"')])


class SnippetIsSoundAndRuns(SnippetRuns):
    """A code fence is sound, has a true mark, and runs where it needs nothing heavy."""

    def runtest(self) -> None:
        """Check it, then run it."""
        super(SnippetRuns, self).runtest()
        self.fail_with(marks.flaws(self.snippet))
        if _is_tried(self.snippet) and not marks.is_heavy(self.snippet):
            super().runtest()


class EntryIsSound(pytest.Item):
    """The entry has no problem, alone or in its links."""

    def runtest(self) -> None:
        """Fail with every problem of the file."""
        if not report().problems:
            return
        own = [str(problem) for problem in report().about([self.path]).problems]
        if own:
            pytest.fail("\n".join(own), pytrace=False)


class EntryIsShown(pytest.Item):
    """The entry's page contains its messages, its steps and its first step."""

    def runtest(self) -> None:
        """Render the page and look for what the entry says."""
        entry = self.entry()
        page = site_markdown().entry(entry.id)
        messages = (message.text.split("\n") for message in entry.symptom.messages)
        said = (line.strip() for lines in messages for line in lines)
        wanted = [entry.first_step, entry.cause, *said, *(step.title for step in entry.fix)]
        missing = [text for text in wanted if text not in page]
        if missing:
            pytest.fail(f"not on the page: {missing}", pytrace=False)

    def entry(self) -> Entry:
        """Return the entry of the file."""
        entry = catalog().get(self.path.stem)
        if entry is None:
            pytest.fail("the entry cannot be read", pytrace=False)
        return entry


class EntryIsReproduced(EntryIsShown):
    """The entry's reproduction holds: shown here if it needs nothing, else by its record."""

    def runtest(self) -> None:
        """Run the reproduction, or look up its record."""
        entry = self.entry()
        reproduction = entry.reproduction
        place = f"{self.path.relative_to(ROOT)}:{self._line()}: reproduction"
        if reproduction and not reproduction.exempt and not reproduction.needs:
            result = reproducer().run(entry)
            if result.verdict is not Verdict.REPRODUCED:
                pytest.fail(f"{place}: {result.reason}", pytrace=False)
        problem = evidence.missing(entry, records())
        if problem:
            pytest.fail(f"{place}: {problem}", pytrace=False)

    def _line(self) -> int:
        lines = lines_of_field(self.path.read_text(encoding="utf-8"), "reproduction")
        return next(iter(lines), 1)
