"""The numbers of a log for readers: the last sign of life, one-line plots, and both as JSON."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from trainwreck.matching.results import Diagnosis, Match
from trainwreck.output.terminal import printable
from trainwreck.series.found import Run, SeriesEvidence
from trainwreck.series.points import Point, Series, thinned

MOST_POINTS = 120
"""Points of a series in JSON and on the page."""
MOST_SERIES = 24
"""Series in JSON and on the page."""
_WIDTH = 48
_BARS = "▁▂▃▄▅▆▇█"
_MARK = "│"
_MOST_RUNS = 3


def signs_of_life(runs: Sequence[Run]) -> Iterator[str]:
    """Yield one line for each of the last starts of a job: its last step and checkpoint."""
    shown = runs[-_MOST_RUNS:]
    for number, run in enumerate(shown, start=len(runs) - len(shown) + 1):
        which = f"Run {number} of {len(runs)}" if len(runs) > 1 else "Progress"
        yield f"{which}: last {_last(run)}; {_checkpoint(run)}"


def failed(diagnosis: Diagnosis) -> str | None:
    """Return whether the job failed before or after its first step; None if the log doesn't say."""
    lines = [failure.line for failure in diagnosis.failures]
    if not lines or not diagnosis.runs:
        return None
    return "before-first-step" if max(lines) < diagnosis.runs[0].line else "after-first-step"


def plot(evidence: SeriesEvidence) -> str:
    """Return the series of ``evidence`` as one line, with a mark where it begins to hold."""
    series, line = evidence.series, evidence.point.line
    points = series.shown(4 * _WIDTH)
    if len(points) < 2:  # noqa: PLR2004  one value is no plot
        return ""
    values = [point.value for point in points]
    low, high = min(values), max(values)
    columns = min(_WIDTH, len(points))
    drawn, is_marked = "", False
    for index in range(columns):
        part = points[index * len(points) // columns : (index + 1) * len(points) // columns]
        if not is_marked and part[-1].line >= line:
            drawn, is_marked = drawn + _MARK, True
        peak = max(point.value for point in part)
        drawn += _BARS[round((len(_BARS) - 1) * (peak - low) / (high - low))] if high > low else "▄"
    drawn += "" if is_marked else _MARK
    return f"{printable(series.name)} {drawn} {_span(points)}"


def numbers_json(diagnosis: Diagnosis) -> dict[str, Any]:
    """Return the last sign of life and the series of ``diagnosis`` as plain values."""
    return {
        "progress": {
            "failed": failed(diagnosis),
            "runs": runs_json(diagnosis.runs),
        },
        "series": [series_json(series) for series in chosen(diagnosis.series, diagnosis.matches)],
    }


def runs_json(runs: Iterable[Run]) -> list[dict[str, Any]]:
    """Return the starts of a job as plain values."""
    return [_run(run) for run in runs]


def series_json(series: Series) -> dict[str, Any]:
    """Return ``series`` as plain values, downsampled."""
    return {
        "metric": series.metric,
        "name": series.name,
        "rank": series.source,
        "count": series.count,
        "not_finite_from": series.first_not_finite and series.first_not_finite.line,
        "points": [
            [point.line, point.step, point.epoch, point.value]
            for point in thinned(series.shown(MOST_POINTS), MOST_POINTS)
        ],
    }


def evidence_json(evidence: SeriesEvidence | None) -> dict[str, Any] | None:
    """Return ``evidence`` as plain values."""
    if evidence is None:
        return None
    point = evidence.point
    return {
        "condition": evidence.condition,
        "metric": evidence.series.metric,
        "name": evidence.series.name,
        "rank": evidence.series.source,
        "said": evidence.said,
        "line": point.line,
        "step": point.step,
        "epoch": point.epoch,
        "value": point.value if math.isfinite(point.value) else None,
    }


def chosen(series: Iterable[Series], matches: Iterable[Match]) -> list[Series]:
    """Return the series that are worth showing: those of evidence first, then in their order."""
    shown = [match.evidence.series for match in matches if match.evidence]
    rest = [one for one in series if one.count > 1 and all(one is not other for other in shown)]
    return [*shown, *rest][:MOST_SERIES]


def _last(run: Run) -> str:
    place = f"step {run.last_step}" if run.last_step is not None else f"epoch {run.last_epoch:g}"
    time = f" at {printable(run.last_time)}" if run.last_time else ""
    return f"{place}{time} (line {run.last_line})"


def _checkpoint(run: Run) -> str:
    if run.checkpoint_line is None:
        return "no checkpoint reported"
    if run.checkpoint_step is not None:
        place = f"step {run.checkpoint_step}"
    elif run.checkpoint_epoch is not None:
        place = f"epoch {run.checkpoint_epoch:g}"
    else:
        place = "reported"
    lost = f", {run.lost_steps} steps before" if run.lost_steps else ""
    return f"last checkpoint: {place} (line {run.checkpoint_line}){lost}"


def _run(run: Run) -> dict[str, Any]:
    checkpoint = {
        "line": run.checkpoint_line,
        "step": run.checkpoint_step,
        "epoch": run.checkpoint_epoch,
    }
    return {
        "first_line": run.line,
        "first_step": run.first_step,
        "last_line": run.last_line,
        "last_step": run.last_step,
        "last_epoch": run.last_epoch,
        "last_time": run.last_time,
        "checkpoint": checkpoint if run.checkpoint_line is not None else None,
        "lost_steps": run.lost_steps,
    }


def _span(points: Sequence[Point]) -> str:
    return f"({points[0].place} to {points[-1].place.removeprefix('step ')})"
