"""Explains codes: what people type, and what a log prints."""

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from trainwreck.model.vocabulary import Action
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.snapshot.codes import Code, CodeTable
from trainwreck.snapshot.entry import Entry

_NUMBER = re.compile(r"-?(?:0x[0-9a-f]+|\d+)", re.IGNORECASE)
_AT_END = re.compile(r"(?:^|(?<=[\s:=])(?=-))(-?(?:0x[0-9a-f]+|\d+))$", re.IGNORECASE)
"""A number, or a negative number after words such as "exitcode"."""
_PAIR = re.compile(r"(?:exitcode\s*=\s*)?(\d+):(\d+)", re.IGNORECASE)
"""Exit code and signal, as Slurm prints them."""
_STATE = re.compile(r"(\w{4,})(\+|\s+by\s+\d+)")
"""A state as sacct prints it: cut off to the width of its column, or with who canceled the job."""
_AROUND = " \t\"'`[](){}<>,;."
_BETWEEN = " \t:=#-(["
_WITHOUT_ENTRY = 4
"""How many places of a table's priority a code without an entry falls back for a bare number."""
_WITHOUT_MEANING = 1_000
_MOST_SIMILAR = 3
_SIMILAR = 0.75


@dataclass(frozen=True, slots=True)
class Reading:
    """One code that a word can stand for."""

    table: CodeTable
    code: Code
    entry: Entry | None = None
    """The entry that covers it."""

    @property
    def action(self) -> Action | None:
        """What to do with the job; None if that depends."""
        return self.code.action or (self.entry.action.decision if self.entry else None)


class CodeIndex:
    """Knows the tables of codes of a catalog."""

    def __init__(self, catalog: Snapshot) -> None:
        """Read the tables of ``catalog``."""
        self._catalog = catalog
        self._tables = tuple(catalog.code_tables())

    def queries(self, words: Sequence[str]) -> list[str]:
        """Return the codes that ``words`` name: ``xid 79 SIGBUS`` names two."""
        joined = " ".join(words)
        if len(words) == 1 or self._exact(_cleaned(joined)):
            return [joined]
        found, pending = [], []
        for word in words:
            pending.append(word)
            if word.lower().strip(_AROUND + _BETWEEN) not in self._form_words:
                found.append(" ".join(pending))
                pending = []
        if pending:
            found.append(" ".join(pending))
        is_a_line = not all(map(self.explain, found)) and self.explain(joined)
        return [joined] if is_a_line else found

    def explain(self, query: str) -> tuple[Reading, ...]:
        """Return what ``query`` can mean, the likeliest first; nothing if it is not known.

        Args:
            query: a code in any form: ``137``, ``signal 9``, ``-11``, ``SIGKILL``, ``xid 79``,
                ``0:9``, ``OUT_OF_ME+``, ``cudaErrorIllegalAddress``, an official text, or a line
                of a log.

        """
        text = _cleaned(query)
        found = (
            self._exact(text)
            or self._in_line(query)
            or self._by_state(text)
            or self._by_number(text)
        )
        return tuple(
            self._reading(table, code) for table, code in sorted(_unique(found), key=_order)
        )

    def similar(self, query: str) -> list[str]:
        """Return the names of codes that are spelled most like ``query``."""
        word = _cleaned(query).lower()
        names = difflib.get_close_matches(word, list(self._names), _MOST_SIMILAR, _SIMILAR)
        return [self._names[name] for name in names]

    def _exact(self, text: str) -> list[tuple[CodeTable, Code]]:
        return self._by_pair(text) or self._by_form(text) or self._by_name(text)

    def _by_pair(self, text: str) -> list[tuple[CodeTable, Code]]:
        """Return what ``0:9`` means: the second number counts unless it is zero."""
        if not (pair := _PAIR.fullmatch(text)):
            return []
        said = f"0:{pair[2]}" if int(pair[2]) else f"{pair[1]}:0"
        return self._in_line(f"ExitCode={said}")

    def _by_form(self, text: str) -> list[tuple[CodeTable, Code]]:
        """Return what ``xid 79`` means: a code after what people write before it."""
        lower = text.lower()
        fitting = [
            (len(form), table, lower[len(form) :])
            for table in self._tables
            for form in table.forms
            if lower.startswith(form) and not _goes_on(form, lower)
        ]
        for longest in sorted({length for length, _, _ in fitting}, reverse=True):
            found = [
                (table, code)
                for length, table, rest in fitting
                if length == longest
                for code in _after_form(table, rest)
            ]
            if found:
                return found
        return []

    def _by_name(self, text: str) -> list[tuple[CodeTable, Code]]:
        lower = text.lower()
        return [
            (table, code)
            for table in self._tables
            for code in (*table.by_name.get(lower, ()), *table.by_text.get(lower, ()))
        ]

    def _by_state(self, text: str) -> list[tuple[CodeTable, Code]]:
        """Return what ``OUT_OF_ME+`` and ``CANCELLED by 1000`` mean."""
        if not (match := _STATE.fullmatch(text)):
            return []
        name = match[1].lower()
        if whole := self._by_name(name):
            return whole
        names = (known for known in self._names if match[2] == "+" and known.startswith(name))
        return [found for known in names for found in self._by_name(known)]

    def _in_line(self, line: str) -> list[tuple[CodeTable, Code]]:
        return [
            (table, code)
            for table in self._tables
            for pattern in table.patterns
            for kind, value in pattern.find(line)
            for code in table.find(kind, value)
        ]

    def _by_number(self, text: str) -> list[tuple[CodeTable, Code]]:
        if not (match := _AT_END.search(text)):
            return []
        number = int(match[1], 16 if "x" in match[1].lower() else 10)
        return [(table, code) for table in self._tables for code in table.numbered(number)]

    def _reading(self, table: CodeTable, code: Code) -> Reading:
        return Reading(table, code, self._catalog.get(code.entry) if code.entry else None)

    @cached_property
    def _names(self) -> dict[str, str]:
        return {
            code.name.lower(): code.name
            for table in self._tables
            for code in table.codes
            if code.name is not None
        }

    @cached_property
    def _form_words(self) -> frozenset[str]:
        forms = (form for table in self._tables for form in table.forms)
        return frozenset(word.strip(_AROUND + _BETWEEN) for form in forms for word in form.split())


def _cleaned(query: str) -> str:
    return " ".join(query.split()).strip(_AROUND)


def _goes_on(form: str, text: str) -> bool:
    return form[-1].isalnum() and text[len(form) : len(form) + 1].isalnum()


def _after_form(table: CodeTable, rest: str) -> Iterable[Code]:
    code = rest.lstrip(_BETWEEN)
    if not code:
        return ()
    if _NUMBER.fullmatch(code):
        number = int(code, 16 if "x" in code else 10)
        # A minus sign is part of the number if it stands right before it.
        is_negative = rest[: -len(code)].endswith("-") and not rest.startswith("-")
        return table.numbered(-number if is_negative else number)
    return (*table.by_name.get(code, ()), *table.by_text.get(code, ()))


def _order(found: tuple[CodeTable, Code]) -> tuple[int, int]:
    table, code = found
    behind = 0 if code.entry else _WITHOUT_ENTRY
    if code.meaning is None:
        behind = _WITHOUT_MEANING
    return table.priority + behind, table.priority


def _unique(found: Iterable[tuple[CodeTable, Code]]) -> Iterator[tuple[CodeTable, Code]]:
    """Yield each code once."""
    seen = set()
    for table, code in found:
        if (key := (table.id, code.anchor)) not in seen:
            seen.add(key)
            yield table, code
