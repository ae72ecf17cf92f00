"""The files in which the site's search looks up entries and codes, written for ``browser/search``.

A catalog of thousands of entries is megabytes. Every search loads the first file: what an entry is
called and the messages by which it is found. The words of all texts, the texts that a result shows
and the codes come in shards, of which a query loads those that it needs; the words to which typing
errors are corrected come by their first letter. They stand in a folder
that is named after their content: a browser that has an older first file finds none of them there,
rather than some that don't fit.
"""

import hashlib
import json
import string
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from macros.catalog_data.code_keys import code_keys
from macros.catalog_data.shards import Shard, shards
from macros.catalog_data.word_postings import Lengths, WordPostings
from trainwreck.matching.spelling import dictionary
from trainwreck.matching.tokenizer import words as words_of
from trainwreck.matching.word_index import WordIndex, keyword_text
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.snapshot.codes import CodeTable
from trainwreck.snapshot.documents import Document

FIRST = "catalog.json"
"""What every search loads; it says where the rest is."""
PAGES = "pages.json"
"""Material's documents of the pages that are neither entries nor tables of codes."""
ENTRY_ADDRESS = "errors/*/"
"""Address of an entry's page; the asterisk stands for its id."""
TABLE_ADDRESS = "codes/*/"
_SHARD = 8_000
"""Characters of a shard: few, so that a query loads little that it doesn't need."""
_TEXTS = 8
"""Entries whose texts are in one file."""


def search_files(catalog: Snapshot) -> Iterator[tuple[str, Any]]:
    """Yield the name and the content of each file, the first one last."""
    documents = list(catalog.documents())
    words = WordPostings(documents)
    index = WordIndex(documents)
    tables = list(catalog.code_tables())
    parts = {
        "words": shards(words, _SHARD),
        "codes": shards(code_keys(tables), _SHARD),
        "texts": list(_texts(documents)),
        "spelling": _by_first_letter(dictionary(documents)),
    }
    digest = hashlib.sha256(json.dumps([catalog.digest, parts]).encode()).hexdigest()[:12]
    for name, contents in parts.items():
        for number, content in enumerate(contents):
            yield f"{digest}/{name}-{number}.json", content
    yield (
        FIRST,
        {
            "folder": digest,
            "address": {"entry": ENTRY_ADDRESS, "table": TABLE_ADDRESS},
            "entries": [
                _entry(catalog, document, lengths) | {"phrases": phrases}
                for document, lengths, phrases in zip(
                    documents, words.lengths, _phrases(documents, index), strict=True
                )
            ],
            "tables": list(map(_table, tables)),
            "presences": _presences(documents, index),
            "words": _starts(parts["words"]),
            "codes": _starts(parts["codes"]),
            "texts": _TEXTS,
        },
    )


def _starts(parts: Sequence[Shard]) -> list[str]:
    """Return the first key of each shard."""
    return [shard[0][0] for shard in parts]


def _presences(documents: Sequence[Document], index: WordIndex) -> list[int]:
    """Return how present each word of a message is in the entries, in the order of appearance.

    By this, browsers know what messages are worth, whose words they know.
    """
    messages = (message for document in documents for message in document.messages)
    found = dict.fromkeys(word for message in messages for word in words_of(message))
    return list(map(index.presence, found))


def _phrases(documents: Sequence[Document], index: WordIndex) -> Iterator[list[int]]:
    """Yield for each entry how many words each keyword has, and what they say, in one list.

    The words themselves are among the postings.
    """
    for position, document in enumerate(documents):
        texts = keyword_text(document).split("\n")
        pairs = zip(texts, index.phrases(position), strict=True)
        yield [number for text, one in pairs for number in (len(words_of(text)), one.worth)]


def _texts(documents: Sequence[Document]) -> Iterator[list[tuple[str, str]]]:
    for start in range(0, len(documents), _TEXTS):
        some = documents[start : start + _TEXTS]
        yield [(document.summary, document.cause) for document in some]


def _by_first_letter(words: Mapping[str, int]) -> list[list[tuple[str, int]]]:
    """Return for each letter the words that begin with it and how many entries contain them."""
    return [
        sorted(item for item in words.items() if item[0].startswith(letter))
        for letter in string.ascii_lowercase
    ]


def _table(table: CodeTable) -> dict[str, Any]:
    return {
        "id": table.id,
        "title": table.title,
        "priority": table.priority,
        "forms": table.forms,
        "negated": table.negated,
    }


def _entry(catalog: Snapshot, document: Document, lengths: Lengths) -> dict[str, Any]:
    entry = catalog[document.id]
    messages = entry.symptom.messages
    data = {
        "id": document.id,
        "title": document.title,
        "kind": entry.symptom.kind,
        "caused_by": [link.id for link in entry.caused_by],
        "narrows": entry.narrows.id if entry.narrows else None,
        "messages": document.messages,
        "secondary": [number for number, message in enumerate(messages) if message.secondary],
        "unless": entry.symptom.unless,
        "telltales": entry.symptom.telltales,
        "named_by": document.named_by,
        "lengths": [*lengths.compounds, *lengths.more_words],
    }
    return {name: value for name, value in data.items() if value not in (None, [], ())}
