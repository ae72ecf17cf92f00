"""The row of one log, as a worker makes it."""

from pathlib import Path
from typing import Any

import pytest

from trainwreck.survey.inputs import LogFile
from trainwreck.survey.worker import survey

OOM = (
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total"
    " capacity of 79.10 GiB of which 1.20 GiB is free.\n"
)
NO_GPU = "RuntimeError: No HIP GPUs are available\n"
PREEMPTED = (
    "slurmstepd: error: *** JOB 7 ON nid1 CANCELLED AT 2026-11-12T10:00:00 DUE TO PREEMPTION ***\n"
)
TORCHRUN = "INFO [default] Worker group FAILED. {}/3 attempts left; will restart worker group\n"
PREEMPTION = "slurm-preempted-or-requeued"


def row(folder: Path, text: str) -> dict[str, Any]:
    path = folder / "slurm-7.out"
    path.write_text(text)
    (found,) = survey([LogFile(str(path), path.stat().st_size, 1)], None)
    return found


def runs(folder: Path, text: str) -> list[tuple[str | None, int | None]]:
    return [(run["cause"], run["last_step"]) for run in row(folder, text)["runs"]]


def steps(first: int, last: int) -> str:
    return "".join(f"step {number} loss 2.{number}\n" for number in range(first, last + 1))


def test_codes_that_no_entry_explains_are_listed(tmp_path: Path) -> None:
    text = "step 1\nfoo: operation failed with errno 71\n[1]: exit code 3\n"
    assert "errno 71" in row(tmp_path, text)["codes"]


def test_codes_are_those_of_a_diagnosis(tmp_path: Path) -> None:
    import trainwreck  # noqa: PLC0415  the function, not the rows under test

    text = "NVRM: Xid (PCI:0000:3b:00): 109, pid=4567, name=python\nprocess exited with 3\n"
    codes = trainwreck.diagnose(text.encode()).codes
    assert row(tmp_path, text)["codes"] == [f"{code.table} {code.code}" for code in codes]


def test_log_without_codes_has_none(tmp_path: Path) -> None:
    assert row(tmp_path, NO_GPU)["codes"] == []


def test_log_of_one_start_has_one_run(tmp_path: Path) -> None:
    assert runs(tmp_path, steps(1, 3) + OOM) == [("cuda-out-of-memory", 3)]
    assert runs(tmp_path, "Hello\n") == [(None, None)]


def test_restarts_that_reached_a_step_are_told_apart(tmp_path: Path) -> None:
    text = f"{steps(1, 5)}{OOM}Restarting training\n{steps(1, 3)}{NO_GPU}"
    assert runs(tmp_path, text) == [("cuda-out-of-memory", 5), ("no-hip-gpus-available", 3)]


@pytest.mark.parametrize("mark", [PREEMPTED, TORCHRUN])
def test_restarts_before_the_first_step_are_told_apart(tmp_path: Path, mark: str) -> None:
    found = runs(tmp_path, f"{OOM}{mark.format(2)}{OOM}{mark.format(1)}{NO_GPU}")
    assert found == [
        ("cuda-out-of-memory", None),
        ("cuda-out-of-memory", None),
        ("no-hip-gpus-available", None),
    ]


def test_mark_between_two_runs_is_counted_once(tmp_path: Path) -> None:
    text = f"{steps(1, 5)}{PREEMPTED}Resuming from checkpoint step 5\n{steps(4, 8)}{OOM}"
    assert runs(tmp_path, text) == [(PREEMPTION, 5), ("cuda-out-of-memory", 8)]


def test_mark_at_the_end_starts_nothing(tmp_path: Path) -> None:
    assert runs(tmp_path, steps(1, 5) + PREEMPTED) == [(PREEMPTION, 5)]


def test_mark_that_is_cut_by_the_reading_is_found(tmp_path: Path) -> None:
    filler = "x" * 99 + "\n"
    text = OOM + filler * 20_000 + TORCHRUN.format(1) + NO_GPU
    assert len(runs(tmp_path, text)) == 2


def test_each_start_of_a_long_history_is_told_apart(tmp_path: Path) -> None:
    found = runs(tmp_path, "".join(OOM + TORCHRUN.format(n) for n in range(30)) + NO_GPU)
    assert found == [("cuda-out-of-memory", None)] * 30 + [("no-hip-gpus-available", None)]


def test_restart_that_several_agents_report_is_one(tmp_path: Path) -> None:
    found = runs(tmp_path, TORCHRUN.format(2) + OOM + TORCHRUN.format(2) * 2 + NO_GPU)
    assert found == [("cuda-out-of-memory", None), ("no-hip-gpus-available", None)]
