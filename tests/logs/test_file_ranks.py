"""The path of a log tells whose it is only where a launcher or a person wrote that into it."""

import pytest

from trainwreck.logs.file_ranks import rank_of, run_of


@pytest.mark.parametrize(
    ("path", "name", "rank"),
    [
        ("logs/rank_7.log", "rank 7", "7"),
        ("rank-07.log.gz", "rank 7", "7"),
        ("train-123456-rank12.out", "rank 12", "12"),
        ("a/task_3.err", "rank 3", "3"),
        ("log/none_x1/attempt_0/1/stderr.log", "local rank 1", None),
        ("attempt_2/0/stdout.log.zst", "local rank 0", None),
    ],
)
def test_path_names_a_rank(path: str, name: str, rank: str | None) -> None:
    found = rank_of(path)
    assert found is not None
    assert (found.name, found.rank) == (name, rank)


@pytest.mark.parametrize(
    "path",
    [
        *("slurm-1234567.out", "slurm-1234567_3.out", "train.log", "-", "rank_7/train.log"),
        *("local_rank_3.log", "frank_3.log", "pagerank.log", "run/1/stderr.log", "ranks_8.log"),
    ],
)
def test_path_names_no_rank(path: str) -> None:
    assert rank_of(path) is None


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("a/rank_0.log", "a/rank_12.log.gz", True),
        ("a/rank_0.log", "b/rank_1.log", False),
        ("x/attempt_0/0/stderr.log", "x/attempt_0/3/stdout.log", True),
        ("x/attempt_0/0/stderr.log", "x/attempt_1/0/stderr.log", False),
        ("a/train-4711000-0.out", "a/train-4711000-1.out", True),
        ("a/train-4711000-0.out", "a/train-4711001-0.out", False),
        ("a/job-1-rank0.log", "a/job-2-rank0.log", False),
    ],
)
def test_logs_of_one_run_are_told(one: str, other: str, *, expected: bool) -> None:
    assert run_of(one)
    assert (run_of(one) == run_of(other)) is expected


@pytest.mark.parametrize("path", ["slurm-1234567.out", "slurm-1234568_1.out", "train.log", "-"])
def test_log_that_may_be_all_of_its_run(path: str) -> None:
    assert run_of(path) is None
