"""Robust statistics, which single outliers and pauses don't move.

The median and the median absolute deviation (MAD) as an estimate of spread are Hampel's, "The
Influence Curve and Its Role in Robust Estimation", Journal of the American Statistical Association
69 (1974), 383-393. The trend is judged by the test of Mann, "Nonparametric Tests Against Trend",
Econometrica 13 (1945), 245-259, and measured by the slope of Sen, "Estimates of the Regression
Coefficient Based on Kendall's Tau", Journal of the American Statistical Association 63 (1968),
1379-1389.

How far two samples are apart is the estimate of Hodges and Lehmann, "Estimates of Location Based on
Rank Tests", Annals of Mathematical Statistics 34 (1963), 598-611. That they are equal is claimed
only if all of a confidence interval is within bounds: Schuirmann, "A Comparison of the Two
One-Sided Tests Procedure and the Power Approach", Journal of Pharmacokinetics and Biopharmaceutics
15 (1987), 657-680. One of several is an outlier by the score of Iglewicz and Hoaglin, "How to
Detect and Handle Outliers", ASQC Quality Press (1993): more than 3.5 deviations, as the MAD
estimates them, from the median.
"""

from collections.abc import Sequence

TO_DEVIATION = 1.4826
"""Standard deviations of a normal distribution per MAD."""


def median(values: Sequence[float]) -> float:
    """Return the median of ``values``, of which there must be one."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def spread(values: Sequence[float]) -> float:
    """Return the standard deviation as the MAD of ``values`` estimates it."""
    center = median(values)
    return TO_DEVIATION * median([abs(value - center) for value in values])


def shift(values: Sequence[float], later: Sequence[float]) -> float:
    """Return how much higher ``later`` is: the median of the differences between all pairs."""
    return median([after - value for value in values for after in later])


def quantile(values: Sequence[float], part: float) -> float:
    """Return the value below which the ``part`` of ``values`` lies, without interpolation."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def block_medians(values: Sequence[float], blocks: int) -> list[float]:
    """Return the medians of ``blocks`` neighboring parts of ``values``."""
    count = len(values)
    return [
        median(values[index * count // blocks : (index + 1) * count // blocks])
        for index in range(blocks)
    ]


def trend(values: Sequence[float]) -> float:
    """Return the score of Mann's test: above 3 the values rise, below -3 they fall.

    Ties count as neither; without continuity correction.
    """
    count = len(values)
    signs = sum(
        (later > value) - (later < value)
        for index, value in enumerate(values)
        for later in values[index + 1 :]
    )
    variance = count * (count - 1) * (2 * count + 5) / 18
    return float(signs / variance**0.5)


def slope(values: Sequence[float]) -> float:
    """Return the median of the slopes between all pairs of ``values``, per place."""
    return median(
        [
            (later - value) / (apart + 1)
            for index, value in enumerate(values)
            for apart, later in enumerate(values[index + 1 :])
        ]
    )
