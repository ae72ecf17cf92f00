"""A fuzzer ends with a message where a case takes too much time or memory."""

import itertools
import random
import re
import time

import pytest

from tests.fuzz import __main__ as fuzz


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one second go by each time that somebody looks at the clock."""
    monkeypatch.setattr(time, "monotonic", itertools.count().__next__)


@pytest.mark.usefixtures("clock")
def test_cases_are_counted_until_the_time_is_up() -> None:
    seen: list[float] = []
    count, slowest, growth = fuzz.run(("fine", lambda chance: seen.append(chance.random())), 1, 31)
    assert count == len(seen) == 30
    assert slowest <= fuzz.LONGEST
    assert growth <= fuzz.MOST_GROWTH


@pytest.mark.usefixtures("clock")
def test_same_seed_tries_the_same_cases() -> None:
    first: list[float] = []
    second: list[float] = []
    fuzz.run(("fine", lambda chance: first.append(chance.random())), 7, 10)
    fuzz.run(("fine", lambda chance: second.append(chance.random())), 7, 15)
    assert len(first) == 9
    assert first == second[:9]


def test_slow_case_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "LONGEST", 0.0)
    tried: list[int] = []
    with pytest.raises(fuzz.LimitError, match=re.escape("case 3-slow-20 took 0.0 s")):
        fuzz.run(("slow", lambda _: tried.append(sum(range(1_000)))), 3, 5)


def test_growing_memory_is_reported() -> None:
    kept: list[bytes] = []
    with pytest.raises(fuzz.LimitError, match=r"memory grew by \d+ MB up to case 1-greedy-\d+"):
        fuzz.run(("greedy", lambda _: kept.append(bytes([1]) * (4 << 20))), 1, 60)
    assert len(kept) < 20 * fuzz.WARM_UP


def test_failing_case_is_named() -> None:
    def fails(_: random.Random) -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong") as raised:
        fuzz.run(("failing", fails), 1, 1)
    assert raised.value.__notes__ == ["case 1-failing-0"]
