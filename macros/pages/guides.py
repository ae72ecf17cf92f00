"""The guides of ``docs/guides`` and the entries that each of them serves."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from trainwreck import Catalog
from trainwreck.markdown.front_matter import front_matter
from trainwreck.model.problems import did_you_mean


class GuideError(Exception):
    """A guide's front matter is invalid; the message names the guide and the fix."""


@dataclass(frozen=True)
class Guide:
    """A hand-written page on a topic."""

    id: str
    """Name of the page's file."""
    title: str
    description: str
    errors: tuple[str, ...]
    """Ids of the entries that the guide serves."""


def read_guides(folder: Path, catalog: Catalog) -> tuple[Guide, ...]:
    """Read the front matter of every guide in ``folder``, in the order of their titles.

    Raises:
        GuideError: where a guide lacks a field or names an entry that ``catalog`` has not.

    """
    guides = [_read(path, catalog) for path in folder.glob("*.md") if path.stem != "index"]
    return tuple(sorted(guides, key=lambda guide: guide.title))


def _read(path: Path, catalog: Catalog) -> Guide:
    header = front_matter(path)
    errors = header.get("errors")
    if not (header.get("title") and header.get("description") and isinstance(errors, Sequence)):
        raise GuideError(f"{path}:1: begin it with title:, description: and errors:, a list of ids")
    for id_ in errors:
        if id_ not in catalog.entries:
            advice = did_you_mean(str(id_), list(catalog.entries))
            raise GuideError(f'{path}:1: errors: "{id_}" is not an entry; {advice}')
    return Guide(path.stem, header["title"], header["description"], tuple(errors))
