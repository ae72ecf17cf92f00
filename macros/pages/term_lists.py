"""The lists of the entries of each category, kind of symptom and framework, page by page."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from markdown.extensions.toc import slugify

from trainwreck import Catalog, Category, Entry, Kind, Term
from trainwreck.model.frameworks import Framework

LISTED = 400
"""Entries that one page lists at most."""


@dataclass(frozen=True)
class TermList:
    """The entries that have a term."""

    folder: str
    """Folder of the pages, relative to ``docs/``."""
    term: Term
    """The term; its value names the first page."""
    entries: tuple[Entry, ...]
    """The most severe first."""

    @property
    def pages(self) -> range:
        """The numbers of the pages, from 1."""
        return range(1, 2 + (len(self.entries) - 1) // LISTED)

    def uri(self, number: int = 1) -> str:
        """Return where the source of a page would stand, relative to ``docs/``."""
        name = f"{self.folder}/{self.term}"
        return f"{name}.md" if number == 1 else f"{name}/{number}.md"

    def on_page(self, number: int) -> tuple[Entry, ...]:
        """Return the entries that a page lists."""
        return self.entries[(number - 1) * LISTED : number * LISTED]


def term_lists(catalog: Catalog) -> dict[str, dict[str, TermList]]:
    """Return the list of each term that entries have, by folder and value, in their order."""
    ordered = by_severity(catalog)
    return {
        "categories": _lists("categories", Category, ordered, lambda entry: [entry.category]),
        "symptoms": _lists("symptoms", Kind, ordered, lambda entry: [entry.symptom.kind]),
        "frameworks": _lists("frameworks", Framework, ordered, lambda entry: entry.frameworks),
    }


def _lists(
    folder: str,
    vocabulary: Iterable[Term],
    entries: Iterable[Entry],
    terms_of: Callable[[Entry], Iterable[Term]],
) -> dict[str, TermList]:
    found: dict[Term, list[Entry]] = {term: [] for term in vocabulary}
    for entry in entries:
        for term in terms_of(entry):
            found[term].append(entry)
    return {str(term): TermList(folder, term, tuple(own)) for term, own in found.items() if own}


def by_severity(entries: Iterable[Entry]) -> list[Entry]:
    """Return ``entries`` with the most severe first."""
    return sorted(entries, key=lambda entry: (entry.severity.rank, entry.id))


def tag_anchor(label: str) -> str:
    """Return the fragment that leads to a term on the page of tags.

    >>> tag_anchor("Data access")
    'tag:data-access'
    """
    return f"tag:{slugify(label, '-')}"
