"""Queries of a word or two that many entries fit, and the entry that most people look for.

Many entries fit "job hangs", yet most people mean the same one. ``ranking.json`` lists such
queries by the entry: words in any order, ``/`` between words of which one or more are there, and
``?`` after those that may be missing.
"""

import functools
from collections.abc import Collection, Sequence

from trainwreck.matching.ranking_data import ranking_data
from trainwreck.matching.tokenizer import words
from trainwreck.matching.word_index import is_stop_word, with_phrases

# browser/search/common-queries.js does the same.
_Part = tuple[frozenset[str], bool]
"""Stems of which a query contains one, and whether it may contain none."""


def usual_answer(query: str) -> str | None:
    """Return the id of the entry that people look for with ``query``, None if it isn't common.

    >>> usual_answer("my job hangs")
    'hang-without-output'
    """
    said = {word for word in words(with_phrases(query)) if not is_stop_word(word)}
    asked = said - _fillers()
    for id_, patterns in _answers():
        if any(_matches(asked, parts) for parts in patterns):
            return id_
    return None


def _matches(asked: Collection[str], parts: Sequence[_Part]) -> bool:
    known = frozenset().union(*(stems for stems, _ in parts))
    return known.issuperset(asked) and all(
        may_miss or not stems.isdisjoint(asked) for stems, may_miss in parts
    )


@functools.cache
def _fillers() -> frozenset[str]:
    return frozenset(words(" ".join(ranking_data().fillers)))


@functools.cache
def _answers() -> Sequence[tuple[str, Sequence[Sequence[_Part]]]]:
    return [
        (id_, [[_part(part) for part in pattern.split()] for pattern in patterns])
        for id_, patterns in ranking_data().answers.items()
    ]


def _part(text: str) -> _Part:
    return frozenset(words(text.rstrip("?"))), text.endswith("?")
