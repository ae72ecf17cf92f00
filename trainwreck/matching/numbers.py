"""What the numbers in a log say about entries, as sightings beside those of messages."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from trainwreck.matching.sightings import Collector, Level, Sighting
from trainwreck.series.found import SeriesEvidence

if TYPE_CHECKING:
    from trainwreck.series.conditions import Condition


def with_numbers(
    collector: Collector, conditions: "Callable[[], Iterable[tuple[str, Condition]]]"
) -> Mapping[str, Mapping[Level, Sighting]]:
    """Return what was seen of each entry, the entries that only numbers speak for included.

    Args:
        collector: what a log contains.
        conditions: returns the conditions of the entries, each with the id of its entry; it is
            asked only for a log with numbers.

    """
    reader = collector.series
    if reader is None:
        return collector.sightings
    reader.end()
    if not reader.series:
        return collector.sightings
    from trainwreck.series.evaluation import evaluate  # noqa: PLC0415  few logs need it

    found = {id_: dict(levels) for id_, levels in collector.sightings.items()}
    for id_, condition in conditions():
        levels = found.get(id_, {})
        if Level.NUMBERS not in levels and (evidence := evaluate(condition, reader.series)):
            found[id_] = levels | {Level.NUMBERS: _sighting(evidence)}
    return found


def _sighting(evidence: SeriesEvidence) -> Sighting:
    point, source = evidence.point, evidence.series.source
    return Sighting(
        (point.line, 0),
        message=evidence.condition,
        numbers={point.line},
        lines={point.line: evidence.said},
        sources={source} if source is not None else set(),
        evidence=evidence,
    )
