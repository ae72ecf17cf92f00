"""What a line of a log looks like that says what went wrong."""

import re

_FAILURE = (
    r"error|exception|fatal|fail(?:ed|ure|s|ing)?\b|abort|kill(?:ed|ing)?\b|cannot|can't|could not"
    r"|couldn't|unable|denied|invalid|illegal|refused|exceeded|timed? ?out|not found|no such"
    r"|out of memory|unsupported|not supported|mismatch|fault|unknown|undefined|corrupt|\bnan\b"
)
_WARNING = r"warn|deprecat|falling back|fallback|skipping|disabl"

FAILURE = re.compile(_FAILURE, re.IGNORECASE)
"""Finds the words of a failure."""
WARNING = re.compile(_WARNING, re.IGNORECASE)
"""Finds the words of a warning."""
TELLING = re.compile(f"{_FAILURE}|{_WARNING}", re.IGNORECASE)
"""Finds either."""
