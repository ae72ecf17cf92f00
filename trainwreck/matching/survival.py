"""Which errors a job survived: afterwards the same process went on with training.

Python holds back what a program prints to a file, but not a traceback. So the last steps before an
error may come after it in the log, up to the size of a buffer. Steps count as later ones only if
progress bars or loggers printed them, which hold nothing back, if there are more of them than a
buffer holds, or if steps before the error came when no buffer can have been full.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from trainwreck.logs.failure_reports import Failure
from trainwreck.matching.explanation import Seen, is_exception
from trainwreck.matching.sightings import Sighting
from trainwreck.series.steps import Step, Steps

LEAST_STEPS = 3
"""Steps after an error that show that the process went on."""
LEAST_OF_SEVERAL = 10
"""The same if lines may come from several ranks: the others may go on for a few steps."""
HELD_BACK = 8192
"""Characters that Python holds back at most when it prints to a file."""
OF_SHELLS = ("command not found", ": not found", "cp: cannot stat", "ls: cannot access", ": cd: ")
"""What a shell or a small program prints if it doesn't find something; the script goes on."""
OF_SSH = ("ssh: connect to host", "ssh: Could not resolve hostname")
"""What ssh prints if it reaches no host. A launcher ends then, but a script may wait or go on."""
OF_SCHEDULER = ("slurmstepd", "srun: ")
"""What a line of Slurm contains, which knows nothing of what the program says at its end."""
CANCELLED = "CANCELLED AT"
"""What the messages contain with which Slurm ends all processes, before it may requeue the job."""
GAVE_UP = "ChildFailedError"
"""What torchrun raises when it doesn't start the processes again."""


@dataclass(frozen=True, slots=True)
class Training:
    """The steps of training that a log shows."""

    steps: Steps = field(default_factory=Steps)
    """The steps by who printed them."""
    rank_of: Mapping[str, str] = field(default_factory=dict)
    """Rank of each process, as far as the log says."""
    has_several: bool = False
    """Whether the log says that the job has several ranks."""
    finished: int = 0
    """Number of the last line that says that training has come to its end; 0 if none does."""
    line_count: int = 0
    """Lines of the log; 0 if they don't matter."""

    def of(self, source: str | None) -> list[Step]:
        """Return the steps of a rank, host or process."""
        names = (
            name for name in self.steps.sources if self.rank_of.get(name or "", name) == source
        )
        return self.steps.of(next(names, source))


@dataclass(frozen=True, slots=True)
class Survived:
    """How a log shows that a process went on after an error."""

    line: int
    """Number of the line from which on that is shown."""
    last_line: int
    """Number of the line with the last step; 0 if no step shows it."""
    is_sure: bool = True
    """Whether the steps are those of the process with the error, and not of any."""


@dataclass(frozen=True, slots=True)
class Survivors:
    """The errors of a log that the job survived."""

    failures: Mapping[Failure, Survived] = field(default_factory=dict)
    """The exceptions among them."""
    entries: Mapping[str, Survived] = field(default_factory=dict)
    """The entries among them, by their ids."""

    def before(self, line: int, sure_before: int) -> "Survivors":
        """Return those after which the job went on and then ended otherwise.

        Args:
            line: the last line of what may have ended it; 0 if there is none.
            sure_before: the same for errors that this process is sure to have survived.

        """

        def is_before(one: Survived) -> bool:
            return one.line < (max(line, sure_before) if one.is_sure else line)

        return Survivors(
            {failure: one for failure, one in self.failures.items() if is_before(one)},
            {id_: one for id_, one in self.entries.items() if is_before(one)},
        )


def survivors(
    seen: Mapping[str, Seen], failures: Sequence[Failure], training: Training
) -> Survivors:
    """Return the errors that the job survived.

    Args:
        seen: what was seen of each entry, by its id.
        failures: what the log reports in a general form.
        training: the steps that the log shows.

    """
    several = training.has_several or _has_several(seen, failures)
    found = {
        failure: survived
        for failure in failures
        if is_exception(failure) and not failure.is_secondary
        if (survived := _survived_exception(failure, training, several=several))
    }
    entries = {
        id_: survived
        for id_, one in seen.items()
        if one.is_primary and not one.is_numeric
        if (survived := _survived_entry(one, found, training))
    }
    return _with_restart(Survivors(found, entries), seen, failures, training)


def _with_restart(
    found: Survivors, seen: Mapping[str, Seen], failures: Sequence[Failure], training: Training
) -> Survivors:
    """Return ``found`` with all that came before torchrun or Slurm started the processes again."""
    restart, survived = _restart(seen, failures, training)
    if survived is None:
        return found
    before = {failure: survived for failure in failures if failure.last_line <= restart}
    over = {
        id_: survived
        for id_, one in seen.items()
        if not one.is_numeric and max(one.sighting.numbers | one.sighting.ends) <= restart
    }
    return Survivors({**before, **found.failures}, {**over, **found.entries})


