"""Reads the metrics and the position in one line of a log.

A name that is not known, a unit that does not fit and a number that could be something else are
left out rather than guessed.
"""

import math
import re
from dataclasses import dataclass, field
from functools import lru_cache

from trainwreck.series.metric_data import (
    COUNT,
    MEASURED,
    MILLISECONDS,
    NOT_WORDS,
    PAIR,
    RATE,
    TIMER,
    metric_data,
)

LONGEST_LINE = 2000
"""Characters of a line that are read."""
RATE_REACH = 40
"""Characters before the slash of a unit in which its number begins."""
PHASE_REACH = 120
"""Characters before a name in which a line may name the phase."""
POSITIONS = frozenset({"step", "epoch"})
OF_TRAINING = frozenset({"loss", "accuracy"})
"""Metrics that are of another phase where the line says so."""
_WORD = re.compile(r"[A-Za-z]+")
# The two that Python takes for an i in any case, and a browser does not.
_OTHER_LETTERS = dict.fromkeys(map(ord, "\u0130\u0131"), "\ufffd")


@dataclass(slots=True)
class Reading:
    """What one line says."""

    step: int | None = None
    """Step or iteration."""
    epoch: float | None = None
    """Epoch, maybe with a fraction."""
    values: list[tuple[str, str, float]] = field(default_factory=list)
    """Metric, name as printed and value, in seconds, MiB or as printed."""
    is_bar: bool = False
    """Whether the line is a progress bar, which repeats old values."""


def parse(text: str) -> Reading | None:
    """Return what the line ``text`` says; None if it has no metric and no position."""
    text = text[:LONGEST_LINE]
    if not text.isascii():
        text = text.translate(_OTHER_LETTERS)
    reading, has_other = Reading(), False
    used: list[tuple[int, int]] = []
    for match in PAIR.finditer(text):
        name, number, unit = match.group("name", "value", "unit")
        known = name_of(name)
        has_other = has_other or known.is_other_objective
        if known.metric:
            value = _scaled(known.metric, number, unit or "", known.unit)
            used.append(match.span("value"))
            if known.metric in POSITIONS:
                _place(reading, known.metric, value)
            elif value is not None:
                _add(reading, known, value, text, match.start())
    if has_other:
        reading.values = [item for item in reading.values if item[0] not in ("loss", "val_loss")]
    _rates(text, reading)
    _timer(text, reading)
    if not reading.values and reading.step is None and reading.epoch is None:
        return None
    if reading.step is None:
        reading.step = _count(text, used)
    return reading


@dataclass(frozen=True, slots=True)
class Name:
    """What a name in a log means."""

    text: str
    """The name in small letters, with spaces between words."""
    metric: str = ""
    """Its metric; "" if it is not known."""
    unit: str = ""
    """The unit that the name ends with."""
    phase: str = ""
    """The phase that it names."""
    is_other_objective: bool = False
    """Whether a loss beside it has no direction."""


@lru_cache(maxsize=4096)
def name_of(name: str) -> Name:
    """Return what ``name`` means, as a log prints it."""
    data = metric_data()
    words = _words(name)
    text = " ".join(words)
    metric, unit = _metric(words) or ("", "")
    phase = next((data.phases[word] for word in words if word in data.phases), "")
    return Name(text, metric, unit, phase, text in data.other_objectives)


def _words(name: str) -> list[str]:
    """Return the words of ``name``; a path such as train/loss is two if one of them is a phase."""
    phases, words = metric_data().phases, []
    for word in NOT_WORDS.sub(" ", name.lower().rsplit(". ", 1)[-1]).split():
        parts = word.split("/")
        words += parts if any(part in phases for part in parts) else [word]
    return [word for word in words if word]


def scaled(metric: str, value: float, unit: str) -> float | None:
    """Return ``value`` in the unit of its metric; None if ``unit`` is not one of them."""
    factor = metric_data().units.get(metric, {}).get(unit) if unit else 1
    return None if factor is None else value * factor


