"""The placeholders of messages: what stands for text that varies, and what each may stand for."""

import functools
import math
import re
from dataclasses import dataclass, replace

ANY, NEAR, NUMBER, SEPARATOR = "<*>", "<~>", "<#>", "<=>"
BOUNDED = "<#1..9>"
"""Stands for those with other bounds, too."""
PLACEHOLDERS = {
    ANY: "any text",
    NEAR: "a little text",
    NUMBER: "a number",
    BOUNDED: "a number from 1 to 9",
    SEPARATOR: "a separator",
}
"""What each placeholder stands for, in words."""
REACH = 400
"""Characters, white space not counted, that ``<*>`` may stand for."""
NEAR_REACH = 24
"""Characters, white space not counted, that ``<~>`` may stand for."""

LINE_END = "\n"
MOST_ENDS = 3
"""Ends of logical lines that the end of a template's line may stand for: ranks print at once."""

_BOUND = r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?"
_BOUNDED = rf"<#(?:{_BOUND}\.\.(?:{_BOUND})?|\.\.{_BOUND})>"
PLACEHOLDER = re.compile(
    # Together, a separator and a number with bounds are one placeholder.
    rf"(?:{SEPARATOR}\s*)?{_BOUNDED}|" + "|".join(map(re.escape, (ANY, NEAR, NUMBER, SEPARATOR)))
)
"""Finds the placeholders of a template."""
PART = re.compile(rf"({PLACEHOLDER.pattern}|\s*\n\s*|\d+(?:\.\d+){{2,}})")
"""What a template is split by: gaps, and versions, which stand for any."""


@dataclass(frozen=True, slots=True)
class Gap:
    """What may stand between two pieces of a template, and how much of it."""

    mark: str
    """The placeholder that stands for it."""
    reach: int
    """Characters, white space not counted."""
    holds: re.Pattern[str] | None = None
    """What all of it must match; None where it may be anything."""
    ends: int = 0
    """Ends of logical lines in it at most; 0 where it does not reach over the end of a line."""
    low: float = -math.inf
    """The least number that it may stand for."""
    high: float = math.inf
    """The highest one; both are infinite where it stands for anything but a bounded number."""

    @property
    def is_bounded(self) -> bool:
        """Whether it stands for one number within bounds."""
        return self.low > -math.inf or self.high < math.inf


# The site's matcher reads these too: the expressions mean the same in JavaScript.
GAPS = {
    gap.mark: gap
    for gap in (
        Gap(ANY, REACH),
        Gap(NEAR, NEAR_REACH),
        Gap(NUMBER, 20, re.compile(r"[\d.,:/%+e-]*\d[\d.,:/%+e-]*")),
        Gap(SEPARATOR, 16, re.compile(r"(?:[^0-9a-z]|tensor\()*")),
        Gap(LINE_END, 600, ends=MOST_ENDS),
    )
}
"""The gaps by the marks that stand for them, but for those with bounds."""
_ONE_NUMBER = (
    r"(?P<number>[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?)"
    r"(?![0-9a-z_]|[.,:/-][0-9])"
)
BOUNDED_GAPS = (
    Gap(BOUNDED, 32, re.compile(rf" ?{_ONE_NUMBER}")),
    Gap(
        SEPARATOR + BOUNDED,
        48,
        re.compile(rf"(?:[^0-9a-z\n]|tensor(?= ?\())*?{_ONE_NUMBER}"),
    ),
)
"""Bounded numbers without and with a separator before them, in text with its spaces."""


@functools.lru_cache(maxsize=1024)
def gap_of(mark: str) -> Gap:
    """Return what ``mark``, a placeholder or part of a template, stands for."""
    written = mark.strip()
    if not written.endswith(">") or ".." not in written:
        return GAPS.get(written or LINE_END, GAPS[NUMBER])
    before, _, bounds = written[:-1].partition("<#")
    low, _, high = bounds.partition("..")
    kind = BOUNDED_GAPS[bool(before)]
    gap = replace(kind, mark=written, low=float(low or -math.inf), high=float(high or math.inf))
    return joined(gap, GAPS[LINE_END]) if mark.endswith(LINE_END) else gap


def joined(gap: Gap | None, following: Gap) -> Gap:
    """Return what stands for ``gap``, if there is one, and ``following`` without text between."""
    if gap and gap.is_bounded and following.ends:
        mark = gap.mark + LINE_END
        return replace(gap, mark=mark, reach=following.reach, ends=following.ends)
    return max(following, gap, key=lambda gap: gap.reach) if gap else following
