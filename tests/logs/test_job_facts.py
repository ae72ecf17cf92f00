"""What a log says about the job is read: ranks, nodes, and how many there should be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainwreck.logs.job_facts import JobFacts, ranks_of
from trainwreck.logs.normalizer import lines


def read(text: str) -> JobFacts:
    facts = JobFacts()
    facts.read(lines(text))
    return facts


@pytest.mark.parametrize(
    ("line", "size"),
    [
        ("WORLD_SIZE=8", 8),
        ("'world_size': 16,", 16),
        ("[rank3]: Rank 3 of 64 is ready", 64),
        ("initializing RANK: 3 /32", 32),
        ("GLOBAL_RANK: 1, MEMBER: 2/4", 4),
        ("NCCL INFO comm 0x1 rank 3 nranks 12", 12),
        ("the rank of the matrix is 3 of 4", 0),
    ],
)
def test_number_of_ranks_is_read(line: str, size: int) -> None:
    assert read(line).world_size == size


def test_nodes_of_ranks_are_read_from_slurm_nccl_and_torchrun() -> None:
    text = """\
srun: error: nid001: tasks 0-1,4: Exited with exit code 1
nid002:812:812 [1] NCCL INFO comm 0x7f rank 2 nranks 8
  host      : nid003
  rank      : 3 (local_rank: 1)
"""
    assert read(text).node_of == {"0": "nid001", "1": "nid001", "4": "nid001"} | {
        "2": "nid002",
        "3": "nid003",
    }


@pytest.mark.parametrize(
    ("line", "node"),
    [
        ("nid002:812:812 [1] misc/socket.cc:5 NCCL WARN no", "nid002"),
        ("[rank0]: uncorrectable error on node gpu-12", "gpu-12"),
        ("slurmstepd: error: *** STEP 7.0 ON c1-3 CANCELLED AT 10:00 ***", "c1-3"),
        ("Nov 21 10:00:00 c1-4 kernel: NVRM: Xid 79", "c1-4"),
    ],
)
def test_node_that_a_line_names_is_found(line: str, node: str) -> None:
    (only,) = lines(line)
    assert list(JobFacts().nodes_in(only)) == [node]


def test_very_long_word_is_searched_for_nodes_once() -> None:
    (only,) = lines("z" * 300_000)
    # Returns at all: a search from each letter would take an hour.
    assert list(JobFacts().nodes_in(only)) == []


@given(st.text("0123456789,-[]", max_size=12))
def test_any_list_of_ranks_is_read(listed: str) -> None:
    for count, rank in zip(range(10), ranks_of(listed), strict=False):
        assert rank.isdecimal(), count
