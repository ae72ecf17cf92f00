"""The data of the ranker, ``ranking.json``, which the site reads too."""

import functools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from trainwreck.matching.stemmer import stem


@dataclass(frozen=True)
class Field:
    """How much the words of a field of an entry count."""

    weight: float
    usual_length: int
    """In words."""
    ordered: bool
    """Whether the order of its words says something."""


@dataclass(frozen=True)
class Weights:
    """The numbers by which the ranker judges; ``ranking.json`` has one member for each."""

    fields: Mapping[str, Field]
    saturation: float
    length_effect: float
    rarity_smoothing: float
    short_word: float
    short_word_length: int
    most_completions: int
    synonym: float
    joined: float
    prefix: float
    whole_score: float
    enough: float
    pair: float
    triple: float
    message: float
    phrase: float
    """How much the keyword counts of which a query contains most."""
    next_phrase: float
    """How much the next such keyword counts, as a share of the one before."""
    most_phrases: int
    closeness_of_one: float
    """How much it counts that a message has little but the word that a query consists of."""
    named: float
    """How much it counts that other entries name an entry, by the logarithm of their number."""
    named_for_one: float
    """The same where the query is one word."""
    most_words: int
    most_telling: int
    reranked: int
    most_found: int
    least_share: float
    """Of the score of the best entry, which a search needs to list another."""
    fitting_share: float
    """Of what the words of a query are worth: an entry that reaches it fits the query."""
    least_fit: float
    """What the square of any other score, divided by what they are worth, needs to be."""
    message_share: float
    """Of what the words of a query say: a message that says as much is all of it, more or less."""
    least_lead: float
    """How often the score of entries whose message the query contains another one needs to have
    to come before them."""
    least_similarity: float
    """What an entry needs to be called similar to a failure that no message matches."""
    longest_word: int


@dataclass(frozen=True)
class SpellingLimits:
    """Which words of a query are corrected, and to what."""

    shortest: int
    """The letters of a word that may have one error, at least."""
    shortest_swapped: int
    """The letters of a word of which two neighbors may be swapped."""
    shortest_with_two: int
    """The letters of a word that may have two."""
    most_words: int
    """How many words of a query may be wrong; more are not typing errors."""
    least_entries: int
    """How many entries contain a word to which others are corrected, unless it is in a title or
    among the keywords."""


@dataclass(frozen=True)
class RankingData:
    """What the ranker knows of English and of logs."""

    stop_words: frozenset[str]
    """With their stems: "goes" is "goe" where words are compared."""
    synonyms: Sequence[Sequence[str]]
    """Groups of words that may replace each other."""
    phrases: Sequence[tuple[re.Pattern[str], str]]
    """Patterns, each with what ``sub()`` puts in its place."""
    fillers: Sequence[str]
    """Words that say nothing in a query such as "my job hangs"."""
    answers: Mapping[str, Sequence[str]]
    """By id: the queries for which an entry is what most people look for."""
    weights: Weights
    spelling: SpellingLimits


@functools.cache
def ranking_data() -> RankingData:
    """Read the data; the file is read once."""
    text = (resources.files(__package__) / "ranking.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    fields = {name: Field(**field) for name, field in data["weights"].pop("fields").items()}
    return RankingData(
        stop_words=frozenset(form for word in data["stop_words"] for form in (word, stem(word))),
        synonyms=data["synonyms"],
        phrases=[
            (re.compile(phrase["pattern"], re.IGNORECASE), phrase["replacement"])
            for phrase in data["phrases"]
        ],
        fillers=data["common_queries"]["fillers"],
        answers=data["common_queries"]["answers"],
        weights=Weights(fields=fields, **data["weights"]),
        spelling=SpellingLimits(**data["spelling"]),
    )
