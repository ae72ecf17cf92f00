"""Which processes aborted only because of a failure elsewhere, as they had reported themselves.

A process that waits for another one in vain says so and aborts. Launchers then report the signal as
they do for a process that failed by itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from trainwreck.logs.failure_reports import Failure, FailureKind
from trainwreck.logs.job_facts import ranks_of
from trainwreck.matching.explanation import ABORT
from trainwreck.matching.judgement import STOPPING
from trainwreck.matching.sightings import Level, Sighting
from trainwreck.model.vocabulary import Kind


def with_secondary_aborts(
    failures: Sequence[Failure],
    sightings: Mapping[str, Mapping[Level, Sighting]],
    kind: Callable[[str], Kind],
) -> tuple[Failure, ...]:
    """Return ``failures``; an abort after such a report of the same process is secondary.

    So is one of a process without a name, after any such report.

    Args:
        failures: what the log reports in a general form.
        sightings: what was seen of each entry, by its id.
        kind: what an entry's error does to the job.

    """
    reported: dict[str, int] = {}
    for id_, levels in sightings.items():
        report = levels.get(Level.SECONDARY)
        if report and kind(id_) in STOPPING:
            line = report.first[0]
            for source in report.sources:
                reported[source] = min(line, reported.get(source, line))

    def had_reported(source: str | None, line: int) -> bool:
        sources = reported if source is None else (source, *ranks_of(source))
        return any(reported.get(one, line) < line for one in sources)

    return tuple(
        replace(failure, is_secondary=True)
        if failure.kind is FailureKind.SIGNAL
        and failure.code == ABORT
        and had_reported(failure.source, failure.line)
        else failure
        for failure in failures
    )


def is_secondary_abort(failure: Failure) -> bool:
    """Return whether a process aborted because of a failure elsewhere."""
    return failure.is_secondary and failure.kind is FailureKind.SIGNAL and failure.code == ABORT
