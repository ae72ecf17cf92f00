"""Takes text apart into words as the search compares them: compounds split, endings cut."""

import functools
import re
from typing import NamedTuple

from trainwreck.matching.ranking_data import ranking_data
from trainwreck.matching.stemmer import stem

# browser/search/tokenizer.js does the same; tests/data/ranking_vectors.json holds both to it.
_COMPOUND = re.compile(r"[^\W_]+(?:_[^\W_]+)*")
_CAMEL_CASE = re.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# Identifies one run, not an error: addresses, process ids, sizes, hashes.
_RUN_NUMBER = re.compile("[0-9]{5,}|0x.*|(?=(?:[^0-9]*[0-9]){4}).{8,}")
_LONGEST_WORD = ranking_data().weights.longest_word
_MOST_CACHED = 1 << 16


class Compound(NamedTuple):
    """What is written without a space: a word, or several words as in "prefetch_factor"."""

    parts: tuple[str, ...]
    """The stems of its words, in their order."""
    whole: str | None
    """The stem of all of it, where it has several words."""


def words(text: str) -> list[str]:
    """Return the stems of the words of ``text`` in their order.

    >>> words("DataLoader hangs")
    ['data', 'load', 'hang']
    """
    return [part for compound in compounds(text) for part in compound.parts]


def compounds(text: str) -> list[Compound]:
    """Return the compounds of ``text`` in their order; a plain word has one part and no whole."""
    return [_compound(found) for found in written(text)]


def written(text: str) -> list[str]:
    """Return the compounds of ``text`` as they were written.

    >>> written("prefetch_factor: 2")
    ['prefetch_factor', '2']
    """
    return _COMPOUND.findall(text)


@functools.lru_cache(_MOST_CACHED)
def _compound(text: str) -> Compound:
    parts = tuple(stem(word) for token in text.split("_") for word in _split(token))
    is_one_word = len(parts) < 2 or len(text) > _LONGEST_WORD  # noqa: PLR2004  two words
    return Compound(parts, None if is_one_word else stem(text.lower().replace("_", "")))


def _split(token: str) -> list[str]:
    if len(token) > _LONGEST_WORD or _RUN_NUMBER.fullmatch(token):
        return []
    return [word.lower() for word in _CAMEL_CASE.split(token)]
