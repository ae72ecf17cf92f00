"""The steps of training that a log shows, by the rank that printed them, with bounded memory."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

MOST_STEPS = 256
"""Steps of a source that are kept; when there are more, every other one is dropped."""
MOST_SOURCES = 256
"""Sources whose steps are kept."""
TRIAL = re.compile(r"\bTrial (\d{1,9}) (?:finished with value|pruned\.|Complete \[)")
"""What a search for hyperparameters prints at the end of a trial, which then counts as a step."""


class Step(NamedTuple):
    """A line that names a step or an epoch beside a metric."""

    line: int
    """Number of the line, from 1."""
    size: int
    """Characters of the log up to its end, estimated where lines were not read."""
    epoch: float
    """Epoch; 0 if the log doesn't name it."""
    step: float
    """Step; 0 if the log doesn't name it."""
    is_prompt: bool = False
    """Whether it was printed at once: by a progress bar, or by a logger, which adds the time."""


@dataclass(slots=True)
class _Track:
    kept: list[Step] = field(default_factory=list)
    last: Step | None = None
    stride: int = 1
    seen: int = 0

    def add(self, step: Step) -> None:
        self.last = step
        self.seen += 1
        if (self.seen - 1) % self.stride:
            return
        self.kept.append(step)
        if len(self.kept) > MOST_STEPS:
            self.kept = self.kept[::2]
            self.stride *= 2


class Steps:
    """An even sample of the steps of each rank, host or process."""

    def __init__(self) -> None:
        """Start with no step."""
        self._tracks: dict[str | None, _Track] = {}

    @property
    def sources(self) -> tuple[str | None, ...]:
        """Who printed steps; None is a line without a source."""
        return tuple(self._tracks)

    def add(self, source: str | None, step: Step) -> None:
        """Add the next step of a source."""
        track = self._tracks.get(source)
        if track is None and len(self._tracks) < MOST_SOURCES:
            track = self._tracks[source] = _Track()
        if track is not None:
            track.add(step)

    def of(self, source: str | None) -> list[Step]:
        """Return the steps of a source that were kept, and its last one."""
        track = self._tracks.get(source)
        if track is None or track.last is None:
            return []
        return track.kept if track.kept[-1] is track.last else [*track.kept, track.last]
