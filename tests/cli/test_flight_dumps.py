"""Flight recorder dumps beside a log, or named, become part of its diagnosis."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command import as_process, trainwreck
from tests.support.flight_dumps import RECORDED, dump, entry, write_dumps

HANG = (
    "[rank0]:[E603 17:48:01.005 ProcessGroupNCCL.cpp:632] [Rank 0] Watchdog caught collective"
    " operation timeout: WorkNCCL(SeqNum=6, OpType=ALLREDUCE, NumelIn=8, NumelOut=8,"
    " Timeout(ms)=600000) ran for 600068 milliseconds before timing out.\n"
)
OOM = "[rank1]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n"
SAID = "Rank 3 never joined all_reduce 6; the others waited."
HOSTILE = b"\x80\x02}X\x09\x00\x00\x00pg_configcos\nsystem\nX\x0b\x00\x00\x00touch owned\x85R."


def dumps() -> dict[int, dict[str, object]]:
    done, last = [entry(number) for number in range(1, 6)], entry(6, state="started")
    waited = dump(*done, last, ranks=range(4))
    return {0: waited, 1: waited, 2: waited, 3: dump(*done, ranks=range(4))}


@pytest.fixture
def job(tmp_path: Path) -> Path:
    (tmp_path / "train.log").write_text(HANG)
    write_dumps(tmp_path, dumps())
    return tmp_path


def test_dumps_beside_a_log_become_its_verdict(job: Path) -> None:
    done = trainwreck("diagnose", "train.log", cwd=job)
    assert done.returncode == 0
    assert done.stdout.splitlines()[1] == SAID
    assert "nccl-collective-timeout" in done.stdout
    assert "Flight recorder dumps of ranks 0 to 3:" in done.stdout
    assert "rank 3's last call: all_reduce 5" in done.stdout


def test_dumps_in_json_become_part_of_the_json(tmp_path: Path) -> None:
    (tmp_path / "train.log").write_text(HANG)
    write_dumps(tmp_path, dumps(), as_json=True)
    (log,) = json.loads(trainwreck("diagnose", "train.log", "--format=json", cwd=tmp_path).stdout)
    assert log["verdict"] == SAID
    recorder = log["flight_recorder"]
    assert (recorder["said"], recorder["ranks"]) == (SAID, [0, 1, 2, 3])
    (finding,) = recorder["findings"]
    assert finding["kind"] == "missing"
    assert finding["group"] == {"name": "0", "description": "default_pg"}
    assert (finding["operation"], finding["sequence"]) == ("all_reduce", 6)
    assert (finding["missing"], finding["joined"]) == ([3], [0, 1, 2])
    assert finding["last_calls"][0]["rank"] == 3


def test_fields_that_are_documented_are_those_of_the_json(job: Path) -> None:
    (log,) = json.loads(trainwreck("diagnose", "train.log", "--format=json", cwd=job).stdout)
    (finding,) = log["flight_recorder"]["findings"]
    guide = (Path(__file__).parents[2] / "docs/diagnose-command.md").read_text(encoding="utf-8")
    for field in (*log["flight_recorder"], *finding):
        assert f"`{field}`" in guide


def test_log_without_dumps_has_no_such_field(tmp_path: Path) -> None:
    (tmp_path / "train.log").write_text(HANG)
    (log,) = json.loads(trainwreck("diagnose", "train.log", "--format=json", cwd=tmp_path).stdout)
    assert "flight_recorder" not in log


@pytest.mark.parametrize(
    ("fault", "said", "shown"),
    [
        (
            "missing",
            "Rank 1 never joined all_reduce 4; the others waited.",
            "called at /scratch/project/train.py:23, in step",
        ),
        (
            "type",
            "Rank 1 called broadcast where the others called all_reduce (collective 4).",
            "rank 1's call: broadcast 4 (default_pg)",
        ),
    ],
)
def test_recorded_dumps_can_be_named(tmp_path: Path, fault: str, said: str, shown: str) -> None:
    (tmp_path / "train.log").write_text(HANG)
    done = trainwreck("diagnose", "train.log", RECORDED / fault, cwd=tmp_path)
    assert done.stdout.splitlines()[1] == said
    assert f"    {shown}\n" in done.stdout


def test_dumps_are_diagnosed_without_a_log(job: Path) -> None:
    (job / "train.log").unlink()
    done = trainwreck("diagnose", ".", cwd=job)
    assert done.returncode == 0
    assert SAID in done.stdout
    assert "Flight recorder dumps of ranks 0 to 3:" in done.stdout
    assert trainwreck("diagnose", ".", "--exit-code=action", cwd=job).returncode == 14


def test_job_that_only_dumps_explain_is_not_counted_as_healthy(job: Path) -> None:
    (job / "train.log").write_text("epoch 1\n")
    done = trainwreck("diagnose", ".", "--summary", cwd=job)
    assert "1 with an error that no entry explains; for instance train.log" in done.stdout


def test_dumps_in_a_folder_below_belong_to_the_log_above(tmp_path: Path) -> None:
    (tmp_path / "train.log").write_text(HANG)
    write_dumps(tmp_path / "flight", dumps())
    done = trainwreck("diagnose", ".", cwd=tmp_path)
    assert done.stdout.splitlines()[1] == SAID
    assert "skipped" not in done.stderr
    assert done.stdout.count("Flight recorder dumps") == 1


def test_dumps_of_another_job_are_not_taken(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "train.log").write_text(HANG)
    write_dumps(tmp_path / "two", dumps())
    done = trainwreck("diagnose", ".", "--format=json", cwd=tmp_path)
    one, two = json.loads(done.stdout)
    assert "flight_recorder" not in one
    assert two["verdict"] == SAID


def test_cause_in_the_log_stays_the_verdict(job: Path) -> None:
    (job / "train.log").write_text(OOM + HANG)
    lines = trainwreck("diagnose", "train.log", cwd=job).stdout.splitlines()
    assert lines[1].startswith("Rank 1 ")
    assert f"  {SAID}" in lines


def test_symptom_that_is_no_hang_is_followed_by_what_the_dumps_show(job: Path) -> None:
    failed = "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:\n"
    (job / "train.log").write_text(failed)
    verdict = trainwreck("diagnose", "train.log", cwd=job).stdout.splitlines()[1]
    assert verdict.endswith(f". {SAID}")


def test_standard_input_takes_named_dumps_only(job: Path) -> None:
    assert SAID not in as_process("diagnose", cwd=job, stdin=HANG).stdout
    named = as_process("diagnose", "-", *job.glob("nccl*"), cwd=job, stdin=HANG)
    assert SAID in named.stdout


def test_hostile_dump_is_refused_and_nothing_runs(job: Path) -> None:
    (job / "nccl_trace_rank_3").write_bytes(HOSTILE)
    done = trainwreck("diagnose", "train.log", cwd=job)
    assert done.returncode == 0
    assert "nccl_trace_rank_3: contains the operation GLOBAL; only plain data is read" in (
        done.stdout
    )
    assert "Traceback" not in done.stdout + done.stderr
    assert not (job / "owned").exists()


def test_dump_that_is_named_and_refused_ends_with_a_status_of_its_own(job: Path) -> None:
    (job / "nccl_trace_rank_3").write_bytes(HOSTILE)
    done = trainwreck("diagnose", "train.log", "nccl_trace_rank_3", cwd=job)
    assert done.returncode == 3
    assert "only plain data is read" in done.stderr


def test_names_in_dumps_cannot_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "train.log").write_text(HANG)
    odd = entry(1, "all\x1b[31mred\u202euce", group=("1", "t\x1bp"))
    groups = {"1": ("t\x1bp", [0, 1])}
    write_dumps(tmp_path, {0: dump(odd, groups=groups), 1: dump(groups=groups)})
    text = trainwreck("diagnose", "train.log", cwd=tmp_path).stdout
    assert "Rank 1 never joined" in text
    assert "\x1b[31m" not in text
    assert "\u202e" not in text


@pytest.mark.parametrize("has_dumps", [False, True])
def test_reader_is_imported_only_if_there_are_dumps(job: Path, has_dumps: bool) -> None:
    if not has_dumps:
        for path in job.glob("nccl*"):
            path.unlink()
    code = (
        "import sys\nfrom trainwreck.cli.main import main\n"
        "try:\n    main(['diagnose', 'train.log'])\nexcept SystemExit:\n    pass\n"
        "print(any('flight_recorder' in name for name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=job, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == str(has_dumps)
