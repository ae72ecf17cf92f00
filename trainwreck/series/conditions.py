"""The language of conditions on series, in which entries say what the numbers of their error do.

A condition names a metric and what is tested: ``loss jumps by 2 x and does not recover``. It may
end in a number of points that it takes at least, and in a second test of another metric:
``val_loss is nan while loss is finite``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

METRICS = (
    *("loss", "val_loss", "accuracy", "val_accuracy", "grad_norm", "learning_rate", "loss_scale"),
    *("skipped", "step_time", "epoch_time", "throughput", "memory"),
)
"""Metrics that a condition may test."""


@dataclass(frozen=True, slots=True)
class Test:
    """One kind of test."""

    phrase: str
    """How it is written; N is a number."""
    points: int
    """Numbers that it takes at least, where the condition doesn't say."""
    about: str
    """What it means, for the documentation."""


TESTS: Mapping[str, Test] = {
    "is-nan": Test("is nan", 1, "the last value is NaN or infinite"),
    "is-finite": Test("is finite", 1, "the last value is a number"),
    "is-exactly": Test(
        "is exactly N",
        3,
        "the last values are all N, from the first value on or after a value far from it",
    ),
    "stays": Test("stays within N %", 20, "all values lie within N % of their median"),
    "does-not-move": Test(
        "does not move by N %",
        50,
        "from the start of a run to its end, the level changes by less than N %, for certain",
    ),
    "jumps-for-good": Test(
        "jumps by N x and does not recover",
        8,
        "from one value to the next it rises to more than N times the median before, and nine in"
        " ten of all later values lie above that",
    ),
    "jumps": Test(
        "jumps by N x",
        20,
        "one value is more than N times the median before it",
    ),
    "jumps-after-resume": Test(
        "jumps by N x after a resume",
        5,
        "the values after a resume are more than N times the last ones before it",
    ),
    "grows-steadily": Test(
        "grows steadily by N %",
        24,
        "it rises by N % with a significant trend, in the second half as well as in the first",
    ),
    "grows": Test("grows by N %", 40, "it rises by N % with a significant trend"),
    "drops": Test("drops by N %", 40, "it falls by N % with a significant trend"),
    "falls-to": Test("falls to N", 8, "it falls from at least 256 times N to N or less"),
    "exceeds": Test("exceeds N %", 20, "more than N % of the last values are above 0"),
    "differs": Test(
        "differs by N % between ranks",
        10,
        "the median of one rank is N % worse than that of the others, throughout; four ranks",
    ),
}
"""The tests by their ids; the first whose phrase fits counts."""
_NUMBER = r"(?P<amount>\d+(?:\.\d+)?)"
_PATTERNS = {
    id_: re.compile(re.escape(test.phrase).replace("N", _NUMBER).replace(r"\ ", " "))
    for id_, test in TESTS.items()
}
_CLAUSE = (
    f"(?:{'|'.join(METRICS)}) (?:{'|'.join(pattern.pattern for pattern in _PATTERNS.values())})"
    r"(?: for \d{1,4} points)?"
).replace("?P<amount>", "?:")
GRAMMAR = f"^{_CLAUSE}(?: while {_CLAUSE})?$"
"""Regular expression of a condition, for editors."""
_POINTS = re.compile(r" for (?P<points>\d{1,4}) points$")


class ConditionError(ValueError):
    """A text is not a condition; says what is wrong, and what would be right."""

    def __init__(self, message: str, fix: str) -> None:
        """Say what is wrong with ``message`` and what would be right with ``fix``."""
        super().__init__(f"{message}; {fix}")
        self.message, self.fix = message, fix


@dataclass(frozen=True, slots=True)
class Condition:
    """A test of one metric, and maybe of another one."""

    text: str
    """As it is written."""
    metric: str
    """The metric."""
    test: str
    """Id of the test."""
    amount: float
    """The N of the test; 0 if it has none."""
    points: int
    """Numbers that it takes at least."""
    also: "Condition | None" = None
    """What must hold for another metric, too."""

    def as_plain(self) -> dict[str, Any]:
        """Return the condition as plain values, for other languages."""
        return {
            "text": self.text,
            "metric": self.metric,
            "test": self.test,
            "amount": self.amount,
            "points": self.points,
            "also": self.also.as_plain() if self.also else None,
        }


def parse_condition(text: str) -> Condition:
    """Return the condition that ``text`` says.

    Raises:
        ConditionError: if it says none.

    >>> parse_condition("loss jumps by 2 x and does not recover").test
    'jumps-for-good'

    """
    main, _, second = text.partition(" while ")
    found = _clause(main)
    if not second:
        return found
    also = _clause(second)
    return Condition(text, found.metric, found.test, found.amount, found.points, also)


def _nearest(text: str, known: Sequence[str]) -> str | None:
    from difflib import get_close_matches  # noqa: PLC0415  only a wrong condition needs it

    return next(iter(get_close_matches(text, known, 1)), None)


def _clause(text: str) -> Condition:
    metric, _, said = text.partition(" ")
    if metric not in METRICS:
        near = _nearest(metric, METRICS)
        fix = f'did you mean "{near}"?' if near else f"write one of {', '.join(METRICS)}"
        raise ConditionError(f'"{metric}" is not a metric', fix)
    points = 0
    if match := _POINTS.search(said):
        points, said = int(match["points"]), said[: match.start()]
        if not points:
            raise ConditionError("takes 0 points", "write how many it takes at least")
    for id_, pattern in _PATTERNS.items():
        if match := pattern.fullmatch(said):
            amount = float(match.groupdict().get("amount") or 0)
            return Condition(text, metric, id_, amount, points or TESTS[id_].points)
    phrases = [test.phrase for test in TESTS.values()]
    near = _nearest(re.sub(r"\d+(?:\.\d+)?", "N", said), phrases)
    fix = f'did you mean "{near}"?' if near else "write one of: " + "; ".join(phrases)
    raise ConditionError(f'"{said}" is not a test', fix)
