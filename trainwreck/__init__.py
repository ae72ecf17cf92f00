"""A catalog of the errors that GPU training jobs die of."""

from typing import TYPE_CHECKING, Any

from trainwreck.metadata import SITE, __version__

if TYPE_CHECKING:
    from trainwreck.api import diagnose
    from trainwreck.catalog.store import load
    from trainwreck.logs.failure_reports import Failure, FailureKind
    from trainwreck.matching.judgement import Role
    from trainwreck.matching.results import (
        CodeInLog,
        Confidence,
        Diagnosis,
        LogLine,
        Match,
        Recommendation,
    )
    from trainwreck.model.clusters import Cluster
    from trainwreck.model.frameworks import Framework
    from trainwreck.model.problems import CatalogError, Problem
    from trainwreck.model.term import Term
    from trainwreck.model.vocabulary import (
        Action,
        Category,
        Evidence,
        Kind,
        Need,
        Severity,
        TimeToDiagnose,
        Unreproduced,
    )
    from trainwreck.series.found import Run, SeriesEvidence
    from trainwreck.series.points import Bucket, Point, Series
    from trainwreck.snapshot.catalog import Catalog
    from trainwreck.snapshot.entry import (
        Advice,
        Entry,
        FailedAttempt,
        Link,
        Message,
        Proof,
        Reference,
        Reproduction,
        Step,
        Symptom,
        Verification,
    )

__all__ = [
    "SITE",
    "Action",
    "Advice",
    "Bucket",
    "Catalog",
    "CatalogError",
    "Category",
    "Cluster",
    "CodeInLog",
    "Confidence",
    "Diagnosis",
    "Entry",
    "Evidence",
    "FailedAttempt",
    "Failure",
    "FailureKind",
    "Framework",
    "Kind",
    "Link",
    "LogLine",
    "Match",
    "Message",
    "Need",
    "Point",
    "Problem",
    "Proof",
    "Recommendation",
    "Reference",
    "Reproduction",
    "Role",
    "Run",
    "Series",
    "SeriesEvidence",
    "Severity",
    "Step",
    "Symptom",
    "Term",
    "TimeToDiagnose",
    "Unreproduced",
    "Verification",
    "__version__",
    "diagnose",
    "load",
]

_NAMES = {
    "api": ("diagnose",),
    "catalog.store": ("load",),
    "logs.failure_reports": ("Failure", "FailureKind"),
    "matching.judgement": ("Role",),
    "matching.results": (
        *("CodeInLog", "Confidence", "Diagnosis", "LogLine", "Match", "Recommendation"),
    ),
    "model.clusters": ("Cluster",),
    "model.frameworks": ("Framework",),
    "model.problems": ("CatalogError", "Problem"),
    "model.term": ("Term",),
    "model.vocabulary": (
        *("Action", "Category", "Evidence", "Kind"),
        *("Need", "Severity", "TimeToDiagnose", "Unreproduced"),
    ),
    "series.found": ("Run", "SeriesEvidence"),
    "series.points": ("Bucket", "Point", "Series"),
    "snapshot.catalog": ("Catalog",),
    "snapshot.entry": (
        *("Advice", "Entry", "FailedAttempt", "Link", "Message", "Proof"),
        *("Reference", "Reproduction", "Step", "Symptom", "Verification"),
    ),
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: a diagnosis needs few of them."""
    import importlib  # noqa: PLC0415  as above

    if name in _MODULES:
        return getattr(importlib.import_module(f"trainwreck.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names only, whichever modules have been imported."""
    return sorted(__all__)
