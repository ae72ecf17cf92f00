"""Logs joined with the accounting of their jobs."""

import re
from typing import Any

import pytest

from tests.support.paths import ROOT
from trainwreck.survey.accounting import Accounting, Job
from trainwreck.survey.joining import JOINED_SCHEMA, Record, joined


def record(job: Job | None, **row: Any) -> Record:
    return Record({"outcome": "known", "action": "retry", "nodes": [], **row}, job)


@pytest.mark.parametrize(
    ("state", "outcome", "failed"),
    [
        ("COMPLETED", "known", False),
        ("FAILED", "no-error", True),
        ("TIMEOUT", "no-error", True),
        ("RUNNING", "known", False),
        (None, "known", True),
        (None, "unknown", True),
        (None, "no-error", False),
    ],
)
def test_state_of_the_job_says_whether_it_failed(
    state: str | None, outcome: str, failed: bool
) -> None:
    assert record(Job("1", state), outcome=outcome).failed is failed


def test_error_that_harms_no_job_is_no_failure() -> None:
    assert not record(None, action="none").failed


@pytest.mark.parametrize(
    ("named", "nodes", "blamed"),
    [
        (["n1"], (), ("n1",)),
        (["n1"], ("n1", "n2"), ("n1",)),
        (["n1.cluster"], ("n1", "n2"), ("n1",)),
        (["n1"], ("n1.cluster", "n2.cluster"), ("n1.cluster",)),
        (["other"], ("n1", "n2"), ()),
        (["other"], ("n1",), ("n1",)),
        ([], ("n1",), ("n1",)),
        ([], ("n1", "n2"), ()),
    ],
)
def test_failure_belongs_to_a_named_node_of_the_job_or_to_its_only_one(
    named: list[str], nodes: tuple[str, ...], blamed: tuple[str, ...]
) -> None:
    job = Job("1", "FAILED", nodes=nodes) if nodes else None
    assert record(job, nodes=named).blamed == blamed


def test_rows_are_joined_by_the_number_of_the_job() -> None:
    accounting = Accounting({"1": [Job("1")]}, ())
    found = joined([{"job_id": "1"}, {"job_id": "2"}, {"job_id": None}], accounting)
    assert [one.job and one.job.id for one in found] == ["1", None, None]


def test_columns_are_documented_as_the_file_describes_them() -> None:
    page = (ROOT / "docs" / "survey.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `(\w+)` \| [a-z]\S", page, re.MULTILINE)
    assert [name for name in documented if name in JOINED_SCHEMA.names] == JOINED_SCHEMA.names
