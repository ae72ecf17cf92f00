"""How close an entry is to a query: words in the same order, messages and keywords almost whole."""

import heapq
import itertools
from collections.abc import Iterable, Iterator

from trainwreck.matching.concepts import synonyms
from trainwreck.matching.ranking_data import ranking_data
from trainwreck.matching.tokenizer import words
from trainwreck.matching.word_index import WordIndex

# browser/search/closeness.js does the same.


class Closeness:
    """Knows which words of a query entries contain, and which follows which."""

    def __init__(self, query: str, index: WordIndex) -> None:
        """Prepare to score entries for ``query``, in which phrases were replaced."""
        self._index = index
        sequence = [word if word in index.postings else None for word in words(query)]
        self._in_query = dict.fromkeys(word for word in sequence if word is not None)
        self._said = self._with_synonyms()
        self._followers: dict[tuple[str, str], set[str]] = {}
        for before, word, after in _windows(sequence):
            following = self._followers.setdefault((before, word), set())
            if after is not None:
                following.add(after)

    def score(self, position: int) -> float:
        """Return the score of the entry at ``position`` in the catalog.

        It is 0 where the query shares no two neighbors and no word of a message or a keyword with
        the entry.
        """
        in_order = self._sequence_score(position)
        return in_order + self._message_score(position) + self._phrase_score(position)

    @property
    def whole(self) -> float:
        """What the words of the query say."""
        return sum(map(self._index.content, self._in_query))

    def told(self, position: int) -> float:
        """Return what the query says of the message of an entry that it is closest to."""
        return max(self._messages(position), default=(0.0, 0.0))[1]

    def _sequence_score(self, position: int) -> float:
        """Score the pairs and triples that the query shares with an entry, each once."""
        weights = ranking_data().weights
        seen: set[tuple[str, ...]] = set()
        score = 0.0
        for before, word, after in _windows(self._index.sequence(position)):
            following = self._followers.get((before, word))
            if following is None:
                continue
            if (before, word) not in seen:
                score += weights.pair * self._content(before, word)
                seen.add((before, word))
            if after in following and (before, word, after) not in seen:
                score += weights.triple * self._content(before, after)
                seen.add((before, word, after))
        return score

    def _content(self, one: str, other: str) -> float:
        return (self._index.content(one) + self._index.content(other)) / 2

    def _message_score(self, position: int) -> float:
        best, _ = max(self._messages(position), default=(0.0, 0.0))
        return ranking_data().weights.message * best

    def _phrase_score(self, position: int) -> float:
        """Score the keywords that the query contains most of, each next one less.

        People put what they see into other words than an entry does; its keywords are some ways.
        """
        weights = ranking_data().weights
        score = 0.0
        factor = weights.phrase
        for one in heapq.nlargest(weights.most_phrases, self._phrases(position)):
            score += factor * one
            factor *= weights.next_phrase
        return score

    def _phrases(self, position: int) -> Iterator[float]:
        """Yield for each keyword of an entry how close the query is."""
        for phrase in self._index.phrases(position):
            present = 0.0
            for word in phrase.words:
                present += self._said.get(word, 0) * self._index.content(word)
            if present:
                share = min(1, 10 * present / phrase.worth)
                yield present * share * share

    def _with_synonyms(self) -> dict[str, float]:
        """Return how much each word of the query counts, and each that may replace one."""
        said = dict.fromkeys(self._in_query, 1.0)
        for word in self._in_query:
            for other in synonyms(word):
                said.setdefault(other, ranking_data().weights.synonym)
        return said

    def _messages(self, position: int) -> Iterator[tuple[float, float]]:
        """Yield for each message of an entry how close the query is, and what it says of it."""
        for message in self._index.messages(position):
            whole = present = 0.0
            for word in message:
                content = self._index.content(word)
                whole += content
                if word in self._in_query:
                    present += content
            if whole:
                share = present / whole
                yield present * share * share, present


def _windows(sequence: Iterable[str | None]) -> Iterable[tuple[str, str, str | None]]:
    """Yield each two neighbors with the word that follows, None where none does."""
    one, other, third = itertools.tee(sequence, 3)
    following = itertools.chain(itertools.islice(third, 2, None), [None])
    for before, word, after in zip(one, itertools.islice(other, 1, None), following, strict=False):
        if before is not None and word is not None:
            yield before, word, after
