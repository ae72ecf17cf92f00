"""Ranks the entries by the words of a query: a full-text index in memory, made by SQLite."""

import re
import sqlite3
from collections.abc import Iterable

from trainwreck.snapshot.documents import Document

_TABLE = """
    CREATE VIRTUAL TABLE entry USING fts5(
        title, messages, keywords, samples, summary, cause, words,
        tokenize = 'porter unicode61'
    )
"""
# The numbers weigh the columns, in their order: a word in the title says most.
_RANKED = """
    SELECT rowid FROM entry WHERE entry MATCH ?
    ORDER BY bm25(entry, 8, 6, 6, 3, 3, 2, 1) LIMIT ?
"""
_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"([a-z0-9])([A-Z])")
_MOST_WORDS = 60


class TextIndex:
    """The words of all entries."""

    def __init__(self, documents: Iterable[Document]) -> None:
        """Index ``documents``."""
        indexed = list(documents)
        self._ids = [document.id for document in indexed]
        self._database = sqlite3.connect(":memory:")
        self._database.execute(_TABLE)
        rows = ([" ".join(_words(text)) for text in _texts(one)] for one in indexed)
        self._database.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def search(self, query: str, limit: int = 10) -> list[str]:
        """Return the ids of up to ``limit`` entries most similar to ``query`` by their words."""
        words = list(dict.fromkeys(_words(query)))[:_MOST_WORDS]
        if not words:
            return []
        found = self._database.execute(_RANKED, (" OR ".join(f'"{word}"' for word in words), limit))
        return [self._ids[row - 1] for (row,) in found]


def _texts(document: Document) -> Iterable[str]:
    yield f"{document.title} {document.id}"
    yield "\n".join(document.messages)
    yield "\n".join(document.keywords)
    yield "\n".join(document.samples)
    yield from (document.summary, document.cause, document.words)


def _words(text: str) -> list[str]:
    """Return the words of ``text``; of compounds, such as "DataLoader", the parts too."""
    words = _WORD.findall(text) + _WORD.findall(_CAMEL.sub(r"\1 \2", text))
    return [word.lower() for word in words if not word.isdigit()]
