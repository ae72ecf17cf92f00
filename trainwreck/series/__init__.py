"""Series of numbers in logs: reading them, conditions on them, and the last sign of life.

Patterns of messages are read by the package matching, which asks this one for the numbers.
"""
