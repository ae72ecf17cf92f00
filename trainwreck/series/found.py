"""What is found in the numbers of a log."""

from dataclasses import dataclass

from trainwreck.series.points import Point, Series

Found = tuple[Point, str]
"""Where a condition begins to hold, and what the numbers show, in words."""


@dataclass(frozen=True, slots=True)
class SeriesEvidence:
    """Numbers for which a condition holds."""

    condition: str
    """The condition as the entry has it."""
    series: Series
    """The series that it is about."""
    point: Point
    """Where it begins to hold."""
    said: str
    """What the numbers show, in words."""


@dataclass(slots=True)
class Run:
    """One start of the job, from its first step to its last."""

    line: int
    """Number of the line with its first step."""
    first_step: int | None = None
    """Step in that line, if the log names it."""
    last_line: int = 0
    """Number of the line with its last step."""
    last_step: int | None = None
    """Step in that line."""
    last_epoch: float | None = None
    """Epoch in that line."""
    last_time: str | None = None
    """Time in the prefix of that line, as printed."""
    checkpoint_line: int | None = None
    """Number of the line that reports its last checkpoint."""
    checkpoint_step: int | None = None
    """Step of that checkpoint."""
    checkpoint_epoch: float | None = None
    """Epoch of that checkpoint."""

    @property
    def lost_steps(self) -> int | None:
        """Steps after the last checkpoint; None if the log doesn't say."""
        if self.checkpoint_step is None or self.last_step is None:
            return None
        lost = self.last_step - self.checkpoint_step
        return lost if lost >= 0 else None
