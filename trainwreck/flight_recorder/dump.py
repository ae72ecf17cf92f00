"""Reads the dump of one rank: which collectives it called, on which process groups."""

import functools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trainwreck.files import read_regular
from trainwreck.flight_recorder.plain_pickle import PickleError, load_plain

LARGEST = 64 << 20
"""Bytes of a dump; the usual 2,000 calls with their stack traces take one to eight million."""
MOST_RANKS = 1 << 20
"""Numbers from here on are dates or job ids, not ranks."""
_RANK = re.compile(r"rank[-_.]?(\d{1,9})(?!\d)", re.IGNORECASE)
_NUMBER = re.compile(r"(?<!\d)(\d{1,9})(?!\d)")
_LIBRARY = re.compile(r"[/\\](?:site|dist)-packages[/\\]|[/\\]lib[/\\]python3|^<|[/\\]torch[/\\]")
_FRAME = {"filename": str, "line": int, "name": str}


class DumpError(Exception):
    """A dump cannot be used; the text names the file, the field, and the problem."""


@dataclass(frozen=True, slots=True)
class Call:
    """One collective that a rank enqueued."""

    group: tuple[str, str]
    """Name of the process group, and what it is for."""
    sequence: int
    """Number of the collective in its group; those of one coalesced call share it."""
    operation: str
    """Such as "all_reduce"."""
    input_sizes: tuple[tuple[int, ...], ...]
    output_sizes: tuple[tuple[int, ...], ...]
    input_dtypes: tuple[str, ...]
    output_dtypes: tuple[str, ...]
    state: str
    """How far it got: "scheduled", "started" or "completed"."""
    created: int
    """When it was enqueued, in nanoseconds since 1970."""
    place: str | None
    """The line of the program that called it, as "train.py:88, in step"; None if not recorded."""

    @property
    def is_completed(self) -> bool:
        """Whether it ended, as far as the recorder knows."""
        return self.state == "completed"


@dataclass(frozen=True, slots=True)
class Dump:
    """What the flight recorder of one rank had kept."""

    path: Path
    rank: int
    calls: tuple[Call, ...]
    """Collectives in their order; calls from point to point are left out."""
    members: Mapping[str, frozenset[int]]
    """Ranks of the process groups by their names, as far as they were recorded."""
    has_dropped: bool = False
    """Whether the buffer was full, so that the first calls are no longer there."""
    family: str = ""
    """Name of the file with an asterisk for the rank: the same for all dumps of a job."""
    written: float = 0
    """When the file was written, in seconds since 1970."""


def read_dump(path: Path) -> Dump:
    """Read the dump of one rank, a pickle or JSON.

    Raises:
        DumpError: if it can't be read, is too large, or contains something else.

    """
    content, written = _content(path)
    entries = content.get("entries") if isinstance(content, dict) else None
    if not isinstance(entries, list):
        raise DumpError(f"{path}: has no list of entries; it is not a flight recorder dump")
    try:
        calls, has_dropped = calls_of(entries), _has_dropped(entries)
    except DumpError as error:
        raise DumpError(f"{path}: {error}") from None
    rank, family = _rank(path, content)
    members = _members(content)
    return Dump(path, rank, calls, members, has_dropped=has_dropped, family=family, written=written)


def calls_of(entries: Sequence[Any]) -> tuple[Call, ...]:
    """Return the collectives among the ``entries`` of a dump.

    Raises:
        DumpError: if a field is of a wrong type.

    """
    made = [_Entry(fields, f"entries[{number}]") for number, fields in enumerate(entries)]
    return tuple(entry.call() for entry in made if not entry.is_point_to_point)


def _content(path: Path) -> tuple[Any, float]:
    """Return what a file contains, and when it was written."""
    try:
        data, written = read_regular(path, LARGEST + 1), path.stat().st_mtime
    except OSError as error:
        raise DumpError(f"{path}: cannot be read: {error.strerror}") from None
    if len(data) > LARGEST:
        raise DumpError(f"{path}: is larger than {LARGEST:,} bytes")
    try:
        return (load_plain(data) if data[:1] == b"\x80" else json.loads(data)), written
    except PickleError as error:
        raise DumpError(f"{path}: {error}") from None
    except RecursionError:
        raise DumpError(f"{path}: is nested too deep") from None
    except ValueError as error:
        raise DumpError(f"{path}: is not valid JSON: {str(error)[:80]}") from None


