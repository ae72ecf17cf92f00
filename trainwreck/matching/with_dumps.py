"""What flight recorder dumps add to the diagnosis of a log."""

import dataclasses

from trainwreck.flight_recorder.report import Report
from trainwreck.matching.judgement import Role
from trainwreck.matching.results import Diagnosis
from trainwreck.model.vocabulary import Kind


def with_dumps(diagnosis: Diagnosis, report: Report) -> Diagnosis:
    """Return ``diagnosis`` with what the dumps show in its verdict.

    If the log only shows that ranks waited, the dumps say it better. Another symptom is kept, and
    so is a cause, of which what the dumps show is a consequence. Dumps without a log say it all.
    """
    first = next(iter(diagnosis.matches), None)
    if not diagnosis.line_count:
        return dataclasses.replace(diagnosis, verdict=report.said)
    if not report.findings or (first and first.role is not Role.SYMPTOM):
        return diagnosis
    if first is None or (first.entry and first.entry.symptom.kind is Kind.HANG):
        return dataclasses.replace(diagnosis, verdict=report.said)
    return dataclasses.replace(diagnosis, verdict=f"{diagnosis.verdict} {report.said}")
