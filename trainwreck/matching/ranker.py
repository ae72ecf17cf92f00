"""Ranks entries by the words of a query: made for lines of logs, good for plain words too.

Words are weighted by their rarity and by the field that contains them (BM25F). Among the entries
that are best by this, closeness to the query decides. An entry that many others name precedes one
with as similar words. The site ranks alike (browser/search), and both read ``ranking.json``.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from trainwreck.matching.closeness import Closeness
from trainwreck.matching.concepts import Concept, concepts, unknown_words
from trainwreck.matching.ranking_data import ranking_data
from trainwreck.matching.tokenizer import written
from trainwreck.matching.word_index import WordIndex, with_phrases
from trainwreck.snapshot.documents import Document


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entry with its score."""

    id: str
    score: float
    """By its words, and by how many others name it."""
    similarity: float
    """The score by its words, weighed by its share of what the words of the query are worth: large
    only where the entry contains most of them, and there are many or rare ones."""
    fits: bool
    """Whether the entry contains most of what the query says, or enough that is rare."""


class Ranker:
    """Knows the words of a catalog and ranks its entries for any number of queries."""

    def __init__(self, documents: Iterable[Document]) -> None:
        """Prepare to rank the entries of ``documents``."""
        indexed = list(documents)
        self._ids = [document.id for document in indexed]
        self._index = WordIndex(indexed)

    def rank(
        self,
        query: str,
        limit: int | None = None,
        *,
        unfinished: bool = False,
        only_words: bool = False,
    ) -> list[Ranked]:
        """Rank the entries for a query, the best first; of equal ones the earlier in the catalog.

        Args:
            query: what somebody typed or pasted.
            limit: how many to return at most; by default, as many as the site lists.
            unfinished: whether the last word may be the beginning of one.
            only_words: whether to ignore how many others name an entry.

        """
        weights = ranking_data().weights
        most = weights.most_found if limit is None else limit
        text = with_phrases(query)
        wanted = concepts(text, self._index, unfinished=unfinished)
        total = sum(concept.worth for concept in wanted)
        asked = sum(concept.worth for concept in wanted if not concept.is_guess)
        for word in self.unknown_words(query, unfinished=unfinished):
            asked += self._index.unknown_rarity(word)
        scores, reach = self._by_words(wanted, total)
        closeness = Closeness(text, self._index)
        is_one = len(wanted) <= 1
        share = weights.closeness_of_one if is_one else 1
        named = 0 if only_words else weights.named_for_one if is_one else weights.named
        factor = {position: 1 + named * self._index.importance(position) for position in scores}
        found = {position: score * factor[position] for position, score in scores.items()}
        said = {
            position: scores[position] + share * closeness.score(position)
            for position in _best(found, max(weights.reranked, most))
        }
        ordered = {position: score * factor[position] for position, score in said.items()}
        return [
            Ranked(
                id=self._ids[position],
                score=ordered[position],
                similarity=said[position] * said[position] / total,
                fits=_fits(said[position], reach[position], asked),
            )
            for position in _best(ordered, most)
        ]

    def leader(self, query: str, matched: Collection[str]) -> str | None:
        """Return the entry that belongs before those whose message a query contains, if any does.

        A message without its exception, such as "No module named 'torch._six'", may contain the
        message of a more general entry. The query has to be little more than such a message.

        Args:
            query: what somebody typed or pasted.
            matched: ids of the entries whose message it contains.

        """
        weights = ranking_data().weights
        ranked = self.rank(query, weights.reranked, only_words=True)
        if not ranked or ranked[0].id in matched:
            return None
        best = ranked[0]
        score = max((one.score for one in ranked if one.id in matched), default=0)
        closeness = Closeness(with_phrases(query), self._index)
        told = closeness.told(self._ids.index(best.id))
        others = max(closeness.told(self._ids.index(id_)) for id_ in matched)
        is_message = told > others and told >= weights.message_share * closeness.whole
        return best.id if is_message and best.score > weights.least_lead * score else None

    def unknown_words(self, query: str, *, unfinished: bool = False) -> list[str]:
        """Return the words of a query that no entry contains in any form, as they were written."""
        unknown = unknown_words(with_phrases(query), self._index, unfinished=unfinished)
        typed = set(written(query))
        return [word for word in unknown if word in typed][: ranking_data().weights.most_words]

    def _by_words(
        self, wanted: Iterable[Concept], total: float
    ) -> tuple[dict[int, float], dict[int, float]]:
        """Score the entries by the words that they contain; one that contains few counts less.

        Return the scores, and how much of what the words are worth each entry reaches.
        """
        weights = ranking_data().weights
        scores: dict[int, float] = {}
        reach: dict[int, float] = {}
        for concept in wanted:
            for position, best in self._best_of(concept).items():
                scores[position] = scores.get(position, 0) + best
                gain = min(concept.worth, best * weights.enough)
                reach[position] = reach.get(position, 0) + gain
        whole = weights.whole_score
        weighed = {
            position: score * (whole + (1 - whole) * reach[position] / total)
            for position, score in scores.items()
        }
        return weighed, reach

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


def _fits(score: float, reach: float, asked: float) -> bool:
    """Tell whether an entry fits a query whose words, unknown ones too, are worth ``asked``."""
    weights = ranking_data().weights
    return reach >= weights.fitting_share * asked or score * score >= weights.least_fit * asked


def _best(scores: dict[int, float], limit: int) -> list[int]:
    """Return the positions of the best scores."""
    return sorted(scores, key=lambda position: (-scores[position], position))[:limit]
