"""What a check finds in one entry, as values that a cache can keep."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from trainwreck.checks.ambiguity import Sample
from trainwreck.markdown.location import Location

Texts = Sequence[tuple[Location, str]]
"""Texts of an entry, and where they are."""
Facts = dict[str, Any]
"""What the rules across entries need to know of one, see :func:`trainwreck.checks.facts.facts`."""
Flaw = list[Any]
"""Line, field, what is wrong, what would be right."""


@dataclass(slots=True)
class Checked:
    """What was found in one entry."""

    state: str
    """Folder and digest of the file that was checked."""
    problems: list[Flaw]
    facts: Facts
    message_lines: list[int]
    """The line of each message in the file."""
    patterns: bytes
    """The patterns, as a snapshot has them."""
    samples: list[Sample]
