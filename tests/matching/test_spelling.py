"""Typing errors are corrected alike in both languages; the vectors are shared with the site."""

import json

import pytest

from tests.support.paths import ROOT
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.spelling import Spelling, dictionary
from trainwreck.snapshot.documents import Document

VECTORS = json.loads((ROOT / "tests" / "data" / "spelling_vectors.json").read_text("utf-8"))
SPELLING = Spelling(VECTORS["words"])
DIAGNOSER = Diagnoser(load_snapshot())


@pytest.mark.parametrize("vector", VECTORS["queries"], ids=lambda vector: vector["name"])
def test_query_is_corrected(vector: dict[str, object]) -> None:
    unfinished = bool(vector["unfinished"])
    query = str(vector["query"])
    unknown = vector["unknown"]
    assert isinstance(unknown, list)
    assert SPELLING.corrected(query, unknown, unfinished=unfinished) == vector["corrected"]


def document(number: int, **texts: str) -> Document:
    fields = {"title": "", "summary": "", "cause": "", "words": ""} | texts
    return Document(
        id=f"x{number}", messages=(), samples=(), keywords=("loader",), named_by=0, **fields
    )


def test_dictionary_has_what_several_entries_say_and_titles_and_keywords() -> None:
    texts = [
        {"title": "Rare word", "words": "twice"},
        {"words": "twice thrice"},
        {"summary": "Thrice, batch_size, Größe, Cuda12, DataLoader"},
        {"cause": "thrice 3 abc DataLoader"},
        {"summary": "dataloader"},
    ]
    documents = [document(number, **text) for number, text in enumerate(texts)]
    assert dictionary(documents) == {
        "dataloader": 3,
        "loader": 5,
        "rare": 1,
        "thrice": 3,
        "word": 1,
    }


@pytest.mark.parametrize(
    ("typed", "searched_for", "found"),
    [
        ("dataloder worker killed", "dataloader worker killed", "dataloader-worker-killed-oom"),
        ("cuda out of memroy", "cuda out of memory", "cuda-out-of-memory"),
        ("nccl tiemout", "nccl timeout", "nccl-collective-timeout"),
        ("tokenizer missmatch", "tokenizer mismatch", "tokenizer-model-mismatch"),
        ("Segmentaion fault", "segmentation fault", "segmentation-fault"),
    ],
)
def test_search_corrects_typing_errors_and_says_so(
    typed: str, searched_for: str, found: str
) -> None:
    results = DIAGNOSER.search(typed, 5)
    assert results.searched_for == searched_for
    assert results.unknown_words == ()
    assert [entry.id for entry in results.entries] == [
        entry.id for entry in DIAGNOSER.search(searched_for, 5).entries
    ]
    assert found in [entry.id for entry in results.entries[:3]]


@pytest.mark.parametrize(
    "query",
    [
        "cuda out of memory",
        "No module named 'tensorflw'",
        "cannot import name dataloder_worker from torch.utils.memroy",
        "torch 2.11.0rc5+cu134 NCCL_DEBGU=INFO --memroy memroy.py",
        "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB in memroy",
    ],
)
def test_search_leaves_names_and_matched_messages_alone(query: str) -> None:
    assert DIAGNOSER.search(query, 5).searched_for is None
