"""Corrects typing errors in queries: words that no entry contains become the nearest that some do.

Only plain words are corrected, also those that hyphens join. What is quoted, contains a digit or an
underscore, or is part of a path, an option or a name with dots is most likely the name of
something. A query with as many other words that no entry contains is about something else, and
stays as it is; not so words behind or before a hyphen, since they may be part of a name.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from trainwreck.matching.ranking_data import ranking_data
from trainwreck.matching.tokenizer import written
from trainwreck.matching.word_index import field_texts
from trainwreck.snapshot.documents import Document

# browser/search/spelling.js does the same; tests/data/spelling_vectors.json holds both to it.
_SPACE = " \t\n\u2028"
_WORD = re.compile("[A-Za-z][a-z]+")
_JOINED = rf"{_WORD.pattern}(?:-{_WORD.pattern})*"
_PLAIN = re.compile(rf"(?<![^{_SPACE}(]){_JOINED}(?=[,;.!?)]*(?:[{_SPACE}]|\Z))")
_CORRECT = re.compile("[a-z]{4,}")


def dictionary(documents: Iterable[Document]) -> dict[str, int]:
    """Return the words to which queries are corrected, with the number of entries that have them.

    A word of few entries is in it only if it is in a title or among the keywords.
    """
    counts: Counter[str] = Counter()
    telling: set[str] = set()
    for document in documents:
        texts = [text for _, text in field_texts(document)]
        counts.update({word.lower() for text in texts for word in written(text)})
        told = " ".join((document.title, *document.keywords))
        telling.update(word.lower() for word in written(told))
    least = ranking_data().spelling.least_entries
    return {
        word: count
        for word, count in counts.items()
        if (count >= least or word in telling) and _CORRECT.fullmatch(word)
    }


class Spelling:
    """Knows how words are spelled."""

    def __init__(self, words: Mapping[str, int]) -> None:
        """Correct to ``words``, which have the numbers of the entries that contain them."""
        self._words = words
        self._by_letter: dict[str, list[str]] = {}
        for word in words:
            self._by_letter.setdefault(word[0], []).append(word)

    def corrected(
        self, query: str, unknown: Collection[str], *, unfinished: bool = False
    ) -> str | None:
        """Return ``query`` without its typing errors; None if there are none to correct.

        Args:
            query: what somebody typed or pasted.
            unknown: the words of the query that no entry contains.
            unfinished: whether the last word may be the beginning of one.

        """
        limits = ranking_data().spelling
        lower = {word.lower() for word in unknown}
        found = [match for match in _plain_words(query) if match[0].lower() in lower]
        words = {match[0].lower() for match in found}
        if sum(len(word) >= limits.shortest for word in words) > limits.most_words:
            return None
        long = {word for word in words if len(word) >= limits.shortest_swapped}
        is_last = unfinished and found and found[-1].end() == len(query)
        last = found[-1][0].lower() if is_last else None
        nearest = {word: self._nearest(word, is_beginning=word == last) for word in long}
        right = {word: near for word, near in nearest.items() if near is not None}
        alone = {match[0].lower() for match in _PLAIN.finditer(query)}
        left = words & alone - right.keys() - {last}
        if len(right) <= len(left):
            return None

        def with_right(match: re.Match[str]) -> str:
            return _WORD.sub(lambda word: right.get(word[0].lower(), word[0]), match[0])

        return _PLAIN.sub(with_right, query)

    def _nearest(self, typed: str, *, is_beginning: bool) -> str | None:
        """Return the word that was most likely meant.

        People seldom mistype the first letter, but some swap it with the second.
        """
        same = self._by_letter.get(typed[0], [])
        if is_beginning and any(word.startswith(typed) for word in same):
            return None
        swapped = [word for word in self._by_letter.get(typed[1], []) if word[1] == typed[0]]
        return self._best(typed, same) or self._best(typed, swapped)

    def _best(self, typed: str, words: Iterable[str]) -> str | None:
        most = _most_errors(typed)
        letters = sorted(typed)
        near = [
            (errors, sorted(word) != letters, -self._words[word], word)
            for word in words
            if abs(len(word) - len(typed)) <= most and (errors := distance(typed, word)) <= most
        ]
        if len(typed) < ranking_data().spelling.shortest:
            near = [found for found in near if not found[1]]  # the same letters
        return min(near)[-1] if near else None


def _plain_words(query: str) -> Iterator[re.Match[str]]:
    for match in _PLAIN.finditer(query):
        yield from _WORD.finditer(query, *match.span())


def distance(one: str, other: str) -> int:
    """Return how many letters to insert, delete, replace or swap with the next turn one into other.

    >>> distance("tiemout", "timeout"), distance("memroyy", "memory"), distance("ca", "abc")
    (1, 2, 3)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one):
        last, before, row = before, row, [i + 1]
        for j, wanted in enumerate(other):
            least = min(before[j] + (letter != wanted), before[j + 1] + 1, row[j] + 1)
            if i and j and letter == other[j - 1] and one[i - 1] == wanted:
                least = min(least, last[j - 1] + 1)
            row.append(least)
    return row[-1]


def _most_errors(word: str) -> int:
    return 1 if len(word) < ranking_data().spelling.shortest_with_two else 2
