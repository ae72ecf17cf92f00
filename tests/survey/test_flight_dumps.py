"""Flight recorder dumps beside the log of a job that hung say in its row which rank was missing."""

import os
from pathlib import Path

import pytest

from tests.support.flight_dumps import dump, entry, write_dumps
from trainwreck.logs.dump_files import dumps_in
from trainwreck.survey import flight_dumps
from trainwreck.survey.inputs import LogFile
from trainwreck.survey.worker import survey

HANG = "[Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=6)\n"
OOM = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n"
SAID = "Rank 1 never joined all_reduce 6; rank 0 waited."
ENDED = 1_795_348_000


def make_dumps(folder: Path, written: int = ENDED) -> None:
    done = [entry(number) for number in range(1, 6)]
    waited = dump(*done, entry(6, state="started"), ranks=range(2))
    write_dumps(folder, {0: waited, 1: dump(*done, ranks=range(2))})
    for path in folder.iterdir():
        os.utime(path, (written, written))


def verdict(folder: Path, text: str = HANG, modified: int = ENDED) -> str:
    flight_dumps.found_in.cache_clear()
    path = folder / "slurm-7.out"
    path.write_text(text)
    (row,) = survey([LogFile(str(path), path.stat().st_size, modified)], None)
    return str(row["verdict"])


def test_dumps_beside_a_log_of_a_hang_become_its_verdict(tmp_path: Path) -> None:
    make_dumps(tmp_path)
    assert verdict(tmp_path, modified=ENDED + 60) == SAID


@pytest.mark.parametrize(
    "modified", [ENDED + flight_dumps.NEAR + 1, ENDED - flight_dumps.NEAR - 1, 0]
)
def test_dumps_of_another_time_belong_to_another_job(modified: int, tmp_path: Path) -> None:
    without = verdict(tmp_path)
    make_dumps(tmp_path)
    assert verdict(tmp_path, modified=modified) == without


@pytest.mark.parametrize("text", [OOM, HANG + OOM, "epoch 1\n"])
def test_dumps_are_not_read_where_a_log_says_more_or_nothing(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_dumps(tmp_path)
    read: list[object] = []
    monkeypatch.setattr(flight_dumps, "read_report", read.append)
    assert SAID not in verdict(tmp_path, text)
    assert read == []


def test_more_dumps_than_a_worker_may_read_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_dumps(tmp_path)
    monkeypatch.setattr(flight_dumps, "MOST_BYTES", 1000)
    assert SAID not in verdict(tmp_path)


def test_damaged_dumps_change_nothing(tmp_path: Path) -> None:
    without = verdict(tmp_path)
    make_dumps(tmp_path)
    for path in tmp_path.glob("*_*"):
        path.write_bytes(path.read_bytes()[:300])
        os.utime(path, (ENDED, ENDED))
    assert verdict(tmp_path) == without


def test_folder_is_looked_at_once_for_all_of_its_logs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_dumps(tmp_path)
    looked: list[Path] = []

    def counted(folder: Path) -> tuple[Path, ...]:
        looked.append(folder)
        return dumps_in(folder)

    monkeypatch.setattr(flight_dumps, "dumps_in", counted)
    flight_dumps.found_in.cache_clear()
    logs = []
    for number in range(3):
        path = tmp_path / f"slurm-{number}.out"
        path.write_text(HANG)
        logs.append(LogFile(str(path), 1, ENDED))
    assert [row["verdict"] for row in survey(logs, None)] == [SAID] * 3
    assert looked == [tmp_path]
