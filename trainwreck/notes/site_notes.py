"""What a center adds to entries and codes, as plain values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SiteLink:
    """A page of the center."""

    title: str
    """What the page is about."""
    url: str
    """Its address."""


@dataclass(frozen=True, slots=True)
class EntryNotes:
    """What a center adds to one entry or code."""

    limits: str | None = None
    """What the center limits, and to how much."""
    steps: tuple[str, ...] = ()
    """What to do on this cluster, in order."""
    contact: str | None = None
    """Whom to ask about it."""
    links: tuple[SiteLink, ...] = ()
    """Pages of the center about it."""

    def lines(self) -> Iterator[tuple[str, str]]:
        """Yield each note with its label."""
        if self.limits:
            yield "Limits", self.limits
        for number, step in enumerate(self.steps, 1):
            yield f"Step {number}", step
        if self.contact:
            yield "Contact", self.contact
        for link in self.links:
            yield link.title, link.url


@dataclass(frozen=True, slots=True)
class SiteNotes:
    """All notes of a center."""

    site: str
    """Name of the center or cluster."""
    contact: str | None = None
    """Whom to ask about any error."""
    entries: Mapping[str, EntryNotes] = field(default_factory=dict)
    """The notes by the id of the entry."""
    codes: Mapping[str, EntryNotes] = field(default_factory=dict)
    """The notes by the code after its table, such as ``errno 122``."""

    def on(self, id_: str | None) -> EntryNotes | None:
        """Return the notes on an entry, with the center's contact; None if it has none."""
        return self._with_contact(self.entries.get(id_) if id_ else None)

    def on_code(self, code: str) -> EntryNotes | None:
        """Return the notes on a code after its table, as on an entry."""
        return self._with_contact(self.codes.get(code))

    def _with_contact(self, notes: EntryNotes | None) -> EntryNotes | None:
        if notes is None or notes.contact or not self.contact:
            return notes
        return EntryNotes(notes.limits, notes.steps, self.contact, notes.links)
