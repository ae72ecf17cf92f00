"""Limits of the tests on series, which are on the side of silence."""

WINDOW = 20
"""Values before a jump that it is compared with."""
LEAST_BEFORE = 3
"""The least number of them."""
LEAST_AFTER = 4
"""Values after a jump that must not recover."""
DEVIATIONS = 6
"""Standard deviations that a jump must have."""
LOST_PROGRESS = 0.3
"""Part of the descent so far that a jump must undo."""
BLOCKS = 20
"""Blocks of which the medians make a trend."""
EDGE = 4
"""Blocks at each end that are compared."""
LEVEL = 0.2
"""Part of a change by which blocks may be off the level before it or after it."""
SIGNIFICANT = 3.0
"""Score of a trend, about one in 700 without one."""
WARM_UP = 0.05
"""Part of a series that may be a warm-up."""
NEAR_ZERO = 0.05
"""Below this, the next loss of a healthy run may be rounded to zero."""
LAST_DIGITS = 10
"""The same holds below this many units of the last digit that the log prints."""
ROUNDING_ERROR = 1e-6
"""Whole numbers that were computed from decimals are off by less than this."""
FALLEN = 1.5
"""A loss that was so many times as high has moved, even if only in its warm-up."""
FIFTHS = 5
"""Parts of a run, of which the first and the last are compared."""
TO_ERROR = 1.0233
"""Standard error of the shift between two samples, as a part of that between their means."""
INTERVALS = 2
"""A log whose first number comes within so many steps between two numbers begins with the run."""
GOOD = ("throughput", "accuracy", "val_accuracy")
"""Metrics of which more is better."""
LEAST_RANKS = 4
"""Ranks that are compared."""
OUTLYING = 3.5
"""Standard deviations between a rank and the median of the others, by which it is an outlier."""
FEW_RANKS = 0.25
"""Part of the other ranks that may be as slow: more of them are another kind of rank."""
THIRDS = 3
"""Parts of a run, in each of which a rank must be slow."""
SCALES = 256
"""How far a loss scale falls that was meant to be one."""
