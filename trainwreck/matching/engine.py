"""Diagnoses logs: puts reading, matching and ranking together."""

import dataclasses
import functools
import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from trainwreck.logs.failure_reports import Failure
from trainwreck.matching.aborts import with_secondary_aborts
from trainwreck.matching.bare_messages import BareMatcher, is_short, telling_lines
from trainwreck.matching.code_sightings import TAIL, codes_in
from trainwreck.matching.judgement import judge
from trainwreck.matching.matcher import Matcher
from trainwreck.matching.numbers import with_numbers
from trainwreck.matching.ranking_data import ranking_data
from trainwreck.matching.results import Diagnosis, matches, recommend
from trainwreck.matching.scanner import Scanner
from trainwreck.matching.search_results import FoundEntry, SearchResults
from trainwreck.matching.sightings import Collector
from trainwreck.matching.survival import Training
from trainwreck.matching.verdict import hints, verdict
from trainwreck.series.steps import Steps
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.snapshot.entry import Entry

if TYPE_CHECKING:
    from trainwreck.matching.ranker import Ranker
    from trainwreck.matching.spelling import Spelling
    from trainwreck.series.conditions import Condition

_MOST_FAILURES = 12
_MOST_SIMILAR = 3


class Diagnoser:
    """Knows a catalog, diagnoses any number of logs, and searches it."""

    def __init__(self, catalog: Snapshot) -> None:
        """Answer from ``catalog``; its messages are read when the first log is."""
        self.catalog = catalog

    def diagnose(
        self,
        chunks: Iterable[bytes],
        source: str = "-",
        *,
        size: int = 0,
        suggest: bool = True,
        bare: bool = True,
    ) -> Diagnosis:
        """Read a log to its end and return what explains it.

        Args:
            chunks: the log in pieces of any length.
            source: its name.
            size: its bytes if they are known, which saves time with a large one.
            suggest: whether to look for similar entries if nothing explains it.
            bare: whether a message in a log of a few lines may lack its exception.

        """
        tail = _Tail()
        collector = Collector(self._matcher)
        for _ in self._scanner.scan(tail.watch(chunks), collector, size):
            pass
        diagnosis = self._judged(collector, source)
        text = tail.text
        is_paste = tail.is_whole and not diagnosis.failures and is_short(text)
        if bare and is_paste and len(diagnosis.matches) <= 1:
            diagnosis = self._with_bare_message(text, diagnosis)
        codes = codes_in(diagnosis, text, self.catalog, self._matcher)
        similar: tuple[Entry, ...] = ()
        if suggest and not diagnosis.matches:
            similar = self._similar(telling_lines(text) if is_paste else _own(diagnosis.failures))
        return dataclasses.replace(diagnosis, codes=codes, similar=similar)

    def follow(
        self, chunks: Iterable[bytes], source: str = "-"
    ) -> Iterator[tuple[Diagnosis, bool]]:
        """Yield what explains a log so far, and whether that names an entry for the first time."""
        collector = Collector(self._matcher)
        known: set[str] = set()
        for is_new in self._scanner.scan(chunks, collector):
            diagnosis = self._judged(collector, source)
            found = {match.id for match in diagnosis.matches if match.id and match.evidence}
            yield diagnosis, is_new or not found <= known
            known |= found

    def _judged(self, collector: Collector, source: str) -> Diagnosis:
        facts = collector.facts
        sightings = with_numbers(collector, lambda: self._conditions)
        failures = with_secondary_aborts(collector.failures, sightings, self.catalog.kind)
        numbers = collector.series
        found = matches(
            judge(sightings, failures, self.catalog, _training(collector)), self.catalog
        )
        return Diagnosis(
            source=source,
            matches=found,
            line_count=collector.line_count,
            verdict=verdict(found, failures, facts, collector.line_count),
            action=recommend(found),
            hints=tuple(hints(found, failures, facts)),
            failures=failures,
            series=numbers.series if numbers else (),
            runs=tuple(numbers.progress.runs) if numbers else (),
        )

    def _with_bare_message(self, text: str, known: Diagnosis) -> Diagnosis:
        """Return what explains a few lines if one message may lack its exception.

        That is ``known``, what explains them otherwise, unless it is one message alone, and more
        specific.
        """
        collector = Collector(self._bare_matcher)
        for _ in Scanner(self._bare_matcher).scan([text.encode()], collector):
            pass
        found = self._judged(collector, known.source)
        least = max((match.weight for match in known.matches), default=0)
        is_better = len(found.matches) == 1 and found.matches[0].weight > least
        return found if is_better else known

    @functools.cached_property
    def _conditions(self) -> "list[tuple[str, Condition]]":
        return list(self.catalog.conditions())

    def similar(self, failures: Iterable[Failure]) -> tuple[Entry, ...]:
        """Return the entries that resemble one of ``failures``, if any are."""
        return self._similar(_own(failures))

    def _similar(self, texts: Iterable[str]) -> tuple[Entry, ...]:
        best: dict[str, float] = {}
        for text in itertools.islice(dict.fromkeys(texts), _MOST_FAILURES):
            for found in self._ranker.rank(text, _MOST_SIMILAR, only_words=True):
                best[found.id] = max(found.similarity, best.get(found.id, 0))
        least = ranking_data().weights.least_similarity
        similar = [id_ for id_, similarity in best.items() if similarity >= least]
        similar.sort(key=lambda id_: -best[id_])
        return tuple(self.catalog[id_] for id_ in similar[:_MOST_SIMILAR])

    def search(self, query: str, limit: int) -> SearchResults:
        """Return up to ``limit`` entries for a query, those whose message it contains first.

        Only an entry of which it contains a longer message, but for the exception, precedes them.
        An entry with a small part of the best score shares only common words with the query, and is
        left out. Typing errors are corrected unless the query contains a message.
        """
        matched = self._containing(query, self._matcher)
        bare = [] if matched or not is_short(query) else self._containing(query, self._bare_matcher)
        if len(bare) == 1:  # as in a log of a few lines, one message may lack its exception
            matched = bare
        searched_for = None if matched else self._corrected(query)
        text = query if searched_for is None else searched_for
        weights = ranking_data().weights
        most = max(limit + len(matched), weights.reranked)
        ranked = self._ranker.rank(text, most)
        least = weights.least_share * ranked[0].score if ranked else 0
        fits = {one.id: one.fits for one in ranked if one.score >= least}
        if matched:
            leader = None if matched is bare else self._ranker.leader(query, matched)
        else:
            leader = self._usual(text)
        sure = [leader, *matched] if leader else matched
        found = (
            FoundEntry(self.catalog[id_], fits=id_ in sure or fits[id_])
            for id_ in list(dict.fromkeys([*sure, *fits]))[:limit]
        )
        return SearchResults(tuple(found), tuple(self._ranker.unknown_words(text)), searched_for)

    def _containing(self, query: str, matcher: Matcher) -> list[str]:
        collector = Collector(matcher, with_mentions=True)
        collector.add(matcher.find(query))
        findings = judge(collector.sightings, (), self.catalog)
        return [found.entry for found in findings if found.entry]

    def _usual(self, query: str) -> str | None:
        from trainwreck.matching.common_queries import usual_answer  # noqa: PLC0415  as below

        usual = usual_answer(query)
        return usual if usual in self.catalog else None

    def _corrected(self, query: str) -> str | None:
        unknown = self._ranker.unknown_words(query)
        return self._spelling.corrected(query, unknown) if unknown else None

    @functools.cached_property
    def _matcher(self) -> Matcher:
        return Matcher(self.catalog.patterns())

    @functools.cached_property
    def _bare_matcher(self) -> BareMatcher:
        return BareMatcher(self.catalog.patterns())

    @functools.cached_property
    def _scanner(self) -> Scanner:
        return Scanner(self._matcher)

    @functools.cached_property
    def _ranker(self) -> "Ranker":
        from trainwreck.matching.ranker import Ranker  # noqa: PLC0415  most diagnoses need no search

        return Ranker(self.catalog.documents())

    @functools.cached_property
    def _spelling(self) -> "Spelling":
        from trainwreck.matching.spelling import Spelling, dictionary  # noqa: PLC0415  as above

        return Spelling(dictionary(self.catalog.documents()))


def _own(failures: Iterable[Failure]) -> Iterator[str]:
    return (failure.text for failure in failures if not failure.is_secondary)


def _training(collector: Collector) -> Training:
    numbers, facts = collector.series, collector.facts
    return Training(
        numbers.steps if numbers else Steps(),
        facts.rank_of,
        has_several=facts.has_several,
        finished=facts.finished,
        line_count=collector.line_count,
    )


class _Tail:
    """Remembers the end of what passes, from the beginning of a line on."""

    def __init__(self) -> None:
        self._kept = b""

    def watch(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        for chunk in chunks:
            self._kept = (self._kept + chunk[-TAIL:])[-TAIL:]
            yield chunk

    @property
    def is_whole(self) -> bool:
        return len(self._kept) < TAIL

    @property
    def text(self) -> str:
        whole = self._kept if self.is_whole else self._kept.partition(b"\n")[2]
        return whole.decode("utf-8", "replace")
