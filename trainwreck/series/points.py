"""A series of numbers with bounded memory."""

import math
from dataclasses import dataclass, field
from typing import NamedTuple

MOST_BUCKETS = 512
"""Buckets of a series; when there are more, neighbors become one."""
_LARGEST_WRITTEN_OUT = 10**7
"""Numbers from here on have an exponent."""


class Point(NamedTuple):
    """One number of a series, and where the log has it."""

    line: int
    """Number of the line, from 1."""
    step: int | None
    """Step or iteration, if the log names it."""
    epoch: float | None
    """Epoch, if the log names it."""
    value: float
    """The number."""

    @property
    def place(self) -> str:
        """The step, epoch or line, in words."""
        if self.step is not None:
            return f"step {self.step}"
        if self.epoch is not None:
            return f"epoch {self.epoch:g}"
        return f"line {self.line}"


@dataclass(slots=True)
class Bucket:
    """Neighboring points, of which three are kept."""

    place: int
    """Position of the bucket in the log, in strides."""
    sample: Point
    """The first: all samples together are an even sample of the series."""
    low: Point
    """One with the lowest value."""
    high: Point
    """One with the highest value."""


@dataclass(slots=True)
class Series:
    """The numbers of one metric, as one rank printed them under one name."""

    metric: str
    """Name of the metric, such as ``loss``."""
    name: str
    """Name that the log prints, in small letters."""
    source: str | None
    """Rank, host or process that printed it; None if the log doesn't say."""
    is_bar: bool = False
    """Whether a progress bar printed it."""
    count: int = 0
    """Numbers that were read."""
    buckets: list[Bucket] = field(default_factory=list)
    """The finite numbers, downsampled."""
    stride: int = 1
    """Positions per bucket."""
    position: int = 0
    """Position of the last number: how many lines there were up to it."""
    finite: int = 0
    """Finite numbers that were read."""
    first: Point | None = None
    """The first number."""
    last: Point | None = None
    """The last number, finite or not."""
    first_not_finite: Point | None = None
    """The first of the NaN and infinities after which no finite number came."""
    run: int = 0
    """How many numbers at the end are equal."""
    run_start: Point | None = None
    """The first of them."""
    before_run: Point | None = None
    """The last number before them."""
    positive: int = 0
    """Numbers above 0."""
    resumes: list[int] = field(default_factory=list)
    """Lines from which on the job goes on from a checkpoint."""
    resets: list[int] = field(default_factory=list)
    """Lines at which counting begins anew."""

    def add(self, point: Point, position: int | None = None) -> None:
        """Add the next number.

        Args:
            point: the number.
            position: how many lines of the log there were up to it, those that were not read
                included, so that parts that were read more densely don't count more; None for the
                one after the last.

        """
        self.count += 1
        self.position = self.position + 1 if position is None else position
        self.first = self.first or point
        same = self.last is not None and _equal(point.value, self.last.value)
        if same:
            self.run += 1
        else:
            self.before_run, self.run_start, self.run = self.last, point, 1
        self.last = point
        self.positive += point.value > 0
        if not math.isfinite(point.value):
            self.first_not_finite = self.first_not_finite or point
            return
        self.first_not_finite = None
        self.finite += 1
        place = self.position // self.stride
        if self.buckets and self.buckets[-1].place == place:
            self.note(point)
        else:
            self.buckets.append(Bucket(place, point, point, point))
        while len(self.buckets) > MOST_BUCKETS:
            self.coarsen(2 * self.stride)

    def note(self, point: Point) -> None:
        """Note an extreme number that is no part of the even sample."""
        if not self.buckets or not math.isfinite(point.value):
            return
        bucket = self.buckets[-1]
        if point.value < bucket.low.value:
            bucket.low = point
        elif point.value > bucket.high.value:
            bucket.high = point

    def coarsen(self, stride: int) -> None:
        """Make one bucket of all that share ``stride``, a power of two, positions."""
        factor, self.stride = stride // self.stride, max(stride, self.stride)
        if factor <= 1:
            return
        kept: list[Bucket] = []
        for bucket in self.buckets:
            bucket.place //= factor
            if not kept or kept[-1].place != bucket.place:
                kept.append(bucket)
                continue
            kept[-1].low = min(kept[-1].low, bucket.low, key=lambda point: point.value)
            kept[-1].high = max(kept[-1].high, bucket.high, key=lambda point: point.value)
        self.buckets = kept

    @property
    def samples(self) -> list[Point]:
        """An even sample of the finite numbers, with the last one."""
        found = [bucket.sample for bucket in self.buckets]
        is_finite = self.last is not None and math.isfinite(self.last.value)
        if is_finite and self.last is not None and found and found[-1] is not self.last:
            found.append(self.last)
        return found

    def shown(self, most: int) -> list[Point]:
        """Return at most ``most`` points for a plot: the first, the last and the extremes kept."""
        points = sorted(
            {
                (point.line, id(point)): point
                for bucket in self.buckets
                for point in (bucket.sample, bucket.low, bucket.high)
            }.values(),
            key=lambda point: point.line,
        )
        if self.last and math.isfinite(self.last.value) and points and points[-1] is not self.last:
            points.append(self.last)
        return thinned(points, most)


def thinned(points: list[Point], most: int) -> list[Point]:
    """Return at most ``most`` of ``points``: of each stretch the lowest and the highest."""
    if len(points) <= most:
        return points
    stretches = max(1, (most - 2) // 2)
    inner = points[1:-1]
    kept = [points[0]]
    for index in range(stretches):
        part = inner[index * len(inner) // stretches : (index + 1) * len(inner) // stretches]
        if part:
            low = min(part, key=lambda point: point.value)
            high = max(part, key=lambda point: point.value)
            kept += sorted({low.line: low, high.line: high}.values(), key=lambda point: point.line)
    return [*kept, points[-1]]


def number(value: float) -> str:
    """Return ``value`` as people write it."""
    if not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    digits = f"{value:.4g}"
    if "e" not in digits:
        return digits
    rounded = float(digits)
    return f"{rounded:,.0f}" if 1 <= abs(rounded) < _LARGEST_WRITTEN_OUT else f"{value:.2e}"


def _equal(one: float, other: float) -> bool:
    return one == other or (not math.isfinite(one) and not math.isfinite(other))
