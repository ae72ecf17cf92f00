"""Tests conditions on the series of a log.

The limits are on the side of silence: warm-up, steps of a schedule, new epochs, pauses for an
evaluation and a growing batch are no anomalies.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from trainwreck.series.conditions import Condition
from trainwreck.series.found import SeriesEvidence
from trainwreck.series.points import Point, Series, number
from trainwreck.series.statistics import (
    block_medians,
    median,
    quantile,
    slope,
    spread,
    trend,
)

WINDOW = 20
"""Values before a jump that it is compared with."""
LEAST_BEFORE = 3
"""The least number of them."""
LEAST_AFTER = 4
"""Values after a jump that must not recover."""
DEVIATIONS = 6
"""Standard deviations that a jump must have."""
LOST_PROGRESS = 0.3
"""Part of the descent so far that a jump must undo."""
BLOCKS = 20
"""Blocks of which the medians make a trend."""
EDGE = 4
"""Blocks at each end that are compared."""
SIGNIFICANT = 3.0
"""Score of a trend, about one in 700 without one."""
WARM_UP = 0.05
"""Part of a series that may be a warm-up."""
NEAR_ZERO = 0.05
"""From here a loss may be rounded to zero in a healthy run."""
LEAST_RANKS = 4
"""Ranks that are compared."""
SCALES = 256
"""How far a loss scale falls that was meant to be one."""


Found = tuple[Point, str]


def evaluate(condition: Condition, series: Sequence[Series]) -> SeriesEvidence | None:
    """Return where ``condition`` first holds; None if it does for no series."""
    if condition.also and not evaluate(condition.also, series):
        return None
    for one in series:
        if one.metric != condition.metric or one.count < condition.points:
            continue
        if condition.test == "differs":
            found = _differs(one, condition, series)
        elif _is_moved(one, condition, series):
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
    if abs(before.value - condition.amount) < NEAR_ZERO:
        return None  # it came there gradually
    return point, f"{said}, {number(before.value)} before)"


def _stays(one: Series, condition: Condition) -> Found | None:
    if one.is_bar or not one.buckets or one.finite < one.count or one.first is None:
        return None
    low = min(bucket.low.value for bucket in one.buckets)
    high = max(bucket.high.value for bucket in one.buckets)
    center = median([point.value for point in one.samples])
    if high - low > condition.amount / 100 * abs(center) or not center:
        return None
    return one.first, f"{one.name} stays at {number(center)} in all {one.count:,} values"


def _jumps_for_good(one: Series, condition: Condition) -> Found | None:
    points = one.samples
    values = [point.value for point in points]
    if one.finite < one.count or len(values) < condition.points:
        return None
    beginnings = _beginnings(points, [*one.resets, *one.resumes])
    for index, start in beginnings:
        before = values[max(start, index - WINDOW) : index]
        after = values[index : _next(beginnings, index)]
        if len(before) < LEAST_BEFORE or len(after) < LEAST_AFTER:
            continue
        level = median(before)
        limit = level + max(
            DEVIATIONS * spread(before),
            (condition.amount - 1) * abs(level),
            LOST_PROGRESS * (median(values[start : start + LEAST_AFTER]) - level),
        )
        if values[index] > limit >= max(before) and quantile(after, 0.1) > limit:
            point = points[index]
            to = number(median(after))
            return point, f"{one.name} jumps from {number(level)} to {to} at {point.place}"
    return None


def _jumps(one: Series, condition: Condition) -> Found | None:
    values = [bucket.sample.value for bucket in one.buckets]
    for index, bucket in enumerate(one.buckets):
        before = values[max(0, index - WINDOW) : index]
        if len(before) < LEAST_BEFORE:
            continue
        level = median(before)
        limit = level + max(DEVIATIONS * spread(before), (condition.amount - 1) * abs(level))
        if bucket.high.value > limit > 0 and level > 0:
            point = bucket.high
            said = (
                f"{one.name} jumps from {number(level)} to {number(point.value)} at {point.place}"
            )
            return point, said
    return None


def _jumps_after_resume(one: Series, condition: Condition) -> Found | None:
    points = one.samples
    for line in one.resumes:
        before = [point.value for point in points if point.line < line][-condition.points :]
        later = [point for point in points if point.line >= line][: condition.points]
        if min(len(before), len(later)) < condition.points:
            continue
        level, after = median(before), median([point.value for point in later])
        limit = max(level + DEVIATIONS * spread(before), condition.amount * level)
        if level > 0 and after > limit:
            place = later[0].place
            said = (
                f"{one.name} is {number(after)} after the resume at {place}, {number(level)} before"
            )
            return later[0], said
    return None


def _grows(one: Series, condition: Condition) -> Found | None:
    blocks = _blocks(one, condition)
    if not blocks or trend(blocks) < SIGNIFICANT:
        return None
    return _change(one, blocks, condition, 1)


def _drops(one: Series, condition: Condition) -> Found | None:
    blocks = _blocks(one, condition)
    if not blocks or trend(blocks) > -SIGNIFICANT:
        return None
    return _change(one, blocks, condition, -1)


def _grows_steadily(one: Series, condition: Condition) -> Found | None:
    blocks = _blocks(one, condition)
    if not blocks or trend(blocks) < SIGNIFICANT:
        return None
    half = BLOCKS // 2
    first, second = slope(blocks[:half]), slope(blocks[half:])
    if second <= 0 or second < LOST_PROGRESS * first:
        return None
    if sum(later > value for value, later in pairwise(blocks)) < len(blocks) * 3 // 5:
        return None
    return _change(one, blocks, condition, 1)


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
    medians = {
        other.source: median([point.value for point in other.samples])
        for other in series
        if (other.metric, other.name) == (one.metric, one.name)
        and other.count >= condition.points
        and other.buckets
        and other.source is not None
    }
    if len(medians) < LEAST_RANKS or one.source not in medians or one.last is None:
        return None
    own, usual = medians[one.source], median(list(medians.values()))
    if own <= (1 + condition.amount / 100) * usual or usual <= 0:
        return None
    who = f"rank {one.source}"
    return one.last, f"{one.name} of {who} is {number(own)}, of all ranks {number(usual)}"


def _blocks(one: Series, condition: Condition) -> list[float]:
    """Return the medians of blocks of the last run, without what may be its warm-up."""
    start = max([0, *one.resumes, *(one.resets[-1:] if one.metric == "epoch_time" else ())])
    values = [point.value for point in one.samples if point.line >= start]
    values = values[max(3, int(WARM_UP * len(values))) :]
    if len(values) < condition.points - 3 or len(values) < BLOCKS:
        return []
    return block_medians(values, BLOCKS)


def _change(one: Series, blocks: Sequence[float], condition: Condition, sign: int) -> Found | None:
    """Return the change from the first blocks to the last, if it is large enough and goes on."""
    first, last = median(blocks[:EDGE]), median(blocks[-EDGE:])
    least = condition.amount / 100 * first
    whole = slope(blocks) * (len(blocks) - 1)
    if first <= 0 or sign * (last - first) < least or sign * whole < least / 2 or one.last is None:
        return None
    limit = first + sign * least / 2
    point = next(p for p in reversed(one.samples) if sign * (p.value - limit) <= 0 or p.line == 0)
    verb = "grows" if sign > 0 else "drops"
    said = f"{one.name} {verb} from {number(first)} to {number(last)}, from {point.place} on"
    return point, said


def _beginnings(points: Sequence[Point], resets: Sequence[int]) -> list[tuple[int, int]]:
    """Return each index with that of the point from which on counting did not begin anew."""
    lines, found, start = sorted(resets), [], 0
    for index, point in enumerate(points):
        while lines and point.line >= lines[0]:
            start = index
            lines.pop(0)
        found.append((index, start))
    return found


def _next(beginnings: Sequence[tuple[int, int]], index: int) -> int:
    """Return where the stretch that ``index`` is in ends."""
    start = beginnings[index][1]
    after = (at for at, begin in beginnings[index:] if begin != start)
    return next(after, len(beginnings))


_TESTS: dict[str, Callable[[Series, Condition], Found | None]] = {
    "is-nan": _is_nan,
    "is-finite": _is_finite,
    "is-exactly": _is_exactly,
    "stays": _stays,
    "jumps-for-good": _jumps_for_good,
    "jumps": _jumps,
    "jumps-after-resume": _jumps_after_resume,
    "grows": _grows,
    "grows-steadily": _grows_steadily,
    "drops": _drops,
    "falls-to": _falls_to,
    "exceeds": _exceeds,
}
