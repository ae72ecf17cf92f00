# /// script
# requires-python = ">=3.11"
# dependencies = ["pytest", "pytest-timeout", "numpy"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Tests that pass, with captured logs, expected errors, skips and an expected failure."""

import logging
import warnings

import numpy as np
import pytest

log = logging.getLogger("suite")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -1.0])
def test_error_is_raised_for_bad_values(value: float) -> None:
    log.warning("expecting an error for %s", value)
    with pytest.raises(ValueError, match="bad value"):
        raise ValueError(f"bad value {value}")


@pytest.mark.timeout(60)
@pytest.mark.parametrize("workers", range(20))
def test_no_timeout_with_workers(workers: int) -> None:
    log.info("%d workers, 0 timeouts, OOM guard off", workers)
    assert workers < 20


@pytest.mark.xfail(reason="runs out of memory on small machines, known", strict=True)
def test_known_failure() -> None:
    log.error("CUDA is not here, as expected")
    raise MemoryError("made up")


@pytest.mark.skipif(True, reason="needs a GPU: CUDA not available")  # noqa: FBT003
def test_on_gpu() -> None:
    raise AssertionError


def test_warns_of_division() -> None:
    with np.errstate(all="ignore"):
        assert np.isnan(np.float64(0) / np.float64(0))
    warnings.warn("invalid value handled", RuntimeWarning, stacklevel=1)


def test_captures(caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> None:
    print("0 errors, 0 failed")
    log.critical("a drill, not a failure")
    assert "drill" in caplog.text
    assert "0 errors" in capsys.readouterr().out
