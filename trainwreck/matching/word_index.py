"""The words of every entry, by field: what the ranker looks up."""

import bisect
import functools
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from trainwreck.matching.ranking_data import Field, ranking_data
from trainwreck.matching.tokenizer import compounds, words
from trainwreck.snapshot.documents import Document


def with_phrases(text: str) -> str:
    """Add to common phrases the one word that means the same, as in "out of memory oom"."""
    for pattern, replacement in ranking_data().phrases:
        text = pattern.sub(replacement, text)
    return text


def keyword_text(document: Document) -> str:
    """Return the keywords of ``document``, one in a line."""
    return with_phrases("\n".join(document.keywords))


# browser/search/word-index.js does the same, in the same order: sums are equal to the last digit.
_TEXT_OF_FIELD: Mapping[str, Callable[[Document], str]] = {
    "title": lambda document: with_phrases(f"{document.title} {document.id}"),
    "messages": lambda document: "\n".join(document.messages),
    "keywords": keyword_text,
    "summary": lambda document: document.summary,
    "cause": lambda document: document.cause,
    "samples": lambda document: "\n".join(document.samples),
    "words": lambda document: document.words,
}
_DIGITS = 9


class Phrase(NamedTuple):
    """A keyword of an entry, most of which are several words."""

    words: tuple[str, ...]
    """The stems of its words, each once."""
    worth: int
    """What they say together, in tenths."""


def field_texts(document: Document) -> Iterator[tuple[Field, str]]:
    """Yield each field by which entries are ranked, with its text in ``document``."""
    for name, field in ranking_data().weights.fields.items():
        yield field, _TEXT_OF_FIELD[name](document)


def is_stop_word(word: str) -> bool:
    """Tell whether ``word``, in lower case or a stem, says nothing about an error."""
    return word in ranking_data().stop_words or len(word) < 2  # noqa: PLR2004  a single letter


def in_tenths(value: float) -> int:
    """Return ``value`` in tenths, rounded so that two machines that add it up agree."""
    return math.floor(10 * value + 0.5)


class WordIndex:
    """Knows which entry of a catalog contains which words."""

    def __init__(self, documents: Sequence[Document]) -> None:
        """Index ``documents``."""
        self._documents = documents
        self._rarities: dict[str, float] = {}
        # Surveys look up the same entries for each job that died of something unknown.
        self._sequences: dict[int, Sequence[str | None]] = {}
        self._messages: dict[int, Sequence[Sequence[str]]] = {}
        self._phrases: dict[int, Sequence[Phrase]] = {}
        self._presences: defaultdict[str, float] = defaultdict(float)
        self.postings: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        """By word: the position of each entry that contains it, and how much it says there."""
        for position, document in enumerate(documents):
            self._add(document, position)

    def importance(self, position: int) -> float:
        """Return how well known the entry at ``position`` is: 0 if no other entry names it.

        Of entries with as similar words, the best known is the most likely one to be meant.
        """
        return round(math.log(1 + self._documents[position].named_by), _DIGITS)

    @functools.cached_property
    def _sorted(self) -> list[str]:
        return sorted(self.postings)

    def completions(self, start: str) -> list[str]:
        """Return the first words in alphabetical order that begin with ``start``."""
        first = bisect.bisect_left(self._sorted, start)
        following = self._sorted[first : first + ranking_data().weights.most_completions]
        return [word for word in following if word.startswith(start)]

    def rarity(self, word: str) -> float:
        """Return how rare a word of the index is among its entries.

        Entries count by how much it says there: "slow" is in the prose of many, but what few are
        about.
        """
        known = self._rarities.get(word)
        if known is None:
            known = self._rarities[word] = self._rarity(word, self.presence(word) / 10)
        return known

    def presence(self, word: str) -> int:
        """Return how present ``word`` is in all entries: the sum of its impacts, in tenths."""
        return in_tenths(self._presences.get(word, 0))

    def unknown_rarity(self, word: str) -> float:
        """Return how rare a word is that no entry contains."""
        return self._rarity(word, 0)

    def _rarity(self, word: str, count: float) -> float:
        weights = ranking_data().weights
        smoothing = weights.rarity_smoothing
        # Short words are rare, but most often there by chance.
        factor = 1 if len(word) > weights.short_word_length else weights.short_word
        ratio = (len(self._documents) - count + smoothing) / (count + smoothing)
        # Rounded, because the last digit of a logarithm depends on the machine, and to few digits,
        # so that hardly any is so close to a border that two machines round it apart.
        return round(factor * math.log(1 + ratio), _DIGITS)

    def content(self, word: str) -> float:
        """Return the rarity of a word, 0 for a stop word and for a word of no entry."""
        return self.rarity(word) if word in self.postings and not is_stop_word(word) else 0

    def sequence(self, position: int) -> Sequence[str | None]:
        """Return the words of the entry at ``position`` in their order, None after each field."""
        known = self._sequences.get(position)
        if known is None:
            known = self._sequences[position] = tuple(_sequence(self._documents[position]))
        return known

    def messages(self, position: int) -> Sequence[Sequence[str]]:
        """Return the words of each message of the entry at ``position``, each once."""
        known = self._messages.get(position)
        if known is None:
            texts = self._documents[position].messages
            known = tuple(tuple(dict.fromkeys(words(text))) for text in texts)
            self._messages[position] = known
        return known

    def phrases(self, position: int) -> Sequence[Phrase]:
        """Return the keywords of the entry at ``position``, which say what people see of it."""
        known = self._phrases.get(position)
        if known is None:
            texts = keyword_text(self._documents[position]).split("\n")
            found = [tuple(dict.fromkeys(words(text))) for text in texts]
            known = tuple(Phrase(one, in_tenths(sum(map(self.content, one)))) for one in found)
            self._phrases[position] = known
        return known

    def _add(self, document: Document, position: int) -> None:
        sums: defaultdict[str, float] = defaultdict(float)
        for field, text in field_texts(document):
            _add_field(text, field, sums)
        saturation = ranking_data().weights.saturation
        for word, total in sums.items():
            impact = total / (saturation + total)
            self.postings[word].append((position, impact))
            self._presences[word] += impact


def _sequence(document: Document) -> Iterator[str | None]:
    for field, text in field_texts(document):
        if field.ordered:
            yield from words(text)
        yield None


def _add_field(text: str, field: Field, sums: defaultdict[str, float]) -> None:
    """Add to ``sums`` how much each word of a field counts."""
    found = compounds(text)
    effect = ranking_data().weights.length_effect
    weight = field.weight / (1 - effect + effect * len(found) / field.usual_length)
    for parts, whole in found:
        for part in parts:
            sums[part] += weight
        if whole is not None:
            sums[whole] += weight
