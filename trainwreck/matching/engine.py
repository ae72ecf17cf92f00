"""Diagnoses logs: puts reading, matching and ranking together."""

import dataclasses
import functools
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from trainwreck.logs.normalizer import lines
from trainwreck.matching.matcher import Matcher
from trainwreck.matching.results import Collector, Diagnosis
from trainwreck.matching.scanner import Scanner
from trainwreck.snapshot.compiled import Compiled, Known, load_compiled

if TYPE_CHECKING:
    from trainwreck.matching.text_search import TextIndex

_TAIL = 1 << 14
TELLING = re.compile(
    r"error|exception|fail|fatal|abort|kill|cannot|can't|unable|denied|invalid|refused|exceeded"
    r"|timed? ?out|not found|no such|unknown|nan\b|warning",
    re.IGNORECASE,
)
"""Tells the lines of a log that say what went wrong."""
_MOST_TELLING = 12
_MOST_SIMILAR = 3


class Doctor:
    """Knows a catalog and diagnoses any number of logs."""

    def __init__(self, compiled: Compiled) -> None:
        """Prepare to look for the messages of ``compiled``."""
        self.compiled = compiled
        self._matcher = Matcher(compiled.entries.values())
        self._scanner = Scanner(self._matcher)

    def diagnose(self, chunks: Iterable[bytes], source: str = "-") -> Diagnosis:
        """Read a log to its end and return what explains it.

        Args:
            chunks: the log in pieces of any length.
            source: its name.

        """
        tail = _Tail()
        *_, (diagnosis, _) = self.follow(tail.watch(chunks), source)
        if diagnosis.matches:
            return diagnosis
        return dataclasses.replace(diagnosis, similar=self.similar(tail.text))

    def follow(
        self, chunks: Iterable[bytes], source: str = "-"
    ) -> Iterator[tuple[Diagnosis, bool]]:
        """Yield what explains a log so far, and whether that names an entry for the first time."""
        collector = Collector(self._matcher)
        for is_new in self._scanner.scan(chunks, collector):
            yield Diagnosis(source, collector.matches(self.compiled), collector.line_count), is_new

    def similar(self, text: str) -> tuple[Known, ...]:
        """Return the entries whose words are most like those of the telling lines of ``text``."""
        said = [line.text for line in lines(text) if line.text.strip()]
        telling = [line for line in said if TELLING.search(line)] or said
        query = " ".join(telling[-_MOST_TELLING:])
        return tuple(self._index.search(query, _MOST_SIMILAR))

    def search(self, query: str, limit: int) -> list[Known]:
        """Return up to ``limit`` entries for a query, those whose message stands in it first."""
        collector = Collector(self._matcher)
        collector.add(self._matcher.find(query))
        matched = [match.entry for match in collector.matches(self.compiled)]
        similar = (e for e in self._index.search(query, limit + len(matched)) if e not in matched)
        return [*matched, *similar][:limit]

    @functools.cached_property
    def _index(self) -> "TextIndex":
        from trainwreck.matching.text_search import TextIndex  # noqa: PLC0415  needed where nothing matched

        return TextIndex(self.compiled)


class _Tail:
    """Remembers the end of what passes."""

    def __init__(self) -> None:
        self._kept = b""

    def watch(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        for chunk in chunks:
            self._kept = (self._kept + chunk[-_TAIL:])[-_TAIL:]
            yield chunk

    @property
    def text(self) -> str:
        return self._kept.decode("utf-8", "replace")


@functools.cache
def _doctor() -> Doctor:
    return Doctor(load_compiled())


def diagnose(text: str) -> Diagnosis:
    """Return what explains the log ``text``, by the catalog that comes with the package.

    It reads no file but the catalog and asks no other host. The catalog is read at the first call
    and kept. Any text is a log: where nothing in it is known, ``matches`` is empty.

    Args:
        text: what a job printed, whole or in part, with whatever colour codes, times and ranks.

    Raises:
        CatalogError: in a checkout whose entries have faults; an installed package has none.

    Examples:
        >>> import trainwreck
        >>> found = trainwreck.diagnose("[rank3]: RuntimeError: No HIP GPUs are available")
        >>> [match.entry.id for match in found.matches]
        ['no-hip-gpus-available']
        >>> print(found.matches[0].role, found.matches[0].confidence, *found.matches[0].sources)
        cause likely 3

    """
    return _doctor().diagnose([text.encode("utf-8", "replace")])
