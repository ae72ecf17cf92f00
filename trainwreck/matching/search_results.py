"""What a search found, and how well it fits."""

from dataclasses import dataclass

from trainwreck.snapshot.entry import Entry


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """An entry that a search found."""

    entry: Entry
    fits: bool
    """Whether the query contains a message of the entry, or the entry most of what it says."""


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The entries that a search found, the best first."""

    found: tuple[FoundEntry, ...]
    unknown_words: tuple[str, ...]
    """Words of the query that no entry contains, as they were written."""
    searched_for: str | None = None
    """The query without its typing errors; None if none was corrected."""

    @property
    def entries(self) -> list[Entry]:
        """The entries alone."""
        return [one.entry for one in self.found]
