"""Ranks, their nodes and the size of the job are read from what launchers print."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainwreck.logs.job_facts import JobFacts, ranks_of
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
        "Timed out after 9 seconds waiting for clients. 3/16 clients joined.",
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


def test_dots_are_no_node() -> None:
    (only,) = lines("slurmstepd: error: *** JOB 4 ON ... CANCELLED AT 2024-04-20T09:09:37 ***")
    assert list(JobFacts().nodes_in(only)) == []


def test_node_that_reports_the_failure_of_another_is_not_named() -> None:
    (only,) = lines(
        "slurmstepd: error: *** JOB 4 ON c1-3 CANCELLED AT 2026-05-01T10:00:00 DUE TO NODE "
        "FAILURE, SEE SLURMCTLD LOG FOR DETAILS ***"
    )
    assert list(JobFacts().nodes_in(only)) == []


def test_very_long_word_is_searched_for_nodes_once() -> None:
    (only,) = lines("z" * 300_000)
    # Returns at all: a search from each letter would take an hour.
    assert list(JobFacts().nodes_in(only)) == []


@given(st.text("0123456789,-[]", max_size=12))
def test_any_list_of_ranks_is_facts(listed: str) -> None:
    for count, rank in zip(range(10), ranks_of(listed), strict=False):
        assert rank.isdecimal(), count


def test_tasks_that_jax_lost_are_read_from_the_lines_after_its_report() -> None:
    found = facts(
        "[1,0]<stderr>: The following tasks are unhealthy (stopped sending heartbeats):\n"
        "[1,1]<stderr>: 7\n"
        "[1,0]<stderr>: 2\n"
        "[1,0]<stderr>: /job:jax_worker/replica:0/task:11\n"
        "[1,0]<stderr>: The tasks have crashed.\n"
        "[1,0]<stderr>: 5\n"
    )
    assert found.lost == ["2", "11"]


def test_rank_of_a_process_of_ray_is_read_unless_two_hosts_share_its_number() -> None:
    found = facts(
        "(TrainController pid=5) - (ip=10.0.0.1, pid=70) world_rank=0, local_rank=0, node_rank=0\n"
        "(TrainController pid=5) - (ip=10.0.0.1, pid=71) world_rank=1, local_rank=1, node_rank=0\n"
        "(TrainController pid=5) - (ip=10.0.0.2, pid=71) world_rank=2, local_rank=0, node_rank=1\n"
    )
    assert found.rank_of == {"pid=70": "0", "pid=71": "pid=71"}
