"""What the logs of one run tell together: which of them has the error that the others wait for."""

import dataclasses
from collections.abc import Iterator

from trainwreck.logs.file_ranks import rank_of, run_of
from trainwreck.matching.judgement import Role
from trainwreck.matching.results import Diagnosis
from trainwreck.matching.verdict import ONLY_WARNING
from trainwreck.model.vocabulary import Category
from trainwreck.output.summary import telling

_MOST_NAMED = 3
"""Logs with an error of their own that are named: with more, none stands out."""
_LONGEST_ERROR = 160
_SUBJECTS = (
    ("The job ", "{Rank} "),
    ("A process on ", "{Rank} on "),
    ("No match. The log reports ", "No match. {Rank} reported "),
    (f"{ONLY_WARNING}the job ", f"{ONLY_WARNING}{{rank}} "),
)
"""How a verdict begins that names no rank, and how it begins with one."""


def with_rank(diagnosis: Diagnosis) -> Diagnosis:
    """Return ``diagnosis`` with the rank that the path of its log names, if the log names none."""
    found = rank_of(diagnosis.source)
    first = next(iter(diagnosis.matches), None)
    is_of_job = first and first.entry and first.entry.category is Category.SCHEDULER
    if found is None or is_of_job or _names_ranks(diagnosis):
        return diagnosis
    verdict = diagnosis.verdict
    for plain, named in _SUBJECTS:
        if verdict.startswith(plain):
            words = named.format(Rank=found.name.capitalize(), rank=found.name)
            verdict = words + verdict.removeprefix(plain)
            break
    own = (found.rank,) if found.rank else ()
    return dataclasses.replace(
        diagnosis,
        verdict=verdict,
        matches=tuple(
            dataclasses.replace(match, sources=match.sources or own) for match in diagnosis.matches
        ),
        failures=tuple(
            dataclasses.replace(failure, source=failure.source or found.rank)
            for failure in diagnosis.failures
        ),
    )


def _names_ranks(diagnosis: Diagnosis) -> bool:
    sources = {source for match in diagnosis.matches for source in match.sources}
    sources |= {failure.source for failure in diagnosis.failures if failure.source}
    return any(source.isdecimal() for source in sources)


@dataclasses.dataclass(slots=True)
class _Run:
    waiting: list[str] = dataclasses.field(default_factory=list)
    own: dict[str, str] = dataclasses.field(default_factory=dict)
    """The errors by the logs."""

    @property
    def stands_out(self) -> bool:
        """Whether few logs have an error for which the others wait."""
        return bool(self.waiting) and 0 < len(self.own) <= _MOST_NAMED


class JobFiles:
    """The logs that were diagnosed, by their runs."""

    def __init__(self) -> None:
        """Start with no log."""
        self._runs: dict[str, _Run] = {}

    def add(self, diagnosis: Diagnosis) -> None:
        """Take one log."""
        if (name := run_of(diagnosis.source)) is None:
            return
        run = self._runs.setdefault(name, _Run())
        if _only_waits(diagnosis):
            run.waiting.append(diagnosis.source)
        elif error := _own_error(diagnosis):
            run.own[diagnosis.source] = error

    def waiting(self) -> set[str]:
        """Return the logs whose errors follow from those of another log of the same run."""
        runs = self._runs.values()
        return {source for run in runs if run.stands_out for source in run.waiting}

    def hints(self) -> Iterator[str]:
        """Yield which logs to read first."""
        for run in self._runs.values():
            if not run.stands_out:
                continue
            count = len(run.waiting)
            rest = "1 other log only reports" if count == 1 else f"{count} other logs only report"
            for source, error in sorted(run.own.items()):
                yield f'Read {source} first: "{error}". {rest} that something else failed.'


def _only_waits(diagnosis: Diagnosis) -> bool:
    first = next(iter(diagnosis.matches), None)
    return first is not None and first.role is Role.SYMPTOM and first.entry is not None


def _own_error(diagnosis: Diagnosis) -> str | None:
    causes = [match for match in diagnosis.matches if match.role is Role.CAUSE]
    for match in causes:
        if not match.is_warning and match.went_on_to is None:
            return match.lines[0].text.strip()[:_LONGEST_ERROR] if match.lines else match.title
    own = [failure for failure in diagnosis.failures if not failure.is_secondary]
    failure = None if diagnosis.matches else telling(own)
    return failure.text[:_LONGEST_ERROR] if failure else None
