"""Finds the lines with an unusually high loss among those that are not read for numbers.

Of a long log only some lines are read. A single spike would be missed, so the loss of the others is
compared to a limit, by the text before the number that the log prints each time.
"""

import math
import re

from trainwreck.series.line_parser import name_of
from trainwreck.series.metric_data import NUMBER, PAIR
from trainwreck.series.statistics import median

SPIKE = 2.0
"""Times the usual loss from which on a number is read in any case."""
ABOVE = 1.25
"""Times the highest recent loss that it must be, too."""
RECENT = 16
"""Losses that say what is usual."""
MOST_SPIKES = 64
"""Spikes that are read before the usual loss is determined anew."""
MARGIN, NEAR = 1.1, 2.0
"""An expression finds numbers that are so many times as low as the limit, and is kept as long as
it doesn't find those that are still lower."""
LONGEST_LABEL = 16
"""Characters of the text before the number."""
_NUMBER = re.compile(rf" {{0,8}}({NUMBER})", re.IGNORECASE)
_POWERS = 12


class SpikeWatch:
    """Knows how the log prints its loss, and what is usual."""

    def __init__(self) -> None:
        """Begin without a loss."""
        self._label = ""
        self._recent: list[float] = []
        self._limit = math.inf
        self._before = 0.0
        self._found = 0
        self._expression: str | None = None
        self._least = math.inf

    def learn(self, text: str, loss: float) -> None:
        """Take in a line that was read, and its loss."""
        if not self._label:
            self._label = _label(text)
        self._recent.append(loss)
        if len(self._recent) < RECENT:
            return
        usual = median(self._recent) if all(map(math.isfinite, self._recent)) else math.inf
        own = max(SPIKE * usual, ABOVE * max(self._recent)) if usual > 0 else math.inf
        # So few numbers may all be low by chance.
        self._limit, self._before = max(own, self._before), own
        self._recent.clear()
        self._found = 0

    def watch(self, text: str) -> None:
        """Take in the loss of a line that is not read for more."""
        loss = self._loss(text)
        if loss is not None:
            self.learn(text, loss)

    def is_spike(self, text: str) -> bool:
        """Tell whether a line that is not to be read prints a loss above the limit."""
        if not math.isfinite(self._limit) or self._found >= MOST_SPIKES:
            return False
        loss = self._loss(text)
        is_spike = loss is not None and loss > self._limit
        self._found += is_spike
        return is_spike

    def _loss(self, text: str) -> float | None:
        at = text.find(self._label) if self._label else -1
        number = _NUMBER.match(text, at + len(self._label)) if at >= 0 else None
        return float(number[1]) if number else None

    def tighten(self) -> None:
        """Make a new expression if this one finds too many lower numbers."""
        if self._limit > MARGIN * MARGIN * self._least:
            self._expression = None

    @property
    def expression(self) -> str | None:
        """A regular expression of what precedes all spikes; None if nothing is known yet.

        It finds some lower numbers, too: it is kept while the limit changes little.
        """
        if not self._label or not math.isfinite(self._limit) or self._found >= MOST_SPIKES:
            return None
        if self._expression is None or not self._least <= self._limit <= NEAR * self._least:
            self._least = self._limit / MARGIN
            self._expression = f"{re.escape(self._label)} {{0,8}}(?:{at_least(self._least)})"
        return self._expression


def at_least(limit: float) -> str:
    """Return a regular expression that matches the decimal numbers from ``limit``, above 0, on.

    It looks at two digits, and so matches some numbers that are up to a tenth below ``limit``; and
    lower ones with an exponent.
    """
    power = math.floor(math.log10(limit))
    if 10.0**power > limit:  # the logarithm of a number just below a power of 10 is rounded
        power -= 1
    first, second = divmod(min(99, max(10, int(limit / 10.0 ** (power - 1)))), 10)
    scientific = f"[1-9][0-9.]*[eE](?:{'|'.join(map(_exponent, range(power, power + _POWERS)))})"
    return f"{_fixed(power, first, second)}|{scientific}"


def _fixed(power: int, first: int, second: int) -> str:
    """Return an expression of numbers without an exponent by their first two digits."""
    if power > 0:
        digits = f"{first}[{second}-9]{_higher(first, '[0-9]')}"
        return f"(?:{digits})" + "[0-9]" * (power - 1) + "|[1-9]" + "[0-9]" * (power + 1)
    if power == 0:
        exactly = f"|{first}(?:[^0-9.]|$)" if not second else ""
        return f"{first}\\.[{second}-9]{exactly}{_higher(first, '')}|[1-9][0-9]"
    zeros = -power - 1
    more = "|0?\\." + "0?" * (zeros - 1) + "[1-9]" if zeros else ""
    digits = f"{first}[{second}-9]{_higher(first, '')}"
    exactly = f"|{first}" if not second else ""
    return f"0?\\.{'0' * zeros}(?:{digits}{exactly}){more}|[1-9]"


def _higher(digit: int, behind: str) -> str:
    return f"|[{digit + 1}-9]{behind}" if digit < 9 else ""  # noqa: PLR2004  the last digit


def _exponent(power: int) -> str:
    """Return an expression of the exponent ``power``, maybe followed by more digits."""
    sign = "\\+?" if power > 0 else "-" if power < 0 else "[+-]?"
    return f"{sign}0{{0,3}}{abs(power)}"


def _label(text: str) -> str:
    """Return the text before the loss in a line."""
    for match in PAIR.finditer(text):
        if name_of(match["name"]).metric == "loss":
            return text[
                max(match.start(), match.start("value") - LONGEST_LABEL) : match.start("value")
            ].rstrip()
    return ""
