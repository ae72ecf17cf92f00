"""Surveys on the processes of a Dask cluster."""

import os
import signal
import socket
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from trainwreck.survey import cluster
from trainwreck.survey.batches import batches
from trainwreck.survey.cluster import local_client, remote_client, run
from trainwreck.survey.errors import SchedulerError
from trainwreck.survey.inputs import LogFile

LOGS = [LogFile(f"/logs/{number}.out", 10) for number in range(40)]
DEADLY = "/logs/17.out"


def named(batch: Sequence[LogFile], root: str | None) -> list[dict[str, Any]]:
    """Stand in for the reading of logs."""
    return [{"path": log.path, "root": root} for log in batch]


def deadly(batch: Sequence[LogFile], root: str | None) -> list[dict[str, Any]]:
    """Kill the worker that reads one of the logs, as the kernel does for lack of memory."""
    if any(log.path == DEADLY for log in batch):
        os.kill(os.getpid(), signal.SIGKILL)
    return named(batch, root)


def slow_and_deadly(batch: Sequence[LogFile], root: str | None) -> list[dict[str, Any]]:
    """Let other logs wait for the worker that one of them kills."""
    time.sleep(0.05)
    return deadly(batch, root)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with local_client(2) as client:
        yield client


def batch_of_all(size: int) -> list[list[LogFile]]:
    return list(batches(LOGS, most_logs=size))


def test_each_log_has_one_row(client: Client) -> None:
    rows = [row for some in run(client, batch_of_all(7), "errors", named) for row in some]
    assert sorted(row["path"] for row in rows) == sorted(log.path for log in LOGS)
    assert {row["root"] for row in rows} == {"errors"}


def test_dead_worker_loses_nothing(client: Client) -> None:
    rows: list[dict[str, Any]] = []
    for some in run(client, batch_of_all(1), None, named):
        if not rows:
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
        rows += some
    assert sorted(row["path"] for row in rows) == sorted(log.path for log in LOGS)


def test_log_that_ends_its_workers_becomes_a_row(client: Client) -> None:
    rows = [row for some in run(client, batch_of_all(10), None, deadly) for row in some]
    assert sorted(row["path"] for row in rows) == sorted(log.path for log in LOGS)
    (lost,) = (row for row in rows if row.get("error"))
    assert lost["path"] == DEADLY
    assert lost["outcome"] == "unreadable"


def test_logs_that_wait_for_a_dying_worker_are_not_lost_with_it(client: Client) -> None:
    for _ in range(3):
        rows = [row for some in run(client, batch_of_all(1), None, slow_and_deadly) for row in some]
        assert sorted(row["path"] for row in rows) == sorted(log.path for log in LOGS)
        assert [row["path"] for row in rows if row.get("error")] == [DEADLY]


def test_logs_are_read_even_if_all_workers_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_SECONDS_WITHOUT_WORKERS", 0.5)
    with local_client(1) as client:
        client.retire_workers()
        rows = [row for some in run(client, batch_of_all(20), "errors", named) for row in some]
    assert sorted(row["path"] for row in rows) == sorted(log.path for log in LOGS)


def test_workers_that_end_elsewhere_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_SECONDS_WITHOUT_WORKERS", 0.5)
    with local_client(1) as local, Client(local.scheduler.address) as client:
        local.retire_workers()
        with pytest.raises(SchedulerError, match="workers have ended; run the same command again"):
            list(run(client, batch_of_all(20), None, named))


def test_scheduler_that_is_not_there_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    with (
        pytest.raises(SchedulerError, match="no scheduler answers"),
        remote_client(address, "digest", None),
    ):
        pass


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "ftp://host:1"])
def test_address_that_is_none_is_reported(address: str) -> None:
    with (
        pytest.raises(SchedulerError, match="no scheduler answers"),
        remote_client(address, "digest", None),
    ):
        pass


def test_worker_with_another_catalog_is_refused(client: Client) -> None:
    with (
        pytest.raises(SchedulerError, match="has another catalog or version of trainwreck"),
        remote_client(client.scheduler.address, "digest", None),
    ):
        pass


def test_worker_without_the_catalog_is_refused(client: Client, tmp_path: Path) -> None:
    with (
        pytest.raises(SchedulerError, match=r"its workers cannot survey: .*contains no entries"),
        remote_client(client.scheduler.address, "digest", str(tmp_path)),
    ):
        pass


def test_batches_are_bounded_in_logs_and_bytes() -> None:
    logs = [LogFile(str(number), size) for number, size in enumerate([5, 5, 90, 200, 1, 1, 1])]
    sizes = [[log.size for log in batch] for batch in batches(logs, most_logs=2, most_bytes=100)]
    assert sizes == [[5, 5], [90], [200], [1, 1], [1]]
