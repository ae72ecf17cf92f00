"""The logs of training runs with a known fault: the diagnosis names it, its rank and the rest."""

import functools
import re
import socket
from pathlib import Path

import pytest

from benchmarks.faults.launchers import LAUNCHERS
from benchmarks.faults.launchers.run import FAULTY, RANKS, TRAINING, Run
from benchmarks.faults.neutral import neutral
from benchmarks.faults.scoring import EXPECTED, RUNS, score
from tests.support.paths import FAULT_LOGS
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser

ALL = [(launcher, fault) for launcher, faults in RUNS.items() for fault in faults]
SEVERAL = 4
BEFORE_START = ("import", "late-start", "never-joins", "port-in-use", "wrong-world-size")


@functools.cache
def diagnoser() -> Diagnoser:
    return Diagnoser(load_snapshot())


def test_every_run_has_a_log() -> None:
    logs = {(path.parent.name, path.stem) for path in FAULT_LOGS.glob("*/*.log")}
    assert logs == set(ALL)


def test_every_launcher_has_several_faults() -> None:
    assert set(RUNS) == set(LAUNCHERS)
    assert all(len(faults) >= SEVERAL for faults in RUNS.values())


@pytest.mark.parametrize(("launcher", "fault"), ALL)
def test_diagnosis_names_fault_and_rank(launcher: str, fault: str) -> None:
    log = (FAULT_LOGS / launcher / f"{fault}.log").read_bytes()
    diagnosis = diagnoser().diagnose([log], fault)
    found = score(launcher, fault, diagnosis)
    assert found.is_right, (found, diagnosis.verdict, [match.title for match in diagnosis.matches])


@pytest.mark.parametrize(("launcher", "fault"), ALL)
def test_log_is_of_all_ranks_and_of_no_machine(launcher: str, fault: str) -> None:
    log = (FAULT_LOGS / launcher / f"{fault}.log").read_text(encoding="utf-8")
    others = {str(rank) for rank in range(RANKS)} - {str(FAULTY)}
    ready = set(re.findall(rf"rank (\d) of {RANKS} is ready", log))
    # Ray shows what several workers print once.
    assert fault in BEFORE_START or launcher in ("lightning", "ray") or others <= ready
    assert not re.search(r"/(?:root|home|tmp|work)/", log)


@pytest.mark.parametrize("launcher", LAUNCHERS)
def test_command_names_a_trainer_that_exists_with_its_fault(launcher: str, tmp_path: Path) -> None:
    command = LAUNCHERS[launcher].command(Run("KeyError", Path("python"), 29500, tmp_path))
    assert any(Path(part).parent == TRAINING and Path(part).exists() for part in command)
    assert command[command.index("--fault") + 1] == "KeyError"


def test_programs_that_a_launcher_lacks_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("srun", "slurmd"):
        (tmp_path / name).touch(mode=0o755)
    missing = LAUNCHERS["srun"].missing(tmp_path / "environment" / "python")
    assert missing == ["munged", "slurmctld"]
    assert LAUNCHERS["torchrun"].missing(tmp_path / "python") == []


def test_folders_and_name_of_the_machine_are_taken_out(tmp_path: Path) -> None:
    python = tmp_path / "venv" / "bin" / "python"
    host = socket.gethostname()
    log = f'File "{TRAINING}/ddp.py"\n{python.parent.parent}/lib/x.py\nnode {host}.\n/tmp/x y{host}'
    assert neutral(log, python) == (
        'File "/scratch/project/code/ddp.py"\n/scratch/project/environment/lib/x.py\n'
        f"node node01.\n/scratch/x y{host}"
    )


def test_faults_of_the_table_are_explained() -> None:
    for fault, expected in EXPECTED.items():
        assert {"title", "injected", "runs"} <= set(expected), fault
        assert {"ids", "text", "symptom"} & set(expected), fault
