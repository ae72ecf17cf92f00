"""Which section of which source document became which entry or page."""

from dataclasses import dataclass
from pathlib import Path

import yaml


@dataclass(frozen=True)
class Section:
    """A section of a source document."""

    name: str
    became: tuple[str, ...]
    """Ids of entries, or pages relative to ``docs/`` with a leading slash."""
    left_out: str
    """Why nothing came of it; empty where something did."""


@dataclass(frozen=True)
class SourceDocument:
    """A document from which the catalog was made."""

    title: str
    sections: tuple[Section, ...]


def read_sources(path: Path) -> tuple[SourceDocument, ...]:
    """Read the list of source documents from the YAML file ``path``."""
    return tuple(
        SourceDocument(
            document["title"],
            tuple(
                Section(
                    section["name"], tuple(section.get("became", ())), section.get("left_out", "")
                )
                for section in document["sections"]
            ),
        )
        for document in yaml.safe_load(path.read_text(encoding="utf-8"))
    )
