"""Tests whether numbers jump: from one to the next, for good, or after a resume."""

from collections.abc import Sequence

from trainwreck.series.conditions import Condition
from trainwreck.series.found import Found
from trainwreck.series.limits import (
    DEVIATIONS,
    LEAST_AFTER,
    LEAST_BEFORE,
    LOST_PROGRESS,
    WINDOW,
)
from trainwreck.series.points import Point, Series, number
from trainwreck.series.statistics import median, quantile, spread


def jumps_for_good(one: Series, condition: Condition) -> Found | None:
    """Return where the numbers jump to a level from which they do not recover."""
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


def jumps(one: Series, condition: Condition) -> Found | None:
    """Return the first number that is far above those before it."""
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


def jumps_after_resume(one: Series, condition: Condition) -> Found | None:
    """Return the first number after a resume if those after it are far higher than before."""
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
