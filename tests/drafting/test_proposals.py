"""What is proposed of a log: messages with gaps where lines vary, and software that it names."""

from pathlib import Path

import pytest

from tests.support.contributor import LOG, MESSAGE
from tests.support.paths import CLEAN_LOGS
from trainwreck.drafting.proposals import frameworks, proposals, template
from trainwreck.logs.normalizer import lines, stream
from trainwreck.logs.redaction import redacted
from trainwreck.logs.templates import parse

HEALTHY = sorted(CLEAN_LOGS.glob("*.log"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("OSError: [Errno 122] Disk quota exceeded", "OSError: [Errno 122] Disk quota exceeded"),
        ("HTTP response code: 502", "HTTP response code: 502"),
        ("connect to [::1]:29500 failed", "connect to <*> failed"),
        ("connect to 10.12.0.7:29731 failed, rank 3 of 8", "connect to <*> failed, rank <#> of"),
        ("node nid001234: task 12 killed by pid 991", "node <*>: task <#> killed by pid"),
        ("node07: cannot join the job at all", "cannot join the job at all"),
        ("srun: error: gpu12: task 3: Killed", "srun: error: <*>: task <#>: Killed"),
        ("host cn4 is unreachable for good", "host <*> is unreachable for good"),
        ("node b1n07.cluster: is unreachable", "node <*>: is unreachable"),
        ("it failed on uan01, not compute-0-12 now", "it failed on <*>, not <*> now"),
        ("lost compute-0-12 and host3.uni.no today", "lost <*> and <*> today"),
        ("it failed badly on rank3, not on fp16", "it failed badly on rank<#>, not on fp16"),
        ("the node failed 2 times, on time", "the node failed <#> times, on time"),
        ("at 2026-11-21T10:00:00Z it failed", "at <*> it failed"),
        ("cannot use cuda:1 and float16 together", "cannot use cuda:<#> and float16 together"),
        ("torch 2.13.0+cu126 is invalid here", "torch <*> is invalid here"),
        ("Conv2d got shape [64, 3, 224, 224] here", "Conv2d got shape [<#>] here"),
        ("version `GLIBC_2.33' not found", "version `GLIBC_<*>' not found"),
        ("open(/home/<user>/x/y.bin) failed badly", "open(<*>) failed badly"),
        ("ProcessGroupNCCL.cpp:1234 abort of it", "ProcessGroupNCCL.cpp:<#> abort of it"),
    ],
)
def test_gaps_stand_where_a_line_varies(line: str, message: str) -> None:
    assert template(line) == message
    assert list(parse(message).matches(stream(line)))


def test_proposals_are_what_went_wrong_and_not_what_ended() -> None:
    found = proposals(list(lines(LOG)))
    assert [proposal.message for proposal in found] == [MESSAGE]
    assert frameworks("slurmstepd: error: NCCL in torch") == ("pytorch", "nccl", "slurm")


@pytest.mark.parametrize("path", HEALTHY, ids=str)
def test_each_proposal_is_found_in_its_log(path: Path) -> None:
    text = redacted(path.read_text(encoding="utf-8", errors="replace"))
    for proposal in proposals(list(lines(text))):
        assert list(parse(proposal.message).matches(stream(text))), proposal


@pytest.mark.parametrize(
    "log",
    [
        "error " + "a:1," * 100_000,
        "".join(f"/home/user{number}/x: user{number} failed\n" for number in range(10_000)),
        "".join("`" * number + " " for number in range(600)),
    ],
)
def test_proposals_for_a_hostile_log_come_in_time(log: str) -> None:
    # A quadratic step would take minutes: the runner's own time limit is the test.
    assert len(proposals(list(lines(redacted(log))))) < 100