def _rank(path: Path, content: Mapping[str, Any]) -> tuple[int, str]:
    """Return the rank that a dump or its name tells, and its name with an asterisk for the rank.

    PyTorch's dumps contain no rank.
    """
    rank, family = content.get("rank"), path.name
    for name in (path.name, path.parent.name):
        if numbers := [*_NUMBER.finditer(name), *_RANK.finditer(name)]:
            start, end = numbers[-1].span(1)
            family = f"{name[:start]}*{name[end:]}" if name == path.name else path.name
            rank = rank if type(rank) is int else int(numbers[-1][1])
            break
    if type(rank) is not int:
        raise DumpError(f"{path}: doesn't tell its rank; rename it to rank_<number>")
    if not 0 <= rank < MOST_RANKS:
        raise DumpError(f"{path}: {rank} is not a rank; rename it to rank_<number>")
    return rank, family


def _members(content: Mapping[str, Any]) -> dict[str, frozenset[int]]:
    """Return the ranks of each process group; PyTorch writes them as the text of a list."""
    config = content.get("pg_config")
    found = {}
    for name, about in (config if isinstance(config, dict) else {}).items():
        ranks = about.get("ranks") if isinstance(about, dict) else None
        if isinstance(ranks, str):
            ranks = list(map(int, _NUMBER.findall(ranks)))
        if ranks and _is_list(ranks, int) and max(ranks) < MOST_RANKS:
            found[str(name)] = frozenset(ranks)
    return found


class _Entry:
    """One entry of a dump, whose fields are of any type."""

    def __init__(self, fields: Any, place: str) -> None:
        if not isinstance(fields, dict):
            raise DumpError(f"{place} is not a dictionary")
        self._fields, self._place = fields, place

    @property
    def is_point_to_point(self) -> bool:
        return self._fields.get("is_p2p") is True

    def call(self) -> Call:
        sequence = "collective_seq_id" if "collective_seq_id" in self._fields else "seq_id"
        name = self._text("profiling_name")
        state = self._text("state")
        # Gloo's calls stay "scheduled"; they are retired when they end.
        is_over = self._fields.get("retired") is True and name.startswith("gloo:")
        return Call(
            group=self._group(),
            sequence=self._integer(sequence),
            operation=name.partition(":")[2] or name,
            input_sizes=self._sizes("input_sizes"),
            output_sizes=self._sizes("output_sizes"),
            input_dtypes=self._texts("input_dtypes"),
            output_dtypes=self._texts("output_dtypes"),
            state="completed" if is_over else state,
            created=self._integer("time_created_ns"),
            place=_place(self._fields.get("frames")),
        )

    def _group(self) -> tuple[str, str]:
        pair = self._fields.get("process_group")
        if pair is None:  # before version 2 of the format
            return self._text("pg_name"), ""
        if not (_is_list(pair, str) and len(pair) == len(("name", "description"))):
            self._refuse("process_group", "a pair of texts")
        return pair[0], "" if pair[1] == "undefined" else pair[1]

    def _integer(self, field: str) -> int:
        value = self._fields.get(field, 0)
        if type(value) is not int:
            self._refuse(field, "a whole number")
        return int(value)

    def _text(self, field: str) -> str:
        value = self._fields.get(field)
        if not isinstance(value, str):
            self._refuse(field, "text")
        return str(value)

    def _texts(self, field: str) -> tuple[str, ...]:
        value = self._fields.get(field, ())
        if not _is_list(value, str):
            self._refuse(field, "a list of texts")
        return tuple(value)

    def _sizes(self, field: str) -> tuple[tuple[int, ...], ...]:
        value = self._fields.get(field, ())
        if not (_is_list(value, list | tuple) and all(_is_list(size, int) for size in value)):
            self._refuse(field, "a list of sizes")
        return tuple(tuple(size) for size in value)

    def _refuse(self, field: str, expected: str) -> None:
        raise DumpError(f"{self._place}.{field} is not {expected}")


def _has_dropped(entries: Sequence[Mapping[str, Any]]) -> bool:
    first = entries[0].get("record_id", 0) if entries else 0
    return type(first) is int and first > 0


def _is_list(value: Any, kind: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, kind) for item in value)


def _place(frames: Any) -> str | None:
    """Return where the program made a call: the innermost line that is in no library."""
    known = (frame for frame in frames if _is_frame(frame)) if isinstance(frames, list) else ()
    innermost = None
    for frame in known:
        innermost = innermost or frame
        if not _is_of_library(frame["filename"]):
            innermost = frame
            break
    return innermost and f"{innermost['filename']}:{innermost['line']}, in {innermost['name']}"


@functools.lru_cache(maxsize=1024)
def _is_of_library(file: str) -> bool:
    return bool(_LIBRARY.search(file))


def _is_frame(frame: Any) -> bool:
    return isinstance(frame, dict) and all(
        type(frame.get(field)) is kind for field, kind in _FRAME.items()
    )
