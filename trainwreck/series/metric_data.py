"""Names of metrics and units, which both languages read from ``metrics.json``."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

NUMBER = (
    r"[-+]?(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
    r"|(?:nan|inf(?:inity)?)(?![A-Za-z0-9_]))"
)
"""A number, finite or not."""
_QUOTES = (
    "\"'\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}"
    "\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}"
)
"""Around names and numbers; the curly ones where a log was pasted through a word processor."""
PAIR = re.compile(
    r"(?<![A-Za-z0-9_/.-])"
    r"(?P<name>[A-Za-z][A-Za-z0-9_/.-]{0,40}(?:\([A-Za-z]{1,10}\))?"
    r"(?: \(?(?!nan|inf)[A-Za-z][A-Za-z0-9_/.-]{0,30}\)?){0,4})"
    rf"[{_QUOTES}]?(?: {{0,12}}[:=]{{1,2}}[ \t]{{0,12}}|[ \t]{{1,12}})"
    rf"(?:[{_QUOTES}]|\[ {{0,6}}|tensor\(|[a-z.]{{0,10}}float[0-9][0-9]\()?"
    rf"(?P<value>{NUMBER})"
    r"(?=(?P<unit> ?%| ?[A-Za-z]{1,12}(?:/[A-Za-z]{1,8}){0,2})?(?![0-9A-Za-z_]|[.,:-][0-9]))",
    re.IGNORECASE,
)
"""Finds a name with its number, and what may be the unit."""
RATE = re.compile(
    r"(?<![0-9.,])(?P<value>[0-9]+(?:\.[0-9]+)?) ?"
    r"(?P<unit>it/s|s/it|[mu]?s/step|s/epoch)(?![A-Za-z])"
)
"""Finds the rate that a progress bar ends with."""
MEASURED = re.compile(
    r"(?<![0-9.,A-Za-z])(?P<value>[0-9]+(?:\.[0-9]+)?) ?"
    r"(?P<unit>(?:tokens?|tok|samples?|images?|imgs?|examples?|steps|sequences)/s(?:ec)?(?:/gpu)?"
    r"|s(?:ec)?/(?:step|batch|iter))(?![A-Za-z/])",
    re.IGNORECASE,
)
"""Finds a throughput or a time per step that stands before its unit."""
TIMER = re.compile(
    r"(?<![A-Za-z0-9_/.-])time:?[ \t]{1,4}(?P<value>[0-9]+\.[0-9]+)(?=s?(?![0-9A-Za-z:.])"
    r".{0,60}?(?<![A-Za-z0-9_/.-])data(?:_time)?:?[ \t]{1,4}[0-9.]+s?(?![0-9A-Za-z:.]))",
    re.IGNORECASE,
)
"""Finds the time of a step, which alone could be any time, beside the part for loading data."""
MILLISECONDS = re.compile(
    r"(?<![A-Za-z0-9_/.-])time:?[ \t]{1,4}(?P<value>[0-9]+\.[0-9]+) ?ms(?![A-Za-z0-9/])",
    re.IGNORECASE,
)
"""Finds the time of a step: nobody prints a longer one in fractions of a millisecond."""
COUNT = re.compile(
    r"(?<![0-9./:,-])(?P<step>[0-9]{1,9}) {0,3}/ {0,6}(?P<of>[0-9]{1,9})(?![0-9./:])"
)
"""Finds a position and how many there are: 100/469."""
TIME = re.compile(
    r"(?<!\S)[\[(]?(?P<time>(?:[0-9]{4}[-/.][0-9]{2}[-/.][0-9]{2}[T ,_]{1,3})?"
    r"[0-9]{2}:[0-9]{2}:[0-9]{2})"
)
"""Finds the time at the beginning of a line."""
NOT_WORDS = re.compile(r"[^a-z0-9/]+")
ROWS = re.compile(r"\s*[|│]\s*|\t+|\s*,\s*|\s{2,}")
"""Separates the cells of a table."""


@dataclass(frozen=True)
class MetricData:
    """What ``metrics.json`` says, prepared for look-ups."""

    metric_of: Mapping[str, str]
    """The metric by each of its names, in small letters and with spaces between words."""
    units: Mapping[str, Mapping[str, float]]
    """What a number is multiplied with, by the metric and its unit."""
    units_in_names: Mapping[str, str]
    """The unit by the word that may end a name."""
    phases: Mapping[str, str]
    """``train`` or ``val_loss`` by the word that names the phase."""
    ignored_words: frozenset[str]
    """Words before a name that say nothing."""
    trailing_words: frozenset[str]
    """Words after a name that say nothing."""
    other_objectives: frozenset[str]
    """Names of values beside which a loss has no direction, as in reinforcement learning."""
    telling: tuple[str, ...]
    """Of these, each line with a metric or an epoch contains one, in small letters."""
    checkpoint: Mapping[str, re.Pattern[str]]
    """What announces, confirms or locates a checkpoint."""
    restarting: tuple[str, ...]
    """Of these, each line that ``restart`` finds contains one, in small letters."""
    resume: re.Pattern[str]
    """Found in a line that says that a checkpoint was loaded."""
    restart: re.Pattern[str]
    """Found in a line that a job prints when it starts, or when it failed."""


@cache
def metric_data() -> MetricData:
    """Return the names of metrics."""
    text = (resources.files(__package__) / "metrics.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return MetricData(
        metric_of={name: metric for metric, names in data["metrics"].items() for name in names},
        units=data["units"],
        units_in_names=data["units_in_names"],
        phases={word: phase for phase, words in data["phases"].items() for word in words},
        ignored_words=frozenset(data["ignored_words"]),
        trailing_words=frozenset(data["trailing_words"]),
        other_objectives=frozenset(data["other_objectives"]),
        telling=tuple(data["telling"]),
        checkpoint={
            name: re.compile(source, re.IGNORECASE) for name, source in data["checkpoint"].items()
        },
        restarting=tuple(data["restarting"]),
        resume=re.compile(data["resume"], re.IGNORECASE),
        restart=re.compile(data["restart"], re.IGNORECASE),
    )
