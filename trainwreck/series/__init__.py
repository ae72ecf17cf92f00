"""Series of numbers in logs: reading them, conditions on them, and the last sign of life."""
