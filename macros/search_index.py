"""The entries in the site's search index: one short document each, with what our worker ranks by.

Material's own index would hold every section of every entry's page. Here an entry is one document
in Material's form, with title, summary and messages, so that Material's search finds it too. Beside
them is what ``browser/search`` needs to match and to rank it.
"""

import html
import re
from collections.abc import Iterable, Iterator
from typing import Any

from trainwreck.logs.templates import PART

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,}).*$", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)|<(https?://[^\s<>]+)>")
_MARKS = re.compile(r"`+|\*\*|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)")
_WORD = re.compile(r"[^\W_]\w+")
_LONGEST_WORD = 40
_BOOST = 2
"""What Material multiplies the score of an entry by, where it ranks without our worker."""


def with_entries(index: dict[str, Any], compiled: dict[str, Any]) -> dict[str, Any]:
    """Return Material's search ``index`` with a document for each entry.

    Args:
        index: what the search plugin wrote, without the pages of entries.
        compiled: the catalog, as :func:`trainwreck.snapshot.compiled.compile_catalog` returns it.

    """
    clusters = compiled["clusters"]
    entries = [_document(entry, clusters) for entry in compiled["entries"]]
    return {**index, "docs": [*index["docs"], *entries]}


def _document(entry: dict[str, Any], clusters: dict[str, str]) -> dict[str, Any]:
    summary = _plain(entry["summary"])
    said = [" ".join(PART.sub(" … ", message).split()) for message in entry["messages"]]
    shown = [entry["title"], *entry["messages"], *entry["samples"], *entry["keywords"], summary]
    cause = _plain(entry["cause"])
    terms = [entry["kind"], entry["severity"], *(clusters.get(c, "") for c in entry["clusters"])]
    rest = [entry["first_step"], *_fix(entry["fix"]), entry["prose"], *terms]
    return {
        "location": entry["url"],
        "title": html.escape(entry["title"]),
        "text": html.escape(" ".join([summary, *said]), quote=False),
        "boost": _BOOST,
        "entry": {
            "id": entry["id"],
            "caused_by": entry["caused_by"],
            "messages": entry["messages"],
            "unless": entry["unless"],
            "samples": entry["samples"],
            "keywords": entry["keywords"],
            "summary": summary,
            "cause": cause,
            "words": " ".join(_new_words(map(_plain, rest), [*shown, cause, entry["id"]])),
        },
    }


def _fix(steps: Iterable[dict[str, Any]]) -> Iterator[str]:
    for step in steps:
        yield step["title"]
        yield step["when"] or ""
        yield step["text"]


def _new_words(texts: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    """Yield each word of ``texts`` once that does not stand in ``known`` already.

    How often a word stands in the prose says little, and most of it repeats the rest.
    """
    seen = {word.lower() for text in known for word in _WORD.findall(text)}
    for text in texts:
        for word in _WORD.findall(text):
            if word.lower() not in seen and not word.isdigit() and len(word) <= _LONGEST_WORD:
                seen.add(word.lower())
                yield word


def _plain(text: str) -> str:
    """Return what the Markdown ``text`` says, without its marks."""
    text = _LINK.sub(lambda link: link[1] or link[2], _FENCE.sub("", text))
    return " ".join(_MARKS.sub("", text).split())
