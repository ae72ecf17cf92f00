"""Ranks, their nodes and the size of the job are read from what launchers print."""

import pytest

from trainwreck.logs.job_facts import JobFacts
from trainwreck.logs.normalizer import lines


def facts(text: str) -> JobFacts:
    found = JobFacts()
    found.read(lines(text))
    return found


@pytest.mark.parametrize(
    "text",
    [
        "WORLD_SIZE=16",
        "world_size: 16",
        "rank 3 of 16 is ready",
        "initializing distributed: GLOBAL_RANK: 0, MEMBER: 1/16",
        '"num_processes": 16,',
    ],
)
def test_size_of_the_job(text: str) -> None:
    assert facts(text).world_size == 16


@pytest.mark.parametrize("text", ["rank 3 of the list", "epoch 3 of 16", "world size", ""])
def test_other_numbers_are_no_size(text: str) -> None:
    assert facts(text).world_size == 0


def test_nodes_of_ranks() -> None:
    found = facts(
        "srun: error: nid001: task 3: Exited with exit code 1\n"
        "srun: error: nid002: tasks 4-6: Exited with exit code 1\n"
        "nid003:1234:1300 [0] NCCL INFO comm 0x1 rank 8 nranks 16 cudaDev 0\n"
    )
    assert found.node_of["3"] == "nid001"
    assert {found.node_of[rank] for rank in "456"} == {"nid002"}
    assert found.node_of["8"] == "nid003"


def test_files_with_tracebacks() -> None:
    found = facts("  error_file: /scratch/errors/0/error.json\n  error_file: <N/A>\n")
    assert found.error_files == ["/scratch/errors/0/error.json"]