def _metric(words: list[str]) -> tuple[str, str] | None:
    """Return the metric of a name and the unit in it, leading words that say nothing left out."""
    data = metric_data()
    while words and words[-1] in data.trailing_words:
        words = words[:-1]
    unit = data.units_in_names.get(words[-1], "") if len(words) > 1 else ""
    for start in range(len(words)):
        name = " ".join(words[start:])
        if name in data.metric_of:
            return data.metric_of[name], unit if _takes(data.metric_of[name], unit) else ""
        if unit:
            shorter = " ".join(words[start:-1])
            if shorter in data.metric_of and _takes(data.metric_of[shorter], unit):
                return data.metric_of[shorter], unit
        if words[start] not in data.ignored_words:
            return None
    return None


def _takes(metric: str, unit: str) -> bool:
    return unit in metric_data().units.get(metric, {})


def _scaled(metric: str, number: str, behind: str, unit: str) -> float | None:
    """Return the value in the unit of its metric; None if what is ``behind`` it fits nothing."""
    factor = _factor(metric, behind, unit)
    if factor is None:
        return None
    value = float(number)
    if metric in POSITIONS:
        return value if math.isfinite(value) and value >= 0 else None
    return value * factor


@lru_cache(maxsize=4096)
def _factor(metric: str, behind: str, unit: str) -> float | None:
    """Return what a number is multiplied with; None if what is ``behind`` it fits nothing."""
    own = behind.strip().lower()
    if _takes(metric, own):
        unit = own
    elif own and not behind.startswith(" "):
        return None
    return 1 if metric in POSITIONS else scaled(metric, 1, unit)


def _place(reading: Reading, metric: str, value: float | None) -> None:
    if metric == "epoch":
        reading.epoch = value if reading.epoch is None else reading.epoch
    elif reading.step is None and value is not None and value.is_integer():
        reading.step = int(value)


def _add(reading: Reading, name: Name, value: float, text: str, start: int) -> None:
    """Add a value whose name begins at ``start``, unless the line has one of its metric already."""
    metric = name.metric
    if metric in OF_TRAINING and (name.phase or _phase(text, start)) == "val_loss":
        metric = f"val_{metric}"
    for known, _, _ in reading.values:
        if known == metric:
            return
    reading.values.append((metric, name.text, value))


def _phase(text: str, end: int) -> str:
    """Return the phase that the last such word before ``end`` names; "" if none does."""
    phases = metric_data().phases
    words = reversed(_WORD.findall(text[max(0, end - PHASE_REACH) : end].lower()))
    return next((phases[word] for word in words if word in phases), "")


def _rates(text: str, reading: Reading) -> None:
    """Add the rate of a progress bar, or else a throughput that stands before its unit."""
    slashes = [at for at in map(text.find, ("/s", "s/", "c/")) if at >= 0]
    if not slashes:
        return
    # To look at the whole line would take as long as all else.
    start = max(0, min(slashes) - RATE_REACH)
    metrics = {metric for metric, _, _ in reading.values}
    if match := RATE.search(text, start):
        reading.is_bar = True
        value, unit = float(match["value"]), match["unit"]
        if metrics and unit != "s/epoch" and "step_time" not in metrics and value > 0:
            factor = metric_data().units["step_time"].get(unit, 1)
            per_step = 1 / value if unit == "it/s" else value * factor
            reading.values.append(("step_time", "progress bar", per_step))
    elif metrics and (match := MEASURED.search(text, start)):
        unit = match["unit"].lower()
        metric = "step_time" if unit.startswith(("s/", "sec/")) else "throughput"
        if metric not in metrics:
            reading.values.append((metric, unit, float(match["value"])))


def _timer(text: str, reading: Reading) -> None:
    """Add the time of a step of training, in milliseconds or beside the time for loading data."""
    small = text.lower()
    if not reading.values or "time" not in small:
        return
    if any(metric == "step_time" for metric, _, _ in reading.values):
        return
    factor, match = 1.0, TIMER.search(text) if "data" in small else None
    if match is None:
        factor, match = 0.001, MILLISECONDS.search(text) if "ms" in small else None
    if match and _phase(text, match.start()) != "val_loss":
        reading.values.append(("step_time", "time", float(match["value"]) * factor))


def _count(text: str, used: list[tuple[int, int]]) -> int | None:
    """Return the first number of a pair such as 100/469 that belongs to no metric or epoch."""
    for match in COUNT.finditer(text) if "/" in text else ():
        if not any(start <= match.start("step") < end for start, end in used):
            return int(match["step"]) if int(match["step"]) <= int(match["of"]) else None
    return None
