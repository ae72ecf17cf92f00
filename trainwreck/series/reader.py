"""Gathers the series of a log as its lines pass; memory does not grow with the log."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from trainwreck.logs.normalizer import Line
from trainwreck.series.line_parser import Reading, parse
from trainwreck.series.metric_data import TIME, metric_data
from trainwreck.series.points import Point, Series
from trainwreck.series.progress import Progress
from trainwreck.series.spikes import SpikeWatch
from trainwreck.series.steps import TRIAL, Step, Steps
from trainwreck.series.tables import Table

MOST_SERIES = 2000
"""Series that are kept, such as 16 metrics of 125 ranks."""
SIGNS = ("heckpoint", "ckpt", "global_step", "saved", "Saved")
"""Of these, each line about a checkpoint contains one."""


USUAL_LENGTH = 80
"""Characters of each line before the first one that is read."""
TIME_REACH = 48
"""Characters in which a line begins."""
MANY_LINES = 2048
"""Lines of all ranks together after which fewer are read."""
LEAST_LINES = 128
"""Lines of each rank that are read in any case."""
STRIDES = (1, 3, 7, 17, 37, 79, 163, 331, 673, 1361, 2729, 5471, 10949)
"""One in so many lines is read. Primes: lines of several kinds may take turns."""


@dataclass(slots=True)
class _Source:
    """Where one rank is."""

    table: Table = field(default_factory=Table)
    epoch: float | None = None
    step: int | None = None
    position: tuple[float, float] | None = None
    """Epoch and step of the last line with a metric of training."""
    first: tuple[float, float] | None = None
    """The first of these positions."""
    last_line: int = 0
    """Number of the line with the last of them."""
    seen: int = 0
    """Lines that may hold a number."""
    parsed: int = 0
    """How many of them were read at the present pace."""
    pace: int = 0
    """Which of ``STRIDES`` is the pace."""
    skipped: Line | None = None
    """The last line, if it was not read."""


_NOWHERE = _Source()


class SeriesReader:
    """Reads the lines of one log."""

    def __init__(self) -> None:
        """Start with no series."""
        self._series: dict[tuple[str | None, str, str], Series] = {}
        self._sources: dict[str | None, _Source] = {}
        self._read_to = self._position = self._size = 0
        self._has_untimed = False
        self._stride = 1
        self._restart_line = self._resume_line = 0
        self._telling = metric_data().telling
        self._restarting = metric_data().restarting
        self.progress = Progress()
        """The last sign of life."""
        self.steps = Steps()
        """The steps of each rank."""
        self.spikes = SpikeWatch()
        """Finds lines with an unusually high loss among those that are not read."""

    @property
    def series(self) -> tuple[Series, ...]:
        """The series so far, in the order in which they begin."""
        return tuple(self._series.values())

    def read(self, lines: Iterable[Line]) -> None:
        """Read the next lines; those that were read before are left out."""
        last = self._read_to
        for line in lines:
            if line.number > last and line.raw:
                self._advance(line)
                self._has_untimed = self._has_untimed or not line.timed
                self._line(line)

    def note(self, lines: Iterable[Line]) -> None:
        """Note the numbers in lines with an unusually high loss, beside an even sample."""
        for line in lines:
            if line.number > self._read_to and line.raw:
                self._advance(line)
                self._note(line)

    def _advance(self, line: Line) -> None:
        """Go on to a line. Those before it that were not read count as long as the others."""
        skipped = max(0, line.number - self._read_to - 1)
        usual = self._size // self._position if self._position else USUAL_LENGTH
        self._size += skipped * usual + len(line.raw) + 1
        self._position += skipped + 1
        self._read_to = line.number

    def sample_every(self, stride: int) -> None:
        """Keep one number of so many lines: in a log of which only parts are read.

        Args:
            stride: a power of two.

        """
        if stride <= self._stride:
            return
        self._stride = stride
        for series in self._series.values():
            series.coarsen(stride)

    def end(self) -> None:
        """End the log: read the last line of each rank even if those before it were skipped."""
        for source in self._sources.values():
            if source.skipped is not None:
                line, source.skipped = source.skipped, None
                self._parse(line, source)
        self.progress.end()

    def _line(self, line: Line) -> None:
        text = line.text
        if any(sign in text for sign in SIGNS):
            at = self._sources.get(line.source, _NOWHERE)
            self.progress.checkpoints.read(line.number, text, at.step, at.epoch)
        small = text.lower()
        if any(word in small for word in self._restarting) and metric_data().restart.search(text):
            self._restart_line = line.number
            if metric_data().resume.search(text):
                self._resume_line = line.number
        if "trial " in small and (trial := TRIAL.search(text)):
            self.steps.add(
                line.source, Step(line.number, self._size, 0, float(trial[1]), is_prompt=True)
            )
        if any(word in small for word in self._telling) or self._is_row(line):
            source = self._sources.setdefault(line.source, _Source())
            if "nan" in small or self._is_due(source):
                source.skipped = None
                self._parse(line, source)
            else:
                source.skipped = line
                if self.spikes.is_spike(text):
                    self._note(line)

    def _is_row(self, line: Line) -> bool:
        """Tell whether ``line`` may be a row of a table that has begun."""
        source = self._sources.get(line.source)
        return source is not None and source.table.has_begun

    def _is_due(self, source: _Source) -> bool:
        """Tell whether the next line is read: of many lines only one in so many."""
        source.seen += 1
        if source.seen % STRIDES[source.pace]:
            return False
        source.parsed += 1
        if source.parsed >= max(LEAST_LINES, MANY_LINES // len(self._sources)):
            source.parsed, source.pace = 0, min(source.pace + 1, len(STRIDES) - 1)
        return True

    def _parse(self, line: Line, source: _Source) -> None:
        reading = source.table.read(line.text) or parse(line.text)
        if reading is not None:
            self._add(line, source, reading)

    def _note(self, line: Line) -> None:
        """Note the numbers of a line beside an even sample."""
        reading = parse(line.text)
        for metric, name, value in reading.values if reading else ():
            series = self._series.get((line.source, metric, name))
            if series is not None and reading:
                series.note(Point(line.number, reading.step, reading.epoch, value))

    def _add(self, line: Line, source: _Source, reading: Reading) -> None:
        if not reading.values:
            # A line of its own names the epoch of those that follow.
            if reading.epoch is not None and reading.step is None:
                source.epoch = reading.epoch
            return
        epoch = source.epoch if reading.epoch is None else reading.epoch
        if any(not metric.startswith("val_") for metric, _, _ in reading.values):
            self._move(line, source, epoch, reading)
        for metric, name, value in reading.values:
            series = self._get(line.source, metric, name, is_bar=reading.is_bar)
            if series is not None:
                series.add(Point(line.number, reading.step, epoch, value), self._position)
            if metric == "loss" and not reading.is_bar:
                self.spikes.learn(line.text, value)

    def _move(self, line: Line, source: _Source, epoch: float | None, reading: Reading) -> None:
        """Note where the rank is, and whether its position went back."""
        step = reading.step
        if epoch is None and step is None:
            return
        position = (epoch or 0.0, float(step or 0))
        # If all lines have a time, a logger may not have added it.
        is_prompt = reading.is_bar or (line.timed and self._has_untimed)
        self.steps.add(line.source, Step(line.number, self._size, *position, is_prompt))
        before, last_line = source.position, source.last_line
        source.position, source.last_line = position, line.number
        source.first = source.first or position
        source.epoch, source.step = epoch, step
        went_back = before is not None and position < before
        restarts = went_back and self._restart_line > last_line
        restarts = restarts or (before is not None and self._resume_line > last_line)
        if went_back or restarts:
            self._note_reset(line, is_resume=restarts and position > source.first)
        runs = self.progress.runs
        is_new = restarts and bool(runs) and runs[-1].line < self._restart_line
        self.progress.step(line.number, step, epoch, _time(line), restarts=is_new)

    def _note_reset(self, line: Line, *, is_resume: bool) -> None:
        for (owner, _, _), series in self._series.items():
            if owner == line.source:
                (series.resumes if is_resume else series.resets).append(line.number)

    def _get(self, source: str | None, metric: str, name: str, *, is_bar: bool) -> Series | None:
        key = (source, metric, name)
        series = self._series.get(key)
        if series is None and len(self._series) < MOST_SERIES:
            series = Series(metric, name, source, is_bar, stride=self._stride)
            self._series[key] = series
        return series


def _time(line: Line) -> str | None:
    """Return the time at the beginning of ``line``, as printed."""
    found = TIME.search(line.raw[:TIME_REACH])
    return found["time"] if found else None
