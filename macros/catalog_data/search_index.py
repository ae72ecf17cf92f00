"""The entries in the site's search index: one short document each, with what our worker ranks by.

Material's own index would hold every section of every entry's page. Here an entry is one document
in Material's form, with title, summary and messages, so that Material's search finds it too. Beside
them is what ``browser/search`` needs to match and to rank it.
"""

import html
from typing import Any

from trainwreck.logs.templates import PART
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.snapshot.documents import Document

_BOOST = 2
"""What Material multiplies the score of an entry by, where it ranks without our worker."""


def entry_documents(catalog: Snapshot) -> list[dict[str, Any]]:
    """Return a document for each entry of ``catalog``, to stand beside those of other pages."""
    return [_document(catalog, document) for document in catalog.documents()]


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
