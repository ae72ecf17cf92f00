"""The entries and codes in the site's search index, with what our worker ranks them by.

Material's own index would hold every section of every entry's page. Here an entry is one document
in Material's form, with title, summary and messages, so that Material's search finds it too, and a
table of codes is one with its title. Beside them is what ``browser/search`` needs to match and to
rank entries, and to find codes.
"""

import html
from typing import Any

from trainwreck.logs.placeholders import PART
from trainwreck.markdown.plain_text import plain_text
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.snapshot.codes import Code, CodeTable
from trainwreck.snapshot.documents import Document

_BOOST = 2
"""What Material multiplies the score of an entry by, where it ranks without our worker."""


def own_documents(catalog: Snapshot) -> list[dict[str, Any]]:
    """Return a document for each entry and table of ``catalog``, beside those of other pages."""
    entries = [_document(catalog, document) for document in catalog.documents()]
    return [*entries, *(_table(table) for table in catalog.code_tables())]


def _table(table: CodeTable) -> dict[str, Any]:
    return {
        "location": f"codes/{table.id}/",
        "title": html.escape(table.title),
        "text": html.escape(" ".join(plain_text(table.summary).split()), quote=False),
        "codes": {
            "title": table.title,
            "priority": table.priority,
            "forms": table.forms,
            "negated": table.negated,
            "rows": [_row(code) for code in table.codes],
        },
    }


def _row(code: Code) -> dict[str, Any]:
    row = {
        "anchor": code.anchor,
        "number": code.number,
        "name": code.name,
        "text": code.text,
        "meaning": code.meaning and plain_text(code.meaning),
        "entry": code.entry,
    }
    return {name: value for name, value in row.items() if value is not None}


def _document(catalog: Snapshot, document: Document) -> dict[str, Any]:
    entry = catalog[document.id]
    said = [" ".join(PART.sub(" … ", message).split()) for message in document.messages]
    return {
        "location": entry.url,
        "title": html.escape(document.title),
        "text": html.escape(" ".join([document.summary, *said]), quote=False),
        "boost": _BOOST,
        "entry": {
            "id": document.id,
            "kind": entry.symptom.kind,
            "caused_by": [link.id for link in entry.caused_by],
            "narrows": entry.narrows.id if entry.narrows else None,
            "messages": document.messages,
            "secondary": [message.text for message in entry.symptom.messages if message.secondary],
            "unless": entry.symptom.unless,
            "telltales": entry.symptom.telltales,
            "samples": document.samples,
            "keywords": document.keywords,
            "summary": document.summary,
            "cause": document.cause,
            "words": document.words,
        },
    }
