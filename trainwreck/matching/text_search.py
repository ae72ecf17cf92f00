"""Ranks the entries by the words of a query: a full-text index in memory, made by SQLite."""

import re
import sqlite3
from collections.abc import Iterable

from trainwreck.snapshot.compiled import Compiled, Known

_TABLE = """
    CREATE VIRTUAL TABLE entry USING fts5(
        title, messages, keywords, samples, summary, cause, fix, prose,
        tokenize = 'porter unicode61'
    )
"""
# The numbers weigh the columns, in their order: a word in the title says most.
_RANKED = """
    SELECT rowid FROM entry WHERE entry MATCH ?
    ORDER BY bm25(entry, 8, 6, 6, 3, 3, 2, 1, 1) LIMIT ?
"""
_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"([a-z0-9])([A-Z])")
_MOST_WORDS = 60


class TextIndex:
    """The words of all entries."""

    def __init__(self, compiled: Compiled) -> None:
        """Index the entries of ``compiled``."""
        self._entries = list(compiled.entries.values())
        self._database = sqlite3.connect(":memory:")
        self._database.execute(_TABLE)
        rows = ([" ".join(_words(text)) for text in _texts(entry)] for entry in self._entries)
        self._database.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def search(self, query: str, limit: int = 10) -> list[Known]:
        """Return up to ``limit`` entries most similar to ``query`` by their words."""
        words = list(dict.fromkeys(_words(query)))[:_MOST_WORDS]
        if not words:
            return []
        found = self._database.execute(_RANKED, (" OR ".join(f'"{word}"' for word in words), limit))
        return [self._entries[row - 1] for (row,) in found]


def _texts(entry: Known) -> Iterable[str]:
    yield f"{entry.title} {entry.id}"
    yield "\n".join(entry.messages)
    yield "\n".join(entry.keywords)
    yield "\n".join(entry.samples)
    yield entry.summary
    yield f"{entry.cause} {entry.first_step}"
    yield "\n".join(f"{step.title} {step.when or ''} {step.text}" for step in entry.fix)
    yield entry.prose


def _words(text: str) -> list[str]:
    """Return the words of ``text``; of compounds, such as "DataLoader", the parts too."""
    words = _WORD.findall(text) + _WORD.findall(_CAMEL.sub(r"\1 \2", text))
    return [word.lower() for word in words if not word.isdigit()]
