"""The ranker gives what the shared vectors say, and what the site's gives for any query."""

import json
from typing import Any

import pytest

from tests.support.paths import ROOT
from trainwreck.matching.concepts import concepts
from trainwreck.matching.ranker import Ranker
from trainwreck.matching.tokenizer import compounds, words
from trainwreck.matching.word_index import WordIndex
from trainwreck.snapshot.documents import Document

VECTORS = json.loads((ROOT / "tests" / "data" / "ranking_vectors.json").read_text("utf-8"))


def named(vector: dict[str, Any]) -> str:
    return str(vector["name"])


def document(entry: dict[str, Any]) -> Document:
    frozen: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()
    }
    return Document(**frozen)


RANKER = Ranker(map(document, VECTORS["entries"]))


@pytest.mark.parametrize("vector", VECTORS["tokens"], ids=named)
def test_words_of_a_text(vector: dict[str, Any]) -> None:
    assert words(vector["text"]) == vector["words"]
    assert [whole for _, whole in compounds(vector["text"]) if whole] == vector["wholes"]


@pytest.mark.parametrize("vector", VECTORS["queries"], ids=named)
def test_entries_for_a_query(vector: dict[str, Any]) -> None:
    ranked = RANKER.rank(vector["query"], unfinished=vector["unfinished"])
    assert [found.id for found in ranked] == vector["found"]
    assert [found.score for found in ranked] == pytest.approx(vector["scores"], abs=1e-6)
    assert [found.fits for found in ranked] == vector["fits"]
    unknown = RANKER.unknown_words(vector["query"], unfinished=vector["unfinished"])
    assert unknown == vector["unknown"]


def test_words_that_an_entry_joins_count_no_more_than_apart() -> None:
    titles = ["train_loss", *["training loss"] * 20]
    index = WordIndex([Document("wheel", title, (), (), (), "", "", "") for title in titles])
    worth = {}
    for concept in concepts("training loss", index, unfinished=False):
        (word,) = concept.members.keys() & {"train", "loss", "trainloss"}
        worth[word] = concept.worth
    assert 0 < worth["trainloss"] < worth["train"] + worth["loss"]


def test_word_that_entries_only_mention_is_rarer_than_one_that_they_are_about() -> None:
    titles = [*["wheel"] * 5, *["axle"] * 15]
    prose = [*["hub spoke"] * 5, *["hub"] * 15]
    index = WordIndex(
        [
            Document(f"{number}", title, (), (), (), "", "", words)
            for number, (title, words) in enumerate(zip(titles, prose, strict=True))
        ]
    )
    assert index.rarity("spoke") > index.rarity("wheel")
    assert index.rarity("hub") > index.rarity("axle")
