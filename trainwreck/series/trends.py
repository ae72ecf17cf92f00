"""Tests where numbers go over a whole run: up, down, or nowhere."""

import math
from collections.abc import Sequence
from itertools import pairwise

from trainwreck.series.conditions import Condition
from trainwreck.series.found import Found
from trainwreck.series.limits import (
    BLOCKS,
    EDGE,
    FALLEN,
    FIFTHS,
    INTERVALS,
    LEAST_BEFORE,
    LEVEL,
    LOST_PROGRESS,
    SIGNIFICANT,
    TO_ERROR,
    WARM_UP,
)
from trainwreck.series.points import Series, number
from trainwreck.series.statistics import block_medians, median, shift, slope, spread, trend


def grows(one: Series, condition: Condition) -> Found | None:
    """Return where the numbers begin to grow."""
    blocks = _blocks(one, condition)
    if not blocks or trend(blocks) < SIGNIFICANT:
        return None
    return _change(one, blocks, condition, 1)


def drops(one: Series, condition: Condition) -> Found | None:
    """Return where the numbers begin to fall."""
    blocks = _blocks(one, condition)
    if not blocks or trend(blocks) > -SIGNIFICANT:
        return None
    return _change(one, blocks, condition, -1)


def grows_steadily(one: Series, condition: Condition) -> Found | None:
    """Return where numbers begin to grow that do so to the end."""
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


def does_not_move(one: Series, condition: Condition) -> Found | None:
    """Return the first number if the level from the start of a run to its end is the same.

    A warm-up is left out, but no loss counts that has fallen in it. The numbers of a few epochs
    have none.
    """
    values = [point.value for point in one.samples]
    level = median(values) if values else 0
    if one.is_bar or one.finite < one.count or one.resumes or level <= 0 or one.first is None:
        return None
    if len(values) < least_points(one, condition) or not _has_beginning(one):
        return None
    if max(values[:LEAST_BEFORE]) > FALLEN * level:
        return None
    if len(values) >= condition.points:
        values = values[max(LEAST_BEFORE, int(WARM_UP * len(values))) :]
    part = len(values) // FIFTHS
    first, last = values[:part], values[-part:]
    error = TO_ERROR * math.hypot(spread(first), spread(last)) / math.sqrt(part)
    most = condition.amount / 100 * level
    if abs(shift(first, last)) + SIGNIFICANT * error >= most:
        return None
    if any(abs(block - median(first)) >= most for block in block_medians(values, BLOCKS)):
        return None
    said = f"{one.name} is still {number(median(last))} after {one.count:,} values"
    return one.first, f"{said} ({number(median(first))} at first)"


def least_points(one: Series, condition: Condition) -> int:
    """Return how many numbers a condition takes: half as many of whole epochs, to be at rest."""
    if condition.test == "does-not-move" and _is_by_epoch(one):
        return condition.points // 2
    return condition.points


def _is_by_epoch(one: Series) -> bool:
    """Tell whether each number is that of a whole epoch."""
    points = one.samples
    epochs = [point.epoch for point in points if point.epoch is not None and point.step is None]
    if len(epochs) < len(points):
        return False
    return all(later - epoch >= 1 for epoch, later in pairwise(epochs))


def _has_beginning(one: Series) -> bool:
    """Tell whether the log has the series from the first steps of the run on."""
    points = [point for point in one.samples if not one.resets or point.line < min(one.resets)]
    steps = [float(point.step) for point in points if point.step is not None]
    epochs = [point.epoch for point in points if point.epoch is not None]
    places = steps if len(steps) == len(points) else epochs
    apart = [later - place for place, later in pairwise(places) if later > place]
    if not apart or len(places) < len(points) or (places is steps and epochs[:1] > [1]):
        return False
    return places[0] <= INTERVALS * median(apart)


def _blocks(one: Series, condition: Condition) -> list[float]:
    """Return the medians of blocks of the last run, without what may be its warm-up."""
    start = max([0, *one.resumes, *(one.resets[-1:] if one.metric == "epoch_time" else ())])
    values = [point.value for point in one.samples if point.line >= start]
    values = values[max(3, int(WARM_UP * len(values))) :]
    if len(values) < condition.points - 3 or len(values) < BLOCKS:
        return []
    return block_medians(values, BLOCKS)


def _change(one: Series, blocks: Sequence[float], condition: Condition, sign: int) -> Found | None:
    """Return the change from the first blocks to the last, if it is large enough and no jump."""
    first, last = median(blocks[:EDGE]), median(blocks[-EDGE:])
    least = condition.amount / 100 * first
    whole = slope(blocks) * (len(blocks) - 1)
    if first <= 0 or sign * (last - first) < least or sign * whole < least / 2 or one.last is None:
        return None
    parts = ((block - first) / (last - first) for block in blocks)
    if sum(LEVEL < part < 1 - LEVEL for part in parts) <= 1:
        return None  # a jump, which may be in the middle of a block
    limit = first + sign * least / 2
    point = next(p for p in reversed(one.samples) if sign * (p.value - limit) <= 0 or p.line == 0)
    verb = "grows" if sign > 0 else "drops"
    said = f"{one.name} {verb} from {number(first)} to {number(last)}, from {point.place} on"
    return point, said
