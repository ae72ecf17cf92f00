"""Ranks entries by the words of a query: made for lines of logs, good for plain words too.

Words are weighted by their rarity and by the field that contains them (BM25F). Among the entries
that are best by this, closeness to the query decides. The site ranks alike (browser/search), and
both read ``ranking.json``.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from trainwreck.matching.closeness import Closeness
from trainwreck.matching.concepts import Concept, concepts, with_phrases
from trainwreck.matching.ranking_data import ranking_data
from trainwreck.matching.word_index import WordIndex
from trainwreck.snapshot.documents import Document


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entry with its score."""

    id: str
    score: float
    similarity: float
    """The score, weighed by its share of what the words of the query are worth: large only where
    the entry contains most of them, and there are many or rare ones."""


class Ranker:
    """Knows the words of a catalog and ranks its entries for any number of queries."""

    def __init__(self, documents: Iterable[Document]) -> None:
        """Prepare to rank the entries of ``documents``."""
        indexed = list(documents)
        self._ids = [document.id for document in indexed]
        self._index = WordIndex(indexed)

    def rank(
        self, query: str, limit: int | None = None, *, unfinished: bool = False
    ) -> list[Ranked]:
        """Rank the entries for a query, the best first; of equal ones the earlier in the catalog.

        Args:
            query: what somebody typed or pasted.
            limit: how many to return at most; by default, as many as the site lists.
            unfinished: whether the last word may be the beginning of one.

        """
        weights = ranking_data().weights
        most = weights.most_found if limit is None else limit
        text = with_phrases(query)
        wanted = concepts(text, self._index, unfinished=unfinished)
        total = sum(concept.worth for concept in wanted)
        scores = self._by_words(wanted, total)
        closeness = Closeness(text, self._index)
        candidates = {
            position: scores[position] + closeness.score(position)
            for position in _best(scores, max(weights.reranked, most))
        }
        best = ((position, candidates[position]) for position in _best(candidates, most))
        return [
            Ranked(self._ids[position], score, score * score / total) for position, score in best
        ]

    def _by_words(self, wanted: Iterable[Concept], total: float) -> dict[int, float]:
        """Score the entries by the words that they contain; one that contains few counts less."""
        weights = ranking_data().weights
        scores: dict[int, float] = {}
        reach: dict[int, float] = {}
        for concept in wanted:
            for position, best in self._best_of(concept).items():
                scores[position] = scores.get(position, 0) + best
                gain = min(concept.worth, best * weights.enough)
                reach[position] = reach.get(position, 0) + gain
        whole = weights.whole_score
        return {
            position: score * (whole + (1 - whole) * reach[position] / total)
            for position, score in scores.items()
        }

    def _best_of(self, concept: Concept) -> dict[int, float]:
        """Return the best score that an entry gains by one of the words that mean the same."""
        best: dict[int, float] = {}
        for word, weight in concept.members.items():
            factor = weight * self._index.rarity(word)
            for position, impact in self._index.postings[word]:
                score = factor * impact
                if score > best.get(position, 0):
                    best[position] = score
        return best


def _best(scores: dict[int, float], limit: int) -> list[int]:
    """Return the positions of the best scores."""
    return sorted(scores, key=lambda position: (-scores[position], position))[:limit]
