"""What the search by words knows of an entry: the same for the command line and the browser."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from trainwreck.markdown.plain_text import plain_text
from trainwreck.model.clusters import ANY_CLUSTER
from trainwreck.snapshot.entry import Entry
from trainwreck.snapshot.file import dump

_WORD = re.compile(r"[^\W_]\w+")
_LONGEST_WORD = 40


@dataclass(frozen=True, slots=True)
class Document:
    """The words of one entry, without Markdown."""

    id: str
    title: str
    messages: tuple[str, ...]
    samples: tuple[str, ...]
    keywords: tuple[str, ...]
    summary: str
    cause: str
    words: str
    """Each word of the rest once that none of the other fields has."""
    named_by: int = 0
    """How many other entries name it."""


def line(entry: Entry) -> bytes:
    """Return the line of ``entry`` in the section of documents."""
    return dump(asdict(_document(entry)))


def read(lines: bytes, named_by: Mapping[str, int]) -> Iterator[Document]:
    """Yield the documents from the lines of the section; withdrawn entries have none.

    Args:
        lines: the section.
        named_by: how many other entries name each that some do, by its id.

    """
    for data in json.loads(b"[" + b",".join(lines.splitlines()) + b"]"):
        if data is not None:
            fields = {name: _frozen(value) for name, value in data.items()}
            yield Document(**fields | {"named_by": named_by.get(data["id"], 0)})


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _document(entry: Entry) -> Document:
    symptom = entry.symptom
    messages = tuple(message.text for message in symptom.messages)
    summary, cause = plain_text(symptom.summary), plain_text(entry.cause)
    shown = [entry.title, *messages, *symptom.samples, *symptom.keywords, summary, cause, entry.id]
    return Document(
        id=entry.id,
        title=entry.title,
        messages=messages,
        samples=symptom.samples,
        keywords=symptom.keywords,
        summary=summary,
        cause=cause,
        words=" ".join(_new_words(map(plain_text, _rest(entry)), shown)),
    )


def _rest(entry: Entry) -> Iterator[str]:
    """Yield every other text of ``entry`` that people may search for."""
    yield from (entry.first_step, entry.verdict, entry.action.reason)
    for step in entry.fix:
        yield from (step.title, step.when or "", step.text)
    yield from filter(None, (entry.confirm, entry.root_cause, entry.prevention, entry.as_reported))
    for attempt in entry.failed_attempts:
        yield from (attempt.tried, attempt.result)
    yield from (entry.category.label, *(framework.label for framework in entry.frameworks))
    yield from (entry.symptom.kind, entry.severity)
    yield from (cluster for cluster in entry.clusters if cluster != ANY_CLUSTER)


def _new_words(texts: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    """Yield each word of ``texts`` once that is not in ``known`` already.

    How often a word occurs in the prose says little, and most of it repeats the rest.
    """
    seen = {word.lower() for text in known for word in _WORD.findall(text)}
    for text in texts:
        for word in _WORD.findall(text):
            if word.lower() not in seen and not word.isdigit() and len(word) <= _LONGEST_WORD:
                seen.add(word.lower())
                yield word
