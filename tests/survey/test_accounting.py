"""Accounting data of the scheduler."""

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainwreck.survey.accounting import Accounting, read_accounting
from trainwreck.survey.errors import InputError
from trainwreck.survey.host_lists import expanded

NODES = "nid[001-002]"
TRES = "billing=8,gres/gpu:a100=8,gres/gpu=8,node=2"
SACCT = f"""\
JobID|JobIDRaw|JobName|User|State|ExitCode|Start|End|Elapsed|NodeList|AllocTRES
100|100|train|jane|CANCELLED by 1000|0:0|2026-11-02T10:00|2026-11-02T12:00|02:00:00|{NODES}|{TRES}
100.batch|100.batch|batch||CANCELLED|0:15|||02:00:00|nid001|
101_3|104|array|jane|FAILED|1:0|Unknown|Unknown|1-00:00:30|None assigned|cpu=1
"""


def read(tmp_path: Path, text: str, salt: bytes | None = None) -> Accounting:
    path = tmp_path / "jobs.txt"
    path.write_text(text)
    return read_accounting(path, salt)


def test_sacct_is_read(tmp_path: Path) -> None:
    found = read(tmp_path, SACCT)
    job = found.get("100")
    assert job is not None
    assert (job.state, job.exit_code, job.nodes) == ("CANCELLED", "0:0", ("nid001", "nid002"))
    assert (job.elapsed, job.gpus, job.gpu_hours, job.user) == (7200, 8, 16.0, "jane")
    assert job.ended == dt.datetime(2026, 11, 2, 12, tzinfo=dt.UTC)
    assert job.has_failed


def test_task_of_an_array_is_found_by_both_numbers_and_counted_once(tmp_path: Path) -> None:
    found = read(tmp_path, SACCT)
    job = found.get("101_3")
    assert job is not None
    assert job is found.get("104")
    assert (job.nodes, job.elapsed, job.gpus, job.started) == ((), 86430, 0, None)
    assert len(found) == 2


def test_steps_are_left_out(tmp_path: Path) -> None:
    assert read(tmp_path, SACCT).get("100.batch") is None


def test_squeue_is_read(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)\n"
        "               731       gpu    train     jane  R      12:01      1 nid[003]\n"
        "               732       gpu    train     jane PD       0:00      1 (Priority)\n",
    )
    running, waiting = found.get("731"), found.get("732")
    assert running is not None
    assert waiting is not None
    assert (running.nodes, running.elapsed, running.has_failed) == (("nid003",), 721, False)
    assert waiting.nodes == ()


def test_csv_with_named_columns_is_read(tmp_path: Path) -> None:
    found = read(tmp_path, 'user,JOB_ID,state,gpus,nodes\njane,5,FAILED,4,"a1,a2"\n')
    job = found.get("5")
    assert job is not None
    assert (job.gpus, job.nodes, job.gpu_hours) == (4, ("a1", "a2"), None)


def test_users_are_hashed_with_the_salt(tmp_path: Path) -> None:
    names = {job.user for salt in (b"one", b"one", b"two") for job in read(tmp_path, SACCT, salt)}
    assert "jane" not in names
    assert len(names) == 2


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("State|User\nFAILED|jane\n", r"jobs.txt:1: JobID: column is missing \(there is: State, U"),
        ("JobID|User\n1|jane\n", r"jobs.txt:1: State: column is missing"),
        ("JobID|State\n", r"jobs.txt: contains no jobs"),
        ("JobID|State\n1|FAILED\n2\n", r"jobs.txt:3: has fewer columns than the header"),
    ],
)
def test_unusable_file_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        read(tmp_path, text)


def test_node_lists_are_expanded() -> None:
    assert expanded("a,b[1-3,07]c,d[1-2]e[1-2]") == (
        *("a", "b1c", "b2c", "b3c", "b07c"),
        *("d1e1", "d1e2", "d2e1", "d2e2"),
    )


@given(st.text("n[]-,0123456789 ", max_size=60))
def test_no_node_list_is_too_odd(text: str) -> None:
    assert all(isinstance(name, str) for name in expanded(text))


@given(st.text(max_size=200))
def test_no_accounting_file_leads_to_another_error(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "odd.txt"
    path.write_bytes(f"JobID|State|Elapsed|NodeList\n{text}".encode("utf-8", "replace"))
    try:
        read_accounting(path, b"salt")
    except InputError as error:
        assert str(path) in str(error)  # noqa: PT017  either way is right


def test_starts_of_a_requeued_job_are_kept_in_their_order(tmp_path: Path) -> None:
    text = (
        "JobID|State|Start|End\n"
        "7|FAILED|2026-11-02T10:00|2026-11-02T12:00\n"
        "7|REQUEUED|2026-11-02T08:00|2026-11-02T09:00\n"
    )
    accounting = read(tmp_path, text)
    assert [job.state for job in accounting.starts("7")] == ["REQUEUED", "FAILED"]
    assert len(accounting) == 1
    assert [job.state for job in accounting] == ["FAILED"]


@pytest.mark.parametrize("state", ["CG", "COMPLETING", "CF", "CONFIGURING"])
def test_job_that_has_not_ended_has_not_failed(tmp_path: Path, state: str) -> None:
    job = read(tmp_path, f"JobID|State\n7|{state}\n").get("7")
    assert job is not None
    assert job.has_failed is False


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\x7fELF\x02\x01\x00\x00", "is not text"),
        (b"JobID|State\n1|FAILED\n\x00\x00\n", "is not text"),
        (b"", "is empty"),
    ],
)
def test_file_that_is_no_table_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "jobs.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=f"jobs.txt: {said}; export it with: sacct --parsable2"):
        read_accounting(path, None)
