"""The words of a query, each with all that may replace it."""

import functools
import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from trainwreck.matching.ranking_data import ranking_data
from trainwreck.matching.stemmer import stem
from trainwreck.matching.tokenizer import compounds, words, written
from trainwreck.matching.word_index import WordIndex, is_stop_word

# browser/search/concepts.js and vocabulary.js do the same.


@dataclass(frozen=True)
class Concept:
    """A word of a query with all that may replace it."""

    members: Mapping[str, float]
    """How much each word counts."""
    worth: float
    """The most that an entry can gain by it."""
    is_guess: bool = False
    """Whether it stands for a word that entries contain only as the beginning of others."""


def concepts(query: str, index: WordIndex, *, unfinished: bool) -> list[Concept]:
    """Return the concepts of a query, the one of most worth first.

    Args:
        query: the query, its phrases replaced.
        index: the words of the entries; words that no entry contains are left out.
        unfinished: whether the last word may be the beginning of one.

    """
    plain = words(query)
    by_word: dict[str, Concept] = {}
    for word in _with_wholes(query):
        if is_stop_word(word) or word in by_word:
            continue
        is_last = unfinished and word == plain[-1]
        members = _members(word, index, is_beginning=is_last)
        if members:
            is_guess = is_last and not _members(word, index, is_beginning=False)
            by_word[word] = Concept(members, _worth(members, index), is_guess)
    for one, other in itertools.pairwise(plain):
        joined = stem(one + other)
        if joined in index.postings and joined not in by_word:
            members = {joined: _weight_joined(joined, (one, other), index)}
            by_word[joined] = Concept(members, _worth(members, index))
    all_ = list(by_word.values())
    all_.sort(key=lambda concept: -concept.worth)
    return all_[: ranking_data().weights.most_words]


def unknown_words(query: str, index: WordIndex, *, unfinished: bool) -> list[str]:
    """Return the words of a query that no entry contains in any form, as they were written.

    Numbers are left out: most say something about one run only.

    Args:
        query: the query, its phrases replaced.
        index: the words of the entries.
        unfinished: whether the last word may be the beginning of one.

    """
    texts = written(query)
    unknown: dict[str, str] = {}
    for number, (text, (parts, whole)) in enumerate(zip(texts, compounds(query), strict=True)):
        said = [part for part in parts if not is_stop_word(part)]
        if not said or not any(map(str.isalpha, text)):
            continue
        is_last = unfinished and number == len(texts) - 1
        stems = [*said, whole] if whole else said
        if not any(_is_known(word, index, is_beginning=is_last) for word in stems):
            unknown.setdefault(text.lower(), text)
    return list(unknown.values())


def _is_known(word: str, index: WordIndex, *, is_beginning: bool) -> bool:
    # Most words are in the index themselves, which costs no search.
    return index.content(word) > 0 or bool(_members(word, index, is_beginning=is_beginning))


def _weight_joined(joined: str, parts: Iterable[str], index: WordIndex) -> float:
    """Return how much two neighbors count where an entry writes them as one word.

    No more than apart: "training loss" is common, although hardly an entry says ``train_loss``.
    """
    apart = sum(index.rarity(part) for part in parts if part in index.postings)
    return ranking_data().weights.joined * min(1, apart / index.rarity(joined))


def _with_wholes(query: str) -> Iterable[str]:
    for parts, whole in compounds(query):
        yield from parts
        if whole is not None:
            yield whole


def _members(word: str, index: WordIndex, *, is_beginning: bool) -> dict[str, float]:
    weights = ranking_data().weights
    members: dict[str, float] = {}
    for other in synonyms(word):
        _include(members, other, weights.synonym, index)
    for longer in index.completions(word) if is_beginning else ():
        _include(members, longer, _weight_completed(longer, word, index), index)
    _include(members, word, 1, index)
    return members


def _weight_completed(longer: str, word: str, index: WordIndex) -> float:
    """Return how much ``longer`` counts where ``word``, its beginning, was typed.

    No more than the word itself where entries contain it: "job" is most often a finished word, not
    the beginning of a rare one.
    """
    typed = index.rarity(word) if word in index.postings else index.rarity(longer)
    return ranking_data().weights.prefix * min(1, typed / index.rarity(longer))


def _include(members: dict[str, float], word: str, weight: float, index: WordIndex) -> None:
    if word in index.postings and not is_stop_word(word):
        members[word] = max(weight, members.get(word, 0))


def _worth(members: Mapping[str, float], index: WordIndex) -> float:
    return max(weight * index.rarity(word) for word, weight in members.items())


def synonyms(word: str) -> Sequence[str]:
    """Return the stems that may replace a stem."""
    return _synonyms().get(word, ())


@functools.cache
def _synonyms() -> Mapping[str, list[str]]:
    """Return the stems that may replace a stem."""
    found: dict[str, list[str]] = {}
    for group in ranking_data().synonyms:
        stems = list(dict.fromkeys(word for text in group for word in words(text)))
        for word in stems:
            found.setdefault(word, []).extend(other for other in stems if other != word)
    return found
