"""Several logs of one run: whose each is, and which has the error that the others wait for."""

import json
from pathlib import Path

import pytest

from tests.support.command import trainwreck

WAITING = (
    "[E1123 10:00:00 ProcessGroupNCCL.cpp:688] [Rank {0}] Watchdog caught collective operation"
    " timeout: WorkNCCL(SeqNum=42, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000)"
    " ran for 600029 milliseconds before timing out.\n"
)
TRACEBACK = """\
Traceback (most recent call last):
  File "train.py", line 3, in <module>
wheels.WheelError: wheel 3 came off
"""


@pytest.fixture
def run(tmp_path: Path) -> Path:
    for rank in (0, 1, 3):
        (tmp_path / f"rank_{rank}.log").write_text(WAITING.format(rank))
    (tmp_path / "rank_2.log").write_text(TRACEBACK)
    return tmp_path


def test_log_with_an_error_of_its_own_is_named(run: Path) -> None:
    done = trainwreck("diagnose", "--summary", ".", cwd=run)
    assert done.stdout.endswith(
        "  1 with an error that no entry explains; for instance rank_2.log\n"
        "    1  wheels.WheelError: wheel 3 came off; in rank_2.log\n"
        'Read rank_2.log first: "wheels.WheelError: wheel 3 came off".'
        " 3 other logs only report that something else failed.\n"
    )
    assert "Read rank_2.log first" in trainwreck("diagnose", ".", cwd=run).stdout
    plain = trainwreck("diagnose", "--summary", "--format", "json", ".", cwd=run).stdout
    assert json.loads(plain)["hints"] == [done.stdout.splitlines()[-1]]


def test_logs_that_wait_do_not_say_what_to_do_with_the_job(run: Path) -> None:
    assert trainwreck("diagnose", "--exit-code", "action", ".", cwd=run).returncode == 14
    (run / "rank_2.log").unlink()
    assert trainwreck("diagnose", "--exit-code", "action", ".", cwd=run).returncode == 10


def test_logs_of_several_jobs_lead_to_no_hint(run: Path) -> None:
    for number, path in enumerate(sorted(run.iterdir())):
        path.rename(run / f"slurm-{number + 1000}.out")
    assert "Read" not in trainwreck("diagnose", "--summary", ".", cwd=run).stdout


def test_verdict_names_the_rank_of_the_file(run: Path) -> None:
    (found,) = json.loads(trainwreck("diagnose", "--format", "json", "rank_2.log", cwd=run).stdout)
    assert found["verdict"].startswith('No match. Rank 2 reported "wheels.WheelError: ')
    assert [failure["rank"] for failure in found["failures"]] == ["2"]


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        (
            "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.",
            "Local rank 1 ran out",
        ),
        (
            "[rank5]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB.",
            "Rank 5 ran out",
        ),
        (
            "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-11-23T10:00:00"
            " DUE TO TIME LIMIT ***",
            "The job was stopped",
        ),
    ],
)
def test_local_rank_is_no_rank(line: str, verdict: str, tmp_path: Path) -> None:
    folder = tmp_path / "attempt_0" / "1"
    folder.mkdir(parents=True)
    (folder / "stderr.log").write_text(f"{line}\n")
    done = trainwreck("diagnose", "--format", "json", "attempt_0", cwd=tmp_path)
    (found,) = json.loads(done.stdout)
    assert found["verdict"].startswith(verdict)
    assert found["matches"][0]["ranks"] == (["5"] if "rank5" in line else [])


def test_exit_status_of_an_unexplained_verdict(tmp_path: Path) -> None:
    ending = "srun: error: nid005014: task 3: Exited with exit code 1\n"
    (tmp_path / "train.log").write_text(TRACEBACK + ending)
    done = trainwreck("diagnose", "train.log", cwd=tmp_path)
    assert "CONSEQUENCE" in done.stdout
    assert done.returncode == 1
