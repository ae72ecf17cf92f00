"""The command ranks as the site does: the same entries with the same scores, for any query."""

import dataclasses
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from macros.catalog_data.search_index import search_files
from tests.support.node import NodeProcess, node_process
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.ranker import Ranker
from trainwreck.matching.tokenizer import compounds

CATALOG = load_snapshot()
DOCUMENTS = list(CATALOG.documents())
RANKER = Ranker(DOCUMENTS)
DIAGNOSER = Diagnoser(CATALOG)
TEXTS = [
    text
    for document in DOCUMENTS
    for text in (document.title, document.summary, *document.messages, *document.samples)
]
WORDS = sorted(
    {word for text in [*TEXTS, *(one.words for one in DOCUMENTS)] for word in text.split()}
)
# Python's regular expressions ignore the case of an I with or without a dot; JavaScript's don't.
ANY_TEXT = st.text(
    st.characters(exclude_categories=["Cs", "Cn"], exclude_characters="İı"), max_size=80
)
LIKE_CODE = st.text("abYZ09_.-é² ", max_size=60)
PARTS = st.lists(st.sampled_from(WORDS) | st.text("aeinorst", min_size=1, max_size=6), max_size=40)
QUERIES = (
    PARTS.map(" ".join)
    | st.tuples(st.sampled_from(TEXTS), st.integers(0, 400), st.integers(1, 300)).map(
        lambda cut: cut[0][cut[1] % (len(cut[0]) + 1) :][: cut[2]]
    )
    | ANY_TEXT
)


def mistyped(word: str, place: int, typed: str) -> str:
    """Replace the letter at ``place``, or swap it with the next one if nothing was typed."""
    before, letter, after = word[:place], word[place : place + 1], word[place + 1 :]
    return before + (typed + after if typed else after[:1] + letter + after[1:])


MISTYPED = st.lists(
    st.builds(
        mistyped,
        st.sampled_from([word for word in WORDS if word.isalpha()]),
        st.integers(1, 9),
        st.sampled_from(["", "a", "e", "t", "nn"]),
    )
    | st.sampled_from(WORDS),
    min_size=1,
    max_size=5,
).map(" ".join)
MOST_SHOWN = 8


@pytest.fixture(scope="module")
def site() -> Iterator[NodeProcess]:
    with node_process() as process:
        process.call("ranking", "setEntries", [dataclasses.asdict(one) for one in DOCUMENTS])
        yield process


@settings(max_examples=100)
@given(query=QUERIES, unfinished=st.booleans())
def test_any_query_finds_the_same_entries(site: NodeProcess, query: str, unfinished: bool) -> None:
    ranked = RANKER.rank(query, unfinished=unfinished)
    found = [[one.id, one.score, one.similarity, one.fits] for one in ranked]
    assert found == site.call("ranking", "rank", query, unfinished)
    unknown = RANKER.unknown_words(query, unfinished=unfinished)
    assert unknown == site.call("ranking", "unknownWords", query, unfinished)


@pytest.fixture(scope="module")
def sharded() -> Iterator[NodeProcess]:
    with node_process() as process:
        process.call("ranking", "setFiles", dict(search_files(CATALOG)))
        process.call("ranking", "forget")
        yield process


@settings(max_examples=50)
@given(query=QUERIES, unfinished=st.booleans(), is_first=st.booleans())
def test_words_that_are_loaded_for_a_query_are_enough_to_rank_it(
    sharded: NodeProcess,
    site: NodeProcess,
    query: str,
    unfinished: bool,
    is_first: bool,
) -> None:
    if is_first:  # else earlier queries have loaded more
        sharded.call("ranking", "forget")
    ranked = RANKER.rank(query, unfinished=unfinished)
    found = [[one.id, one.score, one.similarity, one.fits] for one in ranked]
    assert sharded.call("ranking", "rankWithShards", query, unfinished) == found
    unknown = RANKER.unknown_words(query, unfinished=unfinished)
    assert sharded.call("ranking", "unknownWords", query, unfinished) == unknown
    for position in (0, len(DOCUMENTS) - 1):
        shown = site.call("ranking", "distinctiveWords", query, position)
        assert sharded.call("ranking", "distinctiveWords", query, position) == shown


@settings(max_examples=200)
@given(text=ANY_TEXT | LIKE_CODE)
def test_any_text_has_the_same_words(site: NodeProcess, text: str) -> None:
    found = [[list(parts), whole] for parts, whole in compounds(text)]
    assert found == site.call("ranking", "compoundsOf", text)


@settings(max_examples=100)
@given(query=MISTYPED | QUERIES)
@example("python: No module named 'torch._six'")
@example("[Errno 2] No such file or directory: 'sbatch'")
@example("No module named 'numpy'")
@example("cannot allocate memory")
@example("dataloder worker kiled")
@example("my job hangs")
@example("trainig hangs")
def test_any_query_is_searched_alike(sharded: NodeProcess, query: str) -> None:
    finished = f"{query} "  # else the site completes the last word
    results = DIAGNOSER.search(finished, MOST_SHOWN)
    fits = [one.fits for one in results.found]
    ids = [entry.id for entry in results.entries]
    found = [ids, fits, list(results.unknown_words), results.searched_for]
    assert sharded.call("ranking", "find", finished) == found
