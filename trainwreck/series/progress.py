"""The last sign of life in a log: steps, times and checkpoints of each run that it holds."""

from dataclasses import dataclass, field

from trainwreck.series.found import Run
from trainwreck.series.metric_data import metric_data

MOST_RUNS = 100


@dataclass(slots=True)
class Checkpoints:
    """What the log says of checkpoints, until a step shows that the last one was completed."""

    line: int | None = None
    step: int | None = None
    epoch: float | None = None
    is_done: bool = False

    def read(self, number: int, text: str, step: int | None, epoch: float | None) -> bool:
        """Take in a line that may be about a checkpoint; tell whether it is."""
        rules = metric_data().checkpoint
        if rules["not"].search(text):
            return False
        saved = rules["saved"].search(text) is not None
        if not saved and not rules["saving"].search(text):
            return False
        named, of_epoch = rules["position"].search(text), rules["epoch"].search(text)
        self.step = int(named[1]) if named else step
        self.epoch = float(of_epoch[1]) if of_epoch else epoch
        self.line, self.is_done = number, saved
        return True


@dataclass(slots=True)
class Progress:
    """The runs of a log."""

    runs: list[Run] = field(default_factory=list)
    """Each start of the job that reached a step, in order."""
    checkpoints: Checkpoints = field(default_factory=Checkpoints)
    """The checkpoint that was reported last."""

    def step(
        self,
        number: int,
        step: int | None,
        epoch: float | None,
        time: str | None,
        *,
        restarts: bool,
    ) -> None:
        """Note a step.

        Args:
            number: number of the line.
            step: the step, if the line names it.
            epoch: the epoch, if the line names it.
            time: the time in its prefix, as printed.
            restarts: whether it is the first one of another start.

        """
        if not self.runs or (restarts and len(self.runs) < MOST_RUNS):
            self.end()
            self.runs.append(Run(number, step))
            self.checkpoints = Checkpoints()
        run = self.runs[-1]
        if self.checkpoints.line is not None:
            self.completed()
        run.last_line, run.last_step, run.last_epoch = number, step, epoch
        run.last_time = time or run.last_time

    def completed(self) -> None:
        """Count the checkpoint that was reported last as the last one of the run."""
        found = self.checkpoints
        if self.runs and found.line is not None:
            run = self.runs[-1]
            run.checkpoint_line, run.checkpoint_step = found.line, found.step
            run.checkpoint_epoch = found.epoch

    def end(self) -> None:
        """End the log, or a run: a checkpoint that was only begun does not count."""
        if self.checkpoints.is_done:
            self.completed()
