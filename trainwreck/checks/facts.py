"""What the rules across entries need to know of each entry, as plain values that a cache can keep.

Taken from the plain data, so that these rules hold for entries with other problems too.
"""

from collections.abc import Iterator
from typing import Any

from trainwreck.catalog.yaml_reader import EntrySource
from trainwreck.checks.findings import Facts, Texts
from trainwreck.logs.normalizer import stream
from trainwreck.markdown import prose_rules as prose
from trainwreck.markdown.location import Location
from trainwreck.model.scalars import NotText
from trainwreck.model.vocabulary import Kind
from trainwreck.snapshot import patterns
from trainwreck.snapshot.entry import Message, Symptom

_LINKS = ("caused_by", "related", "aliases")


def facts(source: EntrySource, prose_texts: Texts) -> Facts:
    """Return what the others need to know of an entry with these Markdown texts.

    Under ``names``: for each field, ids of entries with their lines. Under ``clusters``: names with
    fields and lines. Under ``prose``: ids that texts link to. Under ``date``: the day of the last
    proof.
    """
    names = {field: list(_names(source, (field,))) for field in _LINKS}
    narrows = _value(source.data, "narrows")
    if isinstance(narrows, str):
        names["narrows"] = [[narrows, "narrows", source.line(("narrows",))]]
    date = _value(_value(source.data, "verified"), "date")
    return {
        "names": {field: found for field, found in names.items() if found},
        "prose": list(_linked(source, prose_texts)),
        "clusters": list(_clusters(source)),
        "kind": _value(_value(source.data, "symptom"), "kind"),
        "date": [date, source.line(("verified", "date"))] if isinstance(date, str) else None,
    }


def pattern_line(source: EntrySource) -> bytes:
    """Return the patterns of an entry, as a snapshot has them."""
    if _value(source.data, "withdrawn"):
        return patterns.line(source.path.stem, Symptom(Kind.CRASH, ""))
    symptom = Symptom(
        Kind.CRASH,  # plays no part
        "",
        tuple(_messages_with_roles(source)),
        tuple(text for text, _ in _texts(source, ("symptom", "unless"))),
        tuple(text for text, _ in _texts(source, ("symptom", "telltales"))),
    )
    return patterns.line(source.path.stem, symptom)


def message_lines(source: EntrySource) -> list[int]:
    """Return the line of each message of an entry in its file."""
    return [line for _, line in _messages(source)]


def samples(source: EntrySource) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the text, and the normalized text of each sample of an entry."""
    if _value(source.data, "withdrawn"):
        return
    for text, line in _texts(source, ("symptom", "samples")):
        yield line, text, stream(text).text


def _messages(source: EntrySource) -> Iterator[tuple[str, int]]:
    where: Location = ("symptom", "messages")
    for index, item in enumerate(_list(source.data, where)):
        text = _value(item, "text") if isinstance(item, dict) else item
        if isinstance(text, str) and text.strip():
            yield text, source.line((*where, index))


def _messages_with_roles(source: EntrySource) -> Iterator[Message]:
    items = _list(source.data, ("symptom", "messages"))
    for item in items:
        text = _value(item, "text") if isinstance(item, dict) else item
        if isinstance(text, str) and text.strip():
            flag = _value(item, "secondary")
            yield Message(text, secondary=isinstance(flag, NotText) and flag.truth is True)


def _texts(source: EntrySource, where: Location) -> Iterator[tuple[str, int]]:
    for index, text in enumerate(_list(source.data, where)):
        if isinstance(text, str) and text.strip():
            yield text, source.line((*where, index))


def _names(source: EntrySource, where: Location) -> Iterator[list[Any]]:
    for index, name in enumerate(_list(source.data, where)):
        if isinstance(name, str):
            field = (*where, index)
            yield [name, _dotted(field), source.line(field)]


def _clusters(source: EntrySource) -> Iterator[list[Any]]:
    yield from _names(source, ("clusters",))
    for number in range(len(_list(source.data, ("fix",)))):
        yield from _names(source, ("fix", number, "clusters"))


def _linked(source: EntrySource, prose_texts: Texts) -> Iterator[list[Any]]:
    for where, text in prose_texts:
        for offset, page, _ in prose.linked_pages(text):
            yield [page, _dotted(where), source.text_line(where, offset)]


def _list(data: object, where: Location) -> list[Any]:
    for part in where:
        data = _value(data, part)
    return data if isinstance(data, list) else []


def _value(data: object, part: str | int) -> Any:
    if isinstance(data, dict):
        return data.get(part)
    if isinstance(data, list) and isinstance(part, int):
        return data[part]
    return None


def _dotted(where: Location) -> str:
    return ".".join(map(str, where))
