"""Tests conditions on the series of a log.

The limits are on the side of silence: warm-up, steps of a schedule, new epochs, pauses for an
evaluation and a growing batch are no anomalies.
"""

import math
from collections.abc import Callable, Iterable, Sequence

from trainwreck.series.conditions import Condition
from trainwreck.series.found import Found, SeriesEvidence
from trainwreck.series.jumps import jumps, jumps_after_resume, jumps_for_good
from trainwreck.series.limits import (
    FEW_RANKS,
    GOOD,
    LAST_DIGITS,
    LEAST_RANKS,
    NEAR_ZERO,
    OUTLYING,
    ROUNDING_ERROR,
    SCALES,
    THIRDS,
)
from trainwreck.series.points import Series, number
from trainwreck.series.statistics import block_medians, median, spread
from trainwreck.series.trends import does_not_move, drops, grows, grows_steadily, least_points


def evaluate(condition: Condition, series: Sequence[Series]) -> SeriesEvidence | None:
    """Return where ``condition`` first holds; None if it does for no series."""
    if condition.also and not evaluate(condition.also, series):
        return None
    for one in series:
        if one.metric != condition.metric or one.count < least_points(one, condition):
            continue
        if condition.test == "differs":
            found = _differs(one, condition, series)
        elif _is_moved(one, condition, series) or _is_unused(one, condition, series):
            continue
        else:
            found = _TESTS[condition.test](one, condition)
        if found:
            return SeriesEvidence(condition.text, one, *found)
    return None


def _is_moved(one: Series, condition: Condition, series: Iterable[Series]) -> bool:
    """Tell whether another batch or sequence length explains what a step takes."""
    if condition.metric not in ("step_time", "throughput", "memory", "epoch_time"):
        return False
    return any(
        other.metric in ("batch_size", "sequence_length")
        and other.source == one.source
        and other.count > other.run
        for other in series
    )


def _is_unused(one: Series, condition: Condition, series: Iterable[Series]) -> bool:
    """Tell whether numbers that are all the same are none yet, or never are.

    No step of training has passed, or others of the same metric change.
    """
    if condition.test != "is-exactly" or one.before_run or one.first is None or one.last is None:
        return False
    first, last = one.first, one.last
    if first.step is not None and (first.step, first.epoch) == (last.step, last.epoch):
        return True
    return any(other.metric == one.metric and other.before_run for other in series)


def _is_nan(one: Series, condition: Condition) -> Found | None:
    point = one.first_not_finite
    if point is None or one.run < condition.points:
        return None
    return point, f"{one.name} is {number(point.value)} from {point.place} on"


def _is_finite(one: Series, _: Condition) -> Found | None:
    if one.last is None or not math.isfinite(one.last.value):
        return None
    return one.last, f"{one.name} is {number(one.last.value)}"


def _is_exactly(one: Series, condition: Condition) -> Found | None:
    point, before = one.run_start, one.before_run
    if point is None or point.value != condition.amount or one.run < condition.points:
        return None
    said = f"{one.name} is {number(point.value)} from {point.place} on ({one.run:,} values"
    if before is None:
        return point, f"{said}, all there are)"
    if abs(before.value - condition.amount) < max(NEAR_ZERO, LAST_DIGITS * _last_digit(one)):
        return None  # it may have come there gradually, and was rounded
    return point, f"{said}, {number(before.value)} before)"


def _last_digit(one: Series) -> float:
    """Return what one unit of the last printed digit is worth; 0 if less than 0.01."""
    for scale in (1, 10, 100):
        parts = [scale * abs(point.value) % 1 for point in one.samples]
        if all(min(part, 1 - part) < ROUNDING_ERROR for part in parts):
            return 1 / scale
    return 0


def _stays(one: Series, condition: Condition) -> Found | None:
    if one.is_bar or not one.buckets or one.finite < one.count or one.first is None:
        return None
    low = min(bucket.low.value for bucket in one.buckets)
    high = max(bucket.high.value for bucket in one.buckets)
    center = median([point.value for point in one.samples])
    if high - low > condition.amount / 100 * abs(center) or not center:
        return None
    return one.first, f"{one.name} stays at {number(center)} in all {one.count:,} values"


def _falls_to(one: Series, condition: Condition) -> Found | None:
    if one.last is None or not one.buckets or not one.last.value <= condition.amount:
        return None
    high = max((bucket.high for bucket in one.buckets), key=lambda point: point.value)
    if high.value < SCALES * condition.amount or one.run_start is None:
        return None
    point = one.run_start
    said = f"{one.name} falls from {number(high.value)} to {number(point.value)} at {point.place}"
    return point, said


def _exceeds(one: Series, condition: Condition) -> Found | None:
    values = [point.value for point in one.samples]
    last = values[len(values) // 2 :]
    share = 100 * sum(value > 0 for value in last) / len(last) if last else 0
    if share <= condition.amount or one.last is None:
        return None
    return one.last, f"{one.name} is above 0 in {share:.0f} % of the last values"


def _differs(one: Series, condition: Condition, series: Iterable[Series]) -> Found | None:
    others = [
        median([point.value for point in other.samples])
        for other in series
        if (other.metric, other.name) == (one.metric, one.name)
        and other.source not in (None, one.source)
        and other.count >= condition.points
        and other.buckets
    ]
    values = [point.value for point in one.samples]
    if len(others) + 1 < LEAST_RANKS or one.source is None or not values or one.last is None:
        return None
    usual, sign = median(others), -1 if one.metric in GOOD else 1
    if usual <= 0:
        return None
    least = max(condition.amount / 100 * usual, OUTLYING * spread(others))
    if any(sign * (part - usual) <= least for part in block_medians(values, THIRDS)):
        return None
    if sum(sign * (other - usual) > least for other in others) > FEW_RANKS * len(others):
        return None
    own = number(median(values))
    said = f"{one.name} of rank {one.source} is {own}, the median of the others {number(usual)}"
    return one.last, said


_TESTS: dict[str, Callable[[Series, Condition], Found | None]] = {
    "is-nan": _is_nan,
    "is-finite": _is_finite,
    "is-exactly": _is_exactly,
    "stays": _stays,
    "does-not-move": does_not_move,
    "jumps-for-good": jumps_for_good,
    "jumps": jumps,
    "jumps-after-resume": jumps_after_resume,
    "grows": grows,
    "grows-steadily": grows_steadily,
    "drops": drops,
    "falls-to": _falls_to,
    "exceeds": _exceeds,
}
