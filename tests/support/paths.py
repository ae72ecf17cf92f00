"""Where the tests find the project and their data."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The folder of the project."""
DATA = ROOT / "tests" / "data"
CLEAN_LOGS = DATA / "clean-logs"
"""Logs of healthy runs, in which no entry may match."""
FAULT_LOGS = DATA / "faults"
"""Logs of runs that were made to fail."""
