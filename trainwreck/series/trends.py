"""Tests where numbers go over a whole run: up, down, or nowhere."""

from collections.abc import Sequence
from itertools import pairwise

from trainwreck.series.conditions import Condition
from trainwreck.series.found import Found
from trainwreck.series.limits import (
    BLOCKS,
    EDGE,
    LOST_PROGRESS,
    SIGNIFICANT,
    WARM_UP,
)
from trainwreck.series.points import Series, number
from trainwreck.series.statistics import block_medians, median, slope, trend


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
