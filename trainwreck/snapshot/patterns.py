"""The messages of all entries as the matcher reads them, parsed when the snapshot was written."""

import json
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Any

from trainwreck.logs.anchors import anchors
from trainwreck.logs.placeholders import gap_of
from trainwreck.logs.templates import Template, parse
from trainwreck.snapshot.entry import Message, Symptom
from trainwreck.snapshot.file import dump

GRAM = 8
"""Characters of a pattern by which it is looked up."""


class Purpose(IntEnum):
    """What a pattern says of a line that it matches."""

    MESSAGE = 0
    """The line is the entry's."""
    EXCEPTION = 1
    """The line is not the entry's."""
    TELLTALE = 2
    """The line selects the entry if the log has a message of the one that it narrows."""


class Pattern:
    """One pattern of an entry, whose template is made when it is first asked for."""

    __slots__ = ("_row", "_template", "entry", "gram", "purpose", "secondary", "text")

    def __init__(self, entry: str, row: Sequence[Any]) -> None:
        """Read a row as :func:`line` writes it."""
        self._row = row
        self._template: Template | None = None
        self.entry = entry
        """The entry's id."""
        self.purpose: int = row[0]
        """A :class:`Purpose`, as a plain number."""
        self.secondary: bool = bool(row[1])
        """Whether the line only reports that something else failed."""
        self.text: str = row[2]
        """The message as it was written."""
        self.gram: str = row[3]
        """Beginning of the longest piece; empty if there is no fixed text."""

    @property
    def anchors(self) -> Sequence[str]:
        """Regular expressions of which each matching text contains all."""
        found: Sequence[str] = self._row[4]
        return found

    @property
    def key(self) -> tuple[object, ...]:
        """The same for patterns that match the same."""
        _, _, _, _, _, pieces, marks, _ = self._row
        return (tuple(pieces), tuple(marks))

    @property
    def template(self) -> Template:
        """What to look for."""
        template = self._template
        if template is None:
            _, _, text, _, _, pieces, marks, opens = self._row
            gaps = tuple(map(gap_of, marks))
            between = max(0, len(pieces) - 1)
            template = Template(
                text,
                tuple(pieces),
                gaps[:between],
                open_start=bool(opens & 1),
                open_end=bool(opens & 2),
                end_gap=next(iter(gaps[between:]), None),
            )
            self._template = template
        return template


def line(entry: str, symptom: Symptom) -> bytes:
    """Return the line of an entry in the section of patterns."""
    rows = [_row(Purpose.MESSAGE, message) for message in symptom.messages]
    rows += [_row(Purpose.EXCEPTION, Message(text)) for text in symptom.unless]
    rows += [_row(Purpose.TELLTALE, Message(text)) for text in symptom.telltales]
    return dump([entry, rows])


def read(lines: bytes) -> Iterator[Pattern]:
    """Yield the patterns of all entries from the lines of the section."""
    for entry, rows in json.loads(b"[" + b",".join(lines.splitlines()) + b"]"):
        for row in rows:
            yield Pattern(entry, row)


def pattern(entry: str, purpose: Purpose, message: Message) -> Pattern:
    """Return a pattern that no snapshot has."""
    return Pattern(entry, _row(purpose, message))


def _row(purpose: Purpose, message: Message) -> list[Any]:
    template = parse(message.text)
    longest = template.pieces[template.anchor] if template.pieces else ""
    return [
        int(purpose),
        int(message.secondary),
        message.text,
        longest[:GRAM],
        anchors(message.text),
        template.pieces,
        [gap.mark for gap in (*template.gaps, template.end_gap) if gap],
        template.open_start | template.open_end << 1,
    ]
