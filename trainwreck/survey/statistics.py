"""Which nodes fail more often than chance explains.

Each node is tested against the rate of all others with a one-sided binomial test; the
Benjamini-Hochberg procedure then bounds the share of nodes that are blamed wrongly.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

FALSE_DISCOVERY_RATE = 0.01
"""Expected share of nodes without a problem among those that are reported."""
LEAST_FAILURES = 5
"""Failures below which no node is reported, whatever its rate."""
LEAST_RATIO = 3.0
"""How many times its expected failures a node must have."""
_NEGLIGIBLE = 1e-17


@dataclass(frozen=True, slots=True)
class NodeRate:
    """How often jobs failed on one node."""

    node: str
    """Its name."""
    failures: int
    """Jobs that failed on it, of the kind that may be its fault."""
    jobs: int | None
    """Jobs that ran on it; None without accounting."""
    expected: float
    """Failures at the rate of all other nodes."""
    p_value: float
    """Chance of so many failures or more at that rate."""
    q_value: float
    """The p-value, adjusted for the number of nodes."""

    @property
    def ratio(self) -> float:
        """Failures per expected failure."""
        return self.failures / self.expected if self.expected else math.inf

    @property
    def is_outlier(self) -> bool:
        """Whether chance does not explain its failures, and they are not few."""
        return (
            self.q_value <= FALSE_DISCOVERY_RATE
            and self.failures >= LEAST_FAILURES
            and self.ratio >= LEAST_RATIO
        )


def node_rates(failures: Mapping[str, int], jobs: Mapping[str, int] | None) -> list[NodeRate]:
    """Return the rate of each node with a failure, the least probable first.

    Args:
        failures: jobs that failed on each node.
        jobs: jobs that ran on each node, those that failed included; None if unknown, and each
            node with a failure is then expected to have the same share of them.

    """
    everything = sum(failures.values())
    ran = jobs or {}
    trials = sum(max(ran.get(node, 0), failures.get(node, 0)) for node in ran.keys() | failures)
    rates = []
    for node, failed in sorted(failures.items()):
        if jobs is None:
            number, chance = everything, 1 / max(2, len(failures))
        else:
            number = max(ran.get(node, 0), failed)
            # One failure is added to the others, or a rate of zero would make any one suspicious.
            chance = min(1.0, (everything - failed + 1) / max(1, trials - number + 1))
        p_value = binomial_tail(failed, number, chance)
        own = None if jobs is None else number
        rates.append(NodeRate(node, failed, own, number * chance, p_value, 1.0))
    rates.sort(key=lambda rate: (rate.p_value, -rate.failures, rate.node))
    adjusted = benjamini_hochberg(
        [rate.p_value for rate in rates], tests=max(len(rates), len(ran.keys() | failures))
    )
    return [
        NodeRate(r.node, r.failures, r.jobs, r.expected, r.p_value, q)
        for r, q in zip(rates, adjusted, strict=True)
    ]


def binomial_tail(successes: int, trials: int, chance: float) -> float:
    """Return the probability of at least ``successes`` in ``trials``, each with ``chance``."""
    if successes <= 0:
        return 1.0
    if chance <= 0 or successes > trials:
        return 0.0
    if chance >= 1:
        return 1.0
    logs = math.log(chance), math.log1p(-chance)
    total = 0.0
    for number in range(successes, trials + 1):
        term = math.exp(
            _log_choose(trials, number) + number * logs[0] + (trials - number) * logs[1]
        )
        total += term
        if number > trials * chance and term <= total * _NEGLIGIBLE:
            break
    return min(1.0, total)


def _log_choose(trials: int, successes: int) -> float:
    return (
        math.lgamma(trials + 1) - math.lgamma(successes + 1) - math.lgamma(trials - successes + 1)
    )


def benjamini_hochberg(p_values: Sequence[float], tests: int | None = None) -> list[float]:
    """Return the adjusted values of ``p_values``, in their order.

    Args:
        p_values: results of tests.
        tests: number of tests, if those without any success are left out of ``p_values``.

    """
    number = tests or len(p_values)
    order = sorted(range(len(p_values)), key=lambda index: p_values[index], reverse=True)
    adjusted = [1.0] * len(p_values)
    least = 1.0
    for position, index in enumerate(order):
        rank = len(p_values) - position
        least = min(least, p_values[index] * (number / rank))
        adjusted[index] = least
    return adjusted
