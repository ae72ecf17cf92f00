"""Which nodes are outliers."""

import math
import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainwreck.survey.statistics import benjamini_hochberg, binomial_tail, node_rates


def exact_tail(successes: int, trials: int, chance: Fraction) -> Fraction:
    return sum(
        (
            math.comb(trials, k) * chance**k * (1 - chance) ** (trials - k)
            for k in range(successes, trials + 1)
        ),
        Fraction(0),
    )


@given(st.integers(0, 60), st.integers(1, 60), st.fractions(0, 1, max_denominator=50))
def test_tail_is_the_exact_one(successes: int, trials: int, chance: Fraction) -> None:
    exact = float(exact_tail(successes, trials, chance))
    assert binomial_tail(successes, trials, float(chance)) == pytest.approx(exact, abs=1e-12)


def test_tail_of_many_trials_is_found_quickly() -> None:
    assert binomial_tail(1_000_000, 2_000_000, 0.5) == pytest.approx(0.5003, abs=1e-4)


def test_adjusted_values_are_those_of_the_published_example() -> None:
    # Benjamini and Hochberg 1995, section 3.2: four of fifteen hypotheses at a rate of 5 %.
    p_values = [
        *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
        *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.000),
    ]
    adjusted = benjamini_hochberg(p_values)
    assert sum(value <= 0.05 for value in adjusted) == 4
    assert adjusted[3] == pytest.approx(0.0095 * 15 / 4)
    assert adjusted[-1] == 1.0


@given(st.lists(st.floats(0, 1), min_size=1))
def test_adjusted_values_keep_the_order(p_values: list[float]) -> None:
    adjusted = benjamini_hochberg(p_values)
    assert all(p <= q <= 1 for p, q in zip(p_values, adjusted, strict=True))
    by_p = [q for _, q in sorted(zip(p_values, adjusted, strict=True))]
    assert by_p == sorted(by_p)


def outliers(failures: dict[str, int], jobs: dict[str, int] | None) -> set[str]:
    return {rate.node for rate in node_rates(failures, jobs) if rate.is_outlier}


def test_node_that_fails_ten_times_as_often_is_found() -> None:
    jobs = {f"n{i}": 100 for i in range(50)}
    failures = dict.fromkeys(jobs, 2) | {"n7": 20}
    assert outliers(failures, jobs) == {"n7"}


def test_busy_node_is_not_blamed() -> None:
    jobs = {f"n{i}": 100 for i in range(50)} | {"busy": 2000}
    failures = {node: number // 50 for node, number in jobs.items()}
    assert outliers(failures, jobs) == set()


def test_few_failures_are_not_blamed() -> None:
    jobs = {f"n{i}": 1000 for i in range(200)}
    assert outliers({"n1": 4}, jobs) == set()
    assert outliers({"n1": 12}, jobs) == {"n1"}


def test_without_jobs_an_equal_share_is_expected() -> None:
    failures = {f"n{i}": 3 for i in range(40)} | {"bad": 30}
    assert outliers(failures, None) == {"bad"}
    (first, *_) = node_rates(failures, None)
    assert (first.node, first.jobs) == ("bad", None)


def test_chance_alone_blames_hardly_a_node() -> None:
    chance = random.Random(1)  # noqa: S311  no secret
    nodes = [f"n{i}" for i in range(300)]
    jobs = dict.fromkeys(nodes, 200)
    blamed = sum(
        len(outliers(dict(Counter(chance.choices(nodes, k=900))), jobs)) for _ in range(20)
    )
    assert blamed == 0
