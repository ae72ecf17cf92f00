"""A fuzzer ends with a message where a case takes too much time or memory."""

import random
import re

import pytest

from tests.fuzz import __main__ as fuzz


def test_cases_are_counted() -> None:
    seen: list[float] = []
    count, slowest, growth = fuzz.run(("fine", lambda chance: seen.append(chance.random())), 1, 0.2)
    assert count == len(seen) > fuzz.WARM_UP
    assert slowest <= fuzz.LONGEST
    assert growth <= fuzz.MOST_GROWTH


def test_same_seed_tries_the_same_cases() -> None:
    first: list[float] = []
    second: list[float] = []
    fuzz.run(("fine", lambda chance: first.append(chance.random())), 7, 0.05)
    fuzz.run(("fine", lambda chance: second.append(chance.random())), 7, 0.05)
    shorter = min(len(first), len(second))
    assert shorter
    assert first[:shorter] == second[:shorter]


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
