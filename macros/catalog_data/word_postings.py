"""Where in which entry each word is, for browsers that load only the words of a query.

``browser/search/sharded-index.js`` makes of it what ``browser/search/word-index.js`` makes of the
texts of all entries.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from trainwreck.matching.tokenizer import compounds
from trainwreck.matching.word_index import field_texts
from trainwreck.snapshot.documents import Document


@dataclass(slots=True)
class _Occurrences:
    """A word in one entry."""

    places: list[int] = field(default_factory=list)
    """Its places among the words of the fields that are ordered; each field ends with a gap."""
    others: list[int] = field(default_factory=list)
    """The field of each occurrence that has no place: in unordered fields, and of compounds."""


@dataclass(frozen=True, slots=True)
class Lengths:
    """How much text the fields of an entry have."""

    compounds: list[int]
    """Compounds of each field."""
    more_words: list[int]
    """How many more words than compounds each ordered field has."""


class WordPostings:
    """The words of a catalog."""

    def __init__(self, documents: Sequence[Document]) -> None:
        """Index ``documents``."""
        self._occurrences: defaultdict[str, dict[int, _Occurrences]] = defaultdict(dict)
        self.lengths = [self._add(*item) for item in enumerate(documents)]
        """By entry, in the order of the documents."""

    def __iter__(self) -> Iterator[tuple[str, list[int]]]:
        """Yield each word with its occurrences in all entries, as numbers in one list.

        For each entry there are: its distance from the one before, the number of places, each
        place as its distance from the one before, the number of other occurrences, their fields.
        """
        for word, occurrences in self._occurrences.items():
            numbers: list[int] = []
            for position, distance in _distances(list(occurrences)):
                found = occurrences[position]
                steps = [step for _, step in _distances(found.places)]
                numbers += [distance, len(steps), *steps, len(found.others), *found.others]
            yield word, numbers

    def _add(self, position: int, document: Document) -> Lengths:
        """Note the words of ``document``."""
        lengths = Lengths([], [])
        place = 0
        for number, (kind, text) in enumerate(field_texts(document)):
            found = compounds(text)
            parts = [self._of(part, position) for compound in found for part in compound.parts]
            wholes = [self._of(one.whole, position) for one in found if one.whole is not None]
            lengths.compounds.append(len(found))
            if kind.ordered:
                lengths.more_words.append(len(parts) - len(found))
                for word in parts:
                    word.places.append(place)
                    place += 1
            for word in wholes if kind.ordered else [*parts, *wholes]:
                word.others.append(number)
            place += 1
        return lengths

    def _of(self, word: str, position: int) -> _Occurrences:
        of_word = self._occurrences[word]
        if position not in of_word:
            of_word[position] = _Occurrences()
        return of_word[position]


def _distances(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield each of the ascending ``numbers`` with its distance from the one before, or from 0."""
    for before, number in pairwise([0, *numbers]):
        yield number, number - before
