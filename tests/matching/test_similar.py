"""Entries are called similar only to failures that they are about, more or less."""

import re
from pathlib import Path

import pytest

from tests.support.paths import CLEAN_LOGS
from trainwreck.catalog.store import load_snapshot
from trainwreck.logs.error_lines import FAILURE
from trainwreck.logs.failures import Failure, FailureKind
from trainwreck.logs.normalizer import lines
from trainwreck.matching.engine import Diagnoser

DIAGNOSER = Diagnoser(load_snapshot())
# Lines on errors of memory that the machine corrected, which the entry on others is about, too.
CORRECTED = "edac-corrected"


def similar(text: str) -> list[str]:
    return [entry.id for entry in DIAGNOSER.diagnose([text.encode()]).similar]


@pytest.mark.parametrize(
    ("failure", "id_"),
    [
        (
            "lmdb.ReadersFullError: MDB_READERS_FULL: Environment maxreaders limit reached",
            "lmdb-map-full",
        ),
        (
            "torch.OutOfMemoryError: XPU out of memory. Tried to allocate 4.00 GiB. GPU 0 has a"
            " total capacity of 13.74 GiB. Of the allocated memory 9.5 GiB is allocated by PyTorch",
            "cuda-out-of-memory",
        ),
    ],
    ids=["database", "memory"],
)
def test_unknown_failure_has_an_entry_on_much_the_same(failure: str, id_: str) -> None:
    assert similar(f"step 1\n{failure}\n")[0] == id_


@pytest.mark.parametrize(
    "failure",
    [
        "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn",
        "ImportError: libGL.so.1: cannot open shared object file: No such file or directory",
        "TypeError: can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() first.",
        "AssertionError: Torch not compiled with CUDA enabled",
        "ZeroDivisionError: division by zero",
        "srun: error: node1: task 0: Exited with exit code 1",
    ],
)
def test_unlike_failure_has_none(failure: str) -> None:
    diagnosis = DIAGNOSER.diagnose([failure.encode()])
    assert diagnosis.failures
    assert diagnosis.similar == ()


def test_log_without_failure_has_none() -> None:
    assert (
        similar("XPU out of memory. Tried to allocate 4.00 GiB. GPU 0 has a total capacity\n") == []
    )


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(CLEAN_LOGS.glob("*.log")) if path.stem != CORRECTED],
    ids=lambda path: path.stem,
)
def test_line_of_a_healthy_run_would_have_none_if_it_were_a_failure(path: Path) -> None:
    said = lines(path.read_text(encoding="utf-8", errors="replace"))
    # Of lines that differ in numbers alone one will do.
    texts = {
        re.sub(r"\d+", "0", line.text): line.text for line in said if FAILURE.search(line.text)
    }
    for text in texts.values():
        failure = Failure(FailureKind.EXCEPTION, text, line=1, first_line=1, last_line=1)
        assert DIAGNOSER.similar([failure]) == (), text
