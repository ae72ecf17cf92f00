"""The verdict says in one sentence what happened, to whom, and what followed."""

import pytest

from tests.support.entries import changed, make_catalog
from trainwreck import Action, Diagnosis, Role
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser


def entry(verdict: str, messages: str, *more: tuple[str, str], decision: str = "fix-first") -> str:
    return changed(
        ("verdict: lost a wheel", f"verdict: {verdict}"),
        ('    - "RuntimeError: wheel <*> came off at <*> km/h"', messages),
        ("decision: fix-first", f"decision: {decision}"),
        *more,
    )


ENTRIES = {
    "memory/oom": entry("was left without GPU memory", "    - 'CUDA out of memory. Tried to'"),
    "hardware/xid": entry(
        "lost its GPU", "    - 'GPU has fallen off the bus'", decision="retry-elsewhere"
    ),
    "distributed/timeout": entry(
        "waited for its peers",
        "    - {text: 'Watchdog caught collective operation timeout', secondary: true}",
    ),
    "distributed/fabric": entry(
        "lost its peer", "    - 'the fabric lost its peer'", decision="retry-elsewhere"
    ),
    "distributed/child": entry(
        "failed, and its own message is elsewhere",
        "    - {text: 'elastic.multiprocessing.errors.ChildFailedError:', secondary: true}",
    ),
}
OOM = "[rank{}]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."
TRACEBACK = "Traceback (most recent call last):\n" + OOM.removeprefix("[rank{}]: ")
TIMEOUT = "[rank{}]: Watchdog caught collective operation timeout: WorkNCCL(SeqNum=7)"
SUMMARY = """\
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
Root Cause (first observed failure):
[0]:
  time      : 2026-11-22_03:25:45
  host      : nid004
  rank      : 2 (local_rank: 2)
  exitcode  : {code} (pid: 8092){name}
  error_file: <N/A>
"""


@pytest.fixture(scope="module")
def diagnoser(tmp_path_factory: pytest.TempPathFactory) -> Diagnoser:
    return Diagnoser(load_snapshot(make_catalog(tmp_path_factory.mktemp("catalog"), ENTRIES)))


def diagnosed(diagnoser: Diagnoser, *lines: str) -> Diagnosis:
    return diagnoser.diagnose(["\n".join(lines).encode()], "train.log")


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        ([OOM.format(3)], "Rank 3 was left without GPU memory."),
        (
            [TIMEOUT.format(0), TIMEOUT.format(1), OOM.format(3)],
            "Rank 3 was left without GPU memory; 2 other ranks then waited for their peers.",
        ),
        (
            [OOM.format(rank) for rank in range(4)],
            "Ranks 0 to 3 were left without GPU memory.",
        ),
        (["CUDA out of memory. Tried to allocate"], "The job was left without GPU memory."),
        (
            ["world_size=3", TIMEOUT.format(0), TIMEOUT.format(1)],
            "Ranks 0 and 1 waited for their peers.",
        ),
        (
            [SUMMARY.format(code=1, name="")],
            "Rank 2 on nid004 failed, and its own message is elsewhere.",
        ),
        (
            [SUMMARY.format(code=-11, name="  (SIGSEGV)")],
            "Rank 2 on nid004 was ended by signal 11 (SIGSEGV).",
        ),
        (
            [SUMMARY.format(code=3, name="")],
            "Rank 2 on nid004 ended with exit code 3 and printed no exception.",
        ),
        (
            ["[rank1]: KeyError: 'x'", TIMEOUT.format(0)],
            "Rank 1 failed with \"KeyError: 'x'\", which no entry explains yet; "
            "rank 0 then waited for its peers.",
        ),
        (
            ["epoch 1", "ValueError: no such mode"],
            'No match. The log reports "ValueError: no such mode", which no entry explains yet.',
        ),
        (["epoch 1", "epoch 2"], "No match: 2 lines without a known error message."),
        (
            ["step 1 loss 2.1", TRACEBACK, *(f"step {step} loss 2.1" for step in range(2, 6))],
            "The job was left without GPU memory; training went on up to line 7.",
        ),
        ([""], "No match: the log is empty."),
    ],
)
def test_sentence(diagnoser: Diagnoser, lines: list[str], verdict: str) -> None:
    assert diagnosed(diagnoser, *lines).verdict == verdict


