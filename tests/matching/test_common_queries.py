"""Queries of a word or two lead to the entry that most people look for, and others don't."""

import itertools
from collections.abc import Iterator

import pytest

from tests.support.node import NodeProcess, node_process
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.common_queries import usual_answer
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.ranking_data import ranking_data

DIAGNOSER = Diagnoser(load_snapshot())


@pytest.mark.parametrize(
    ("query", "id_"),
    [
        ("my job hangs", "hang-without-output"),
        ("Training is stuck", "hang-without-output"),
        ("it learns nothing", "loss-not-decreasing"),
        ("OOM", "cuda-out-of-memory"),
        ("out of memory", "cuda-out-of-memory"),
        ("ran out of RAM", "host-out-of-memory"),
        ("my job just died", "process-killed-sigkill"),
        ("job doesn't start", "job-pending-forever"),
        ("nccl timed out", "nccl-collective-timeout"),
        ("trainig hangs", "hang-without-output"),  # corrected first
    ],
)
def test_common_query_leads_to_the_entry_that_most_people_look_for(query: str, id_: str) -> None:
    first, *others = DIAGNOSER.search(query, 5).found
    assert first.entry.id == id_
    assert first.fits
    assert id_ not in [one.entry.id for one in others]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "my job",
        "zeppelin hangs",
        "DataLoader hangs",
        "job hangs before the first batch",
        "nccl out of memory",
        "learns",
        "the loss",
    ],
)
def test_query_with_other_words_is_ranked_by_them(query: str) -> None:
    assert usual_answer(query) is None


def test_message_in_the_query_goes_first() -> None:
    found = DIAGNOSER.search("Killed", 5).entries
    assert usual_answer("Killed") == "process-killed-sigkill"
    assert found[0].id == "process-killed-sigkill"
    # "cancelled" is common, but this line is a message of a more exact entry.
    line = "slurmstepd: error: *** JOB 42 ON n1 CANCELLED AT 10:00:00 DUE TO TIME LIMIT ***"
    assert DIAGNOSER.search(line, 5).entries[0].id == "slurm-time-limit"


def test_answers_are_entries() -> None:
    catalog = load_snapshot()
    assert [id_ for id_ in ranking_data().answers if id_ not in catalog] == []


def examples(pattern: str) -> list[str]:
    """Return the queries that a pattern describes, without and with what may be missing."""
    choices = [
        ([""] if part.endswith("?") else []) + part.rstrip("?").split("/")
        for part in pattern.split()
    ]
    return [" ".join(filter(None, words)) for words in itertools.product(*choices)]


EXAMPLES = [
    (query, id_)
    for id_, patterns in ranking_data().answers.items()
    for pattern in patterns
    for query in examples(pattern)
]


def test_each_query_has_one_answer() -> None:
    assert [(query, id_) for query, id_ in EXAMPLES if usual_answer(query) != id_] == []


@pytest.fixture(scope="module")
def site() -> Iterator[NodeProcess]:
    with node_process() as process:
        yield process


def test_site_gives_the_same_answers(site: NodeProcess) -> None:
    queries = [*(query for query, _ in EXAMPLES), "my job", "zeppelin hangs", "", "NCCL timed out"]
    answers = [usual_answer(query) for query in queries]
    assert site.call("ranking", "usualAnswers", queries) == answers