def _restart(
    seen: Mapping[str, Seen], failures: Sequence[Failure], training: Training
) -> tuple[int, Survived | None]:
    """Return the last line after which the processes were started again, if steps show it.

    torchrun reports the first process to fail, when all have ended, and starts them again or gives
    up. Slurm may requeue a job that it cancelled, which then goes on in the same log.
    """
    ends = [one.last_line for one in failures if one.is_local and one.code is not None]
    given_up = sum(is_exception(one) and GAVE_UP in one.text for one in failures)
    sightings = (one.sighting for one in seen.values())
    cancelled = [n for one in sightings if CANCELLED in one.message for n in one.numbers]
    for line in sorted([*ends[: max(0, len(ends) - given_up)], *cancelled], reverse=True):
        for source in training.steps.sources:
            steps = training.steps.of(source)
            start = bisect_right(steps, line, key=lambda step: step.line)
            if not 0 < start < len(steps) or _place(steps[start]) > _place(steps[start - 1]):
                continue
            if shown := _shown(steps, line, LEAST_STEPS, may_be_late=False):
                return line, Survived(shown.line, steps[-1].line)
    return 0, None


def went_on(found: Sequence[Sighting], training: Training) -> bool:
    """Return whether training went on after all lines of what was found, or ended as it should.

    Args:
        found: what was seen of entries that only report that something failed.
        training: the steps that the log shows.

    """
    first = min(sighting.first[0] for sighting in found)
    last = max(max(sighting.numbers | sighting.ends) for sighting in found)
    if last < training.finished and training.steps.sources and not any(map(_is_of_shell, found)):
        return True
    several = training.has_several or any(sighting.sources for sighting in found)
    for source in training.steps.sources:
        steps = training.steps.of(source)
        least = LEAST_OF_SEVERAL if several and source is None else LEAST_STEPS
        if _shown(steps, last, least, may_be_late=not _is_unbuffered(steps, first, last)):
            return True
    return False


def was_handled(found: Sighting, failures: Sequence[Failure], training: Training) -> bool:
    """Return whether all lines of an entry say how the program goes on, and it printed more."""
    if not found.is_handled or max(found.numbers | found.ends) + LEAST_STEPS > training.line_count:
        return False
    return not any(_is_in(failure, number) for failure in failures for number in found.numbers)


def _is_of_shell(found: Sighting) -> bool:
    """Return whether a shell or the scheduler printed it, and not the program that trains."""
    printed = any(sign in line for line in found.lines.values() for sign in OF_SCHEDULER)
    return printed or any(text in found.message for text in OF_SHELLS)


def _has_several(seen: Mapping[str, Seen], failures: Sequence[Failure]) -> bool:
    """Return whether lines name ranks or processes, so that those without may be of any."""
    named = any(failure.source is not None or failure.is_first for failure in failures)
    return named or any(one.sighting.sources for one in seen.values())


def _survived_exception(failure: Failure, training: Training, *, several: bool) -> Survived | None:
    if failure.is_logged:
        return Survived(failure.last_line, 0)
    steps = training.of(failure.source)
    is_of_any = failure.source is None and several
    least = LEAST_OF_SEVERAL if is_of_any else LEAST_STEPS
    may_be_late = not _is_unbuffered(steps, failure.first_line, failure.last_line)
    shown = _shown(steps, failure.last_line, least, may_be_late=may_be_late)
    if shown is None:
        return None
    return Survived(shown.line, steps[-1].line, is_sure=failure.source is not None)


def _survived_entry(
    found: Seen, failures: Mapping[Failure, Survived], training: Training
) -> Survived | None:
    """Return how it is shown if each message of an entry is in an exception that was survived."""
    numbers = found.sighting.numbers | found.reports
    if any(text in found.sighting.message for text in (*OF_SHELLS, *OF_SSH)):
        return _survived_by_script(max(numbers), training)
    if not all(any(_is_in(failure, number) for failure in failures) for number in numbers):
        return None
    last = max(numbers)
    return max(
        (survived for failure, survived in failures.items() if _is_in(failure, last)),
        key=lambda survived: survived.line,
    )


def _is_in(failure: Failure, number: int) -> bool:
    """Return whether a line belongs to a failure, or is that of a logger just before it."""
    return failure.first_line - 1 <= number <= failure.last_line


def _survived_by_script(line: int, training: Training) -> Survived | None:
    """Return how it is shown that a script went on after a line of its shell."""
    for source in training.steps.sources:
        steps = training.steps.of(source)
        if shown := _shown(steps, line, LEAST_STEPS, may_be_late=False):
            return Survived(shown.line, steps[-1].line)
    return None


def _is_unbuffered(steps: Sequence[Step], first: int, last: int) -> bool:
    """Return whether steps before the lines of an error were printed while no buffer was full."""
    later = next((step for step in steps if step.line > last), None)
    if later is None or later.size >= HELD_BACK:
        return False
    return steps[0].line < first


def _shown(steps: Sequence[Step], line: int, least: int, *, may_be_late: bool) -> Step | None:
    """Return the step that shows that training went on after ``line``; None if none does."""
    start = bisect_right(steps, line, key=lambda step: step.line)
    furthest = _place(steps[start - 1]) if start else None
    if start < len(steps) and furthest is not None and _place(steps[start]) < furthest:
        furthest = None  # it began anew
    count = prompt = 0
    for step in steps[start:]:
        if furthest is not None and _place(step) <= furthest:
            continue
        furthest = _place(step)
        count, prompt = count + 1, prompt + step.is_prompt
        is_late = may_be_late and step.size - steps[start].size <= HELD_BACK * 2
        if prompt >= least or (count >= least and not is_late):
            return step
    return None


def _place(step: Step) -> tuple[float, float]:
    return (step.epoch, step.step)