def test_symptom_sends_the_reader_to_the_rank_that_is_silent(diagnoser: Diagnoser) -> None:
    exits = [f"srun: error: nid00{rank}: task {rank}: Exited with exit code 1" for rank in range(3)]
    raised = [f"[rank{rank}]: RuntimeError: no peer\n{TIMEOUT.format(rank)}" for rank in (0, 1)]
    found = diagnosed(diagnoser, *raised, *exits)
    assert found.matches[0].role in (Role.CAUSE, Role.SYMPTOM)
    alone = diagnosed(
        diagnoser,
        "torchrun wrote",
        SUMMARY.format(code=1, name="").replace("<N/A>", "/scratch/errors/error.json"),
    )
    assert alone.matches[0].role is Role.SYMPTOM
    assert "torchrun wrote a traceback to /scratch/errors/error.json" in alone.hints


WAITED = (
    "[rank{0}]:[E412 05:10:11.1 ProcessGroupNCCL.cpp:632] [Rank {0}] Watchdog caught collective "
    "operation timeout: WorkNCCL(SeqNum={1}, OpType={2}, NumelIn=1, Timeout(ms)=1800000) ran for"
)


def test_ranks_that_waited_in_different_calls_are_told_apart(diagnoser: Diagnoser) -> None:
    calls = {0: (7, "ALLREDUCE"), 3: (7, "_ALLGATHER_BASE"), 1: (7, "ALLREDUCE")}
    found = diagnosed(diagnoser, *(WAITED.format(rank, *call) for rank, call in calls.items()))
    assert found.hints == (
        "Rank 2 printed no error: look at the log and the state of that rank",
        "Not all waited in the same call: ranks 0 and 1 in ALLREDUCE 7, rank 3 in "
        "_ALLGATHER_BASE 7. If these ranks are one process group, their code took different paths",
    )


@pytest.mark.parametrize("calls", [(7, 7), (4, 5, 6, 7)], ids=["same", "many"])
def test_calls_are_not_told_apart_if_they_are_the_same_or_many(
    diagnoser: Diagnoser, calls: tuple[int, ...]
) -> None:
    lines = (WAITED.format(rank, number, "BROADCAST") for rank, number in enumerate(calls))
    assert diagnosed(diagnoser, *lines).hints == ()


def test_node_at_fault_is_to_be_excluded(diagnoser: Diagnoser) -> None:
    found = diagnosed(diagnoser, "Nov 22 10:00:00 nid004 kernel: NVRM: GPU has fallen off the bus.")
    assert found.verdict == "A process on nid004 lost its GPU."
    assert found.action
    assert (found.action.decision, found.action.exclude) == (Action.RETRY_ELSEWHERE, ("nid004",))


def test_node_that_reports_a_broken_connection_is_not_excluded(diagnoser: Diagnoser) -> None:
    action = diagnosed(diagnoser, "Nov 22 10:00:00 nid004 kernel: the fabric lost its peer").action
    assert action
    assert (action.decision, action.exclude) == (Action.RETRY_ELSEWHERE, ())


def test_many_nodes_at_fault_are_not_excluded(diagnoser: Diagnoser) -> None:
    lines = [f"Nov 22 10:00:00 nid00{n} kernel: NVRM: GPU has fallen off the bus." for n in "1234"]
    action = diagnosed(diagnoser, *lines).action
    assert action
    assert action.exclude == ()


def test_unknown_cause_recommends_nothing(diagnoser: Diagnoser) -> None:
    assert diagnosed(diagnoser, "ValueError: no such mode").action is None
