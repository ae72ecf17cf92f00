"""Codes in a log that no entry explains are named, beside a known cause, too."""

import pytest

from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.results import CodeInLog
from trainwreck.model.vocabulary import Action

DIAGNOSER = Diagnoser(load_snapshot())
OOM = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 3 has a total\n"


def codes(log: str) -> tuple[CodeInLog, ...]:
    return DIAGNOSER.diagnose([log.encode()], "log").codes


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("worker: rank 3: IBV_WC_REM_OP_ERR\n", ("ibv-status", "11")),
        ("RuntimeError: CUDA error: part or all of the requested memory range is already mapped\n",
         ("cuda", "712")),
        ("loader: read failed: [Errno 61] No data available\n", ("errno", "61")),
        ("./run.sh: line 3:  4711 Trace/breakpoint trap (core dumped) ./train\n",
         ("signals", "5")),
        ("nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): 12028, x\n", ("sxid", "12028")),
        ("NCCL WARN NET/IB : mlx5_0:1 Got non-fatal async event: SM change(14)\n",
         ("ibv-events", "IBV_EVENT_SM_CHANGE")),
        ("NCCL WARN NET/IB : mlx5_0:1 Got async error event: P_Key change\n",
         ("ibv-events", "IBV_EVENT_PKEY_CHANGE")),
    ],
)  # fmt: skip
def test_code_without_an_entry_is_named_with_its_line(line: str, code: tuple[str, str]) -> None:
    found = codes(f"epoch 1\n{line}bye\n")
    assert code in [(each.table, each.code) for each in found]
    assert {each.line.number for each in found} == {2}


def test_code_says_what_it_means_and_what_to_do() -> None:
    (code,) = codes("loader: read failed: [Errno 61] No data available\n")
    assert code.name == "ENODATA"
    assert code.meaning
    assert code.action is Action.FIX_FIRST
    assert code.url == "codes/errno/#61"


def test_code_is_named_beside_a_cause_that_does_not_explain_it() -> None:
    log = f"{OOM}read failed: [Errno 61] No data available\n"
    diagnosis = DIAGNOSER.diagnose([log.encode()], "log")
    assert diagnosis.matches[0].id == "cuda-out-of-memory"
    assert [(code.table, code.code) for code in diagnosis.codes] == [("errno", "61")]


@pytest.mark.parametrize(
    "line",
    [
        "RuntimeError: CUDA error: out of memory",
        "srun: error: nid001234: task 3: Exited with exit code 1",
        "  exitcode  : -6 (pid: 4711)",
        "subprocess failed with exit status 134",
        "JobState=FAILED Reason=NonZeroExitCode Dependency=(null)",
        "ExitCode=0:9",
    ],
)
def test_code_that_the_cause_explains_is_not_named(line: str) -> None:
    assert codes(f"{OOM}{line}\n") == ()


def test_code_on_a_line_of_an_entry_is_not_named() -> None:
    log = "NVRM: Xid (PCI:0000:41:00): 7, pid=4711, name=python\n"
    diagnosis = DIAGNOSER.diagnose([(log * 20).encode()], "log")
    assert diagnosis.matches[0].id == "gpu-xid-other"
    assert diagnosis.codes == ()


def test_code_that_the_end_of_what_is_looked_at_cuts_is_not_read() -> None:
    line = "read failed: [Errno 61] No data available\n"
    kept = 1 << 14
    for cut in range(1, len(line)):
        assert codes(line + "x" * (kept - cut - 1) + "\n") == ()


def test_code_is_named_once() -> None:
    assert len(codes("read failed: [Errno 61] No data available\n" * 50)) == 1


def test_line_is_numbered_in_a_log_longer_than_what_is_looked_at() -> None:
    (code,) = codes("step\n" * 20_000 + "read failed: [Errno 61] No data available\n")
    assert code.line.number == 20_001


@pytest.mark.parametrize(
    "log",
    [
        "",
        "srun: all tasks Exited with exit code 0\n",
        "NCCL INFO Connected all rings, status=0\n",
        "JobState=COMPLETED Reason=None ExitCode=0:0\n",
        "HTTP/1.1 200 OK\n",
    ],
)
def test_healthy_line_has_no_code(log: str) -> None:
    assert codes(log) == ()
