"""The number of the job of a log."""

import pytest

from trainwreck.survey.job_ids import from_path, from_text


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("/logs/slurm-123.out", "123"),
        ("/logs/slurm-9214407_12.out", "9214407_12"),
        ("/logs/train-9214407.log", "9214407"),
        ("/logs/9214407/rank0.log", "9214407"),
        ("/logs/job.42/err", "42"),
        ("/logs/train-20261121.log", None),
        ("/logs/train-20261121-9214407.log", "9214407"),
        ("/logs/from-1000-to-2000.log", None),
        ("/logs/llama-3.1-8b.log", None),
        ("s3://bucket/slurm-77.out", "77"),
    ],
)
def test_number_in_the_name(path: str, number: str | None) -> None:
    assert from_path(path) == number


@pytest.mark.parametrize(
    "text",
    [
        b"SLURM_JOB_ID=4711\n",
        b"SLURM_JOBID: 4711",
        b"'SLURM_JOB_ID': '4711'",
        b"slurmstepd: error: *** JOB 4711 ON nid001 CANCELLED",
        b"Job ID: 4711",
    ],
)
def test_number_in_the_text(text: bytes) -> None:
    assert from_text(text) == "4711"


def test_other_numbers_in_the_text_are_ignored() -> None:
    assert from_text(b"step 4711 loss 3.2\njob finished 17 tasks") is None
