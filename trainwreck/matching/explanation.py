"""Which failures of a log an entry explains, and which one ended the job where none does."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from trainwreck.logs.failure_reports import Failure, FailureKind
from trainwreck.logs.failure_rules import FAILURE_RULES as RULES
from trainwreck.logs.failure_rules import SIGNAL_TEXTS
from trainwreck.matching.sightings import Sighting

OF_EXCEPTIONS = 1
"""The exit code of Python after an exception, which says nothing beside it."""
ABORT = 6
"""The signal that follows what a process says it aborts for."""
BEYOND_SIGNALS = 128
"""What shells add to the number of a signal to make an exit code of it."""
CRASHES = frozenset({4, ABORT, 7, 8, 11})
"""Signals with which a program ends itself, unlike those that launchers send."""
SEVERAL_RANKS = re.compile(r"[\d\[]+[\d,\[\]-]+")
"""Matches the list in which srun names tasks that ended alike."""
SIGNAL_NAME = re.compile(r"SIG[A-Z]+")
"""Finds the name of a signal."""
TERMINAL = 20
"""Lines that a source may print after a failure that ended it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of an entry."""

    sighting: Sighting
    is_primary: bool
    """Whether it is more than a report that something else failed."""
    general: str | None = None
    """Id of the more general entry that it replaces."""
    is_numeric: bool = False
    """Whether only numbers speak for it."""
    reports: frozenset[int] = frozenset()
    """Lines with messages of it that only report that something else failed, beside the others."""
    is_first: bool = False
    """Whether it is about the end of the process that failed first."""


def first_reports(failures: Sequence[Failure], seen: Mapping[str, Seen]) -> list[Failure]:
    """Return the reports of the process that failed first.

    Some launchers name it. Others report the ends of processes as they come: the first is that of
    the process in question if it is one rank, which printed nothing, and if nothing else in the log
    ended the job. It may be several ranks that crashed alike if no rank raised an exception.
    """
    if named := [failure for failure in failures if failure.is_first]:
        return named
    first = next((failure for failure in failures if failure.code is not None), None)
    raised = [f for f in failures if is_exception(f) and not f.is_secondary]
    if first is None or not _may_be_first(first, raised):
        return []
    crashes = [one for one in seen.values() if one.is_primary and not one.is_numeric]
    is_known = not all(_is_about(found, first) for found in crashes)
    if is_known or not all(_is_explained(failure, seen) for failure in raised):
        return []
    return [first]


def _may_be_first(report: Failure, raised: Sequence[Failure]) -> bool:
    if report.kind is FailureKind.SIGNAL:
        is_silent = not report.is_secondary
    else:
        is_silent = report.code != OF_EXCEPTIONS
    source = report.source or ""
    if source.isdecimal():
        return is_silent and all(one.source != source for one in raised)
    crashed = report.kind is FailureKind.SIGNAL and report.code in CRASHES
    return is_silent and crashed and not raised and SEVERAL_RANKS.fullmatch(source) is not None


def names_first_signal(found: Seen, first: Sequence[Failure], failures: Sequence[Failure]) -> bool:
    """Return whether an entry is about the signal that ended the first process.

    Args:
        found: what was seen of the entry.
        first: the reports of that process.
        failures: what the log reports in a general form.

    """
    raised = {failure.source for failure in failures if is_exception(failure)}
    return any(
        _is_about(found, report)
        for report in first
        if report.code != ABORT or (report.source not in raised and not report.is_secondary)
    )


def begins_with_first_exit(found: Seen, failures: Sequence[Failure]) -> bool:
    """Return whether the first line of an entry reports the first end of a process.

    It has to be an exit code, which may be a status of Windows, or a signal with which a program
    ends itself. Entries on other signals are about who sent them.
    """
    first = next((failure for failure in failures if failure.code is not None), None)
    if first is None or first.code is None:
        return False
    if first.kind is FailureKind.EXIT_CODE:
        ended_itself = not BEYOND_SIGNALS < first.code < RULES.least_status
    else:
        ended_itself = first.code in CRASHES
    return ended_itself and first.first_line <= found.sighting.first[0] <= first.last_line


def _is_about(found: Seen, report: Failure) -> bool:
    """Return whether an entry is about the signal of a report, and was found there."""
    sighting = found.sighting
    return _names(sighting.message, report) and _is_covered(report, sighting.numbers)


def _names(message: str, failure: Failure) -> bool:
    """Return whether a message is about the signal that a failure reports, in any of its forms."""
    if failure.kind is not FailureKind.SIGNAL or failure.code is None:
        return False
    texts = (text for text, signal in SIGNAL_TEXTS.items() if signal == failure.code)
    forms = (f"-{failure.code})", *SIGNAL_NAME.findall(failure.text), *texts)
    return message.endswith(f" -{failure.code}") or any(form in message for form in forms)


def unknown_failure(
    failures: Sequence[Failure],
    first: Sequence[Failure],
    seen: Mapping[str, Seen],
    crashes: Sequence[Sighting],
) -> Failure | None:
    """Return the failure that no entry explains and that may have ended the job.

    Args:
        failures: what the log reports in a general form.
        first: the reports of the process that failed first.
        seen: what was seen of all entries.
        crashes: what was seen of those that end a job and are no consequences.

    """
    explained = {_name(failure) for failure in failures if _is_explained(failure, seen)}
    left = [failure for failure in failures if _name(failure) not in explained]
    exceptions = [f for f in left if is_exception(f) and not f.is_secondary]
    if crashes:
        return _before(exceptions, crashes)
    if not seen:
        return None  # nothing known: the diagnosis says so, and lists the failures
    # If a launcher names the process that failed first, it ended the others itself.
    named = any(failure.is_first for failure in failures)
    signals = [
        f
        for f in left
        if f.kind is FailureKind.SIGNAL and not f.is_secondary and (f.is_first or not named)
    ]
    exits = [
        f
        for f in left
        if f.kind is FailureKind.EXIT_CODE and f in first and f.code != OF_EXCEPTIONS
    ]
    raised = {f.source for f in failures if is_exception(f)}
    ended = [failure for failure in (*signals, *exits) if failure.source not in raised]
    ordered = sorted(exceptions, key=lambda f: (f.lines_after > TERMINAL, f.line))
    return next(iter([*ordered, *sorted(ended, key=lambda f: (not f.is_first, f.line))]), None)


def _before(exceptions: Sequence[Failure], crashes: Sequence[Sighting]) -> Failure | None:
    """Return the exception that ended a rank before and elsewhere than any known crash."""
    first = min(crash.first[0] for crash in crashes)
    ranks = {source for crash in crashes for source in crash.sources}
    ended = (
        failure
        for failure in exceptions
        if failure.source not in {None, *ranks}
        and failure.line < first
        and failure.lines_after <= TERMINAL
    )
    return next(ended, None)


def _name(failure: Failure) -> tuple[object, ...]:
    if failure.kind is FailureKind.EXCEPTION:
        return (failure.text, None)
    return (failure.text, failure.source)


def _is_explained(failure: Failure, seen: Mapping[str, Seen]) -> bool:
    """Return whether an entry has a message among the lines of ``failure``.

    Of a message that only reports a failure somewhere else, the lines above an exception tell
    nothing about it, nor does it explain why a process was killed unless it names the signal.
    """
    for found in seen.values():
        if found.is_numeric:
            continue
        numbers = found.sighting.numbers
        if found.is_primary and _is_covered(failure, numbers):
            return True
        said = numbers | found.sighting.ends | found.reports
        if is_exception(failure) and not said.isdisjoint(own_lines(failure)):
            return True
        if _is_about(found, failure):
            return True
    return False


def first_rank(first: Sequence[Failure]) -> str | None:
    """Return the rank that ``first``, the first reports, are about; None if none or several."""
    ranks = {failure.source for failure in first}
    return ranks.pop() if len(ranks) == 1 else None


def raised_by_several(found: Sighting, failures: Sequence[Failure]) -> bool:
    """Return whether an entry was found in several exceptions, of unnamed ranks."""
    unnamed = (f for f in failures if is_exception(f) and f.source is None)
    return sum(_is_covered(failure, found.numbers) for failure in unnamed) > 1


def is_exception(failure: Failure) -> bool:
    """Return whether a failure is an exception, and no signal or exit."""
    return failure.kind is FailureKind.EXCEPTION


def was_exception(failures: Sequence[Failure]) -> bool:
    """Return whether a launcher reports that an exception ended a process."""
    return any(
        failure.is_secondary
        if is_exception(failure)
        else failure.kind is FailureKind.EXIT_CODE and failure.code == OF_EXCEPTIONS
        for failure in failures
    )


def own_lines(failure: Failure) -> range:
    """Return the lines of the text of an exception, without the traceback above it."""
    return range(failure.line, failure.last_line + 1)


def _is_covered(failure: Failure, numbers: set[int]) -> bool:
    if failure.last_line - failure.first_line < len(numbers):
        return any(n in numbers for n in range(failure.first_line, failure.last_line + 1))
    return any(failure.first_line <= number <= failure.last_line for number in numbers)
