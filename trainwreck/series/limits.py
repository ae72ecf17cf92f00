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
SIGNIFICANT = 3.0
"""Score of a trend, about one in 700 without one."""
WARM_UP = 0.05
"""Part of a series that may be a warm-up."""
NEAR_ZERO = 0.05
"""From here a loss may be rounded to zero in a healthy run."""
LEAST_RANKS = 4
"""Ranks that are compared."""
SCALES = 256
"""How far a loss scale falls that was meant to be one."""
