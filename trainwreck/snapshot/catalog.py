"""The catalog: every entry of a snapshot, each read when it is first asked for."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from trainwreck.model.clusters import Cluster
from trainwreck.model.problems import Problem
from trainwreck.model.vocabulary import Category, Kind
from trainwreck.snapshot import documents, patterns, view
from trainwreck.snapshot.documents import Document
from trainwreck.snapshot.entry import Entry, Link
from trainwreck.snapshot.file import SnapshotFile
from trainwreck.snapshot.patterns import Pattern

if TYPE_CHECKING:
    from trainwreck.series.conditions import Condition
    from trainwreck.snapshot.codes import CodeTable


class Catalog:
    """Entries by id.

    Iterating, counting and every list leaves out the entries that were withdrawn.
    """

    def __init__(self, file: SnapshotFile) -> None:
        """Read the entries of the snapshot in ``file``."""
        self._file = file
        self._index: Mapping[str, Mapping[str, Any]] = file.header["index"]
        self._read: dict[str, Entry] = {}

    @property
    def digest(self) -> str:
        """Tells the content of one catalog from that of another."""
        digest: str = self._file.header["digest"]
        return digest

    @cached_property
    def clusters(self) -> tuple[Cluster, ...]:
        """The machines that entries may name."""
        return tuple(Cluster(*values) for values in self._file.header["clusters"])

    @cached_property
    def left_out(self) -> tuple[Problem, ...]:
        """Why entries of the folder are not in the catalog, one problem per file."""
        return tuple(Problem(*values) for values in self._file.header["left_out"])

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """All entries by their ids, in their order, those that were withdrawn included."""
        return _Entries(self)

    @cached_property
    def categories(self) -> Mapping[Category, tuple[Entry, ...]]:
        """The entries of each category that has any, in the order of the vocabulary."""
        found = {
            category: tuple(entry for entry in self if entry.category is category)
            for category in Category
        }
        return {category: entries for category, entries in found.items() if entries}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all entries, sorted, those that were withdrawn included."""
        return tuple(self._index)

    def __iter__(self) -> Iterator[Entry]:
        """Iterate over the entries that were not withdrawn, sorted by id."""
        return (
            self[id_] for id_, known in self._index.items() if not known["facts"].get("withdrawn")
        )

    def __len__(self) -> int:
        """Return the number of entries that were not withdrawn."""
        return sum(not known["facts"].get("withdrawn") for known in self._index.values())

    def __contains__(self, id_: object) -> bool:
        """Tell whether there is an entry with this id."""
        return id_ in self._index

    def __getitem__(self, id_: str) -> Entry:
        """Return the entry with this id.

        Raises:
            KeyError: if there is none.

        """
        entry = self._read.get(id_)
        if entry is None:
            known = self._index[id_]
            data = self._file.line("entries", known["place"])
            entry = self._read[id_] = view.read(data, self._links(known))
        return entry

    def get(self, id_: str) -> Entry | None:
        """Return the entry with this id, or with this former id; None if there is none."""
        current = id_ if id_ in self._index else self.aliases.get(id_)
        return None if current is None else self[current]

    def seen_on(self, cluster: str) -> tuple[Entry, ...]:
        """Return the entries that name ``cluster``, in the order of their ids."""
        return tuple(entry for entry in self if cluster in entry.clusters)

    @cached_property
    def aliases(self) -> Mapping[str, str]:
        """The id of the entry for each former id."""
        return {
            alias: id_
            for id_, known in self._index.items()
            for alias in known["facts"].get("aliases", ())
        }

    def _links(self, known: Mapping[str, Any]) -> dict[str, Any]:
        links = {
            name: tuple(
                Link(id_, self._index[id_]["facts"]["title"]) for id_ in known.get(name, ())
            )
            for name in view.LINKS
        }
        narrowed = links.pop("narrows")
        return {**links, "narrows": narrowed[0] if narrowed else None}


class Snapshot(Catalog):
    """A catalog with what matching and search need of it, which the package keeps to itself."""

    def caused_by(self, id_: str) -> Iterable[str]:
        """Return the ids of the errors of which an entry is often a consequence."""
        causes: Iterable[str] = self._index[id_].get("caused_by", ())
        return causes

    def narrows(self, id_: str) -> str | None:
        """Return the id of the more general entry that an entry specializes."""
        return next(iter(self._index[id_].get("narrows", ())), None)

    def kind(self, id_: str) -> Kind:
        """Return what an entry's error does to the job."""
        return Kind(self._index[id_]["facts"]["kind"])

    def patterns(self) -> Iterator[Pattern]:
        """Yield the patterns of all entries that were not withdrawn."""
        return patterns.read(self._file.section("patterns"))

    def conditions(self) -> "Iterator[tuple[str, Condition]]":
        """Yield the conditions on numbers of all entries that were not withdrawn, by entry."""
        from trainwreck.series.conditions import parse_condition  # noqa: PLC0415  few logs need it

        for id_, known in self._index.items():
            for text in known["facts"].get("series", ()):
                yield id_, parse_condition(text)

    def documents(self) -> Iterator[Document]:
        """Yield what the search by words knows of each entry that was not withdrawn."""
        return documents.read(self._file.section("documents"), self._named_by())

    def _named_by(self) -> Mapping[str, int]:
        """Return how many other entries name each that some do, for whatever reason."""
        fields = ("caused_by", "narrows", "related")
        return Counter(
            named
            for id_, known in self._index.items()
            if not known["facts"].get("withdrawn")
            for named in {id_ for field in fields for id_ in known.get(field, ())} - {id_}
        )

    @property
    def code_table_ids(self) -> tuple[str, ...]:
        """The ids of the tables of codes, sorted."""
        return tuple(known["id"] for known in self._file.header["codes"])

    def code_table(self, id_: str) -> "CodeTable":
        """Return the table of codes with this id.

        Raises:
            KeyError: if there is none.

        """
        from trainwreck.snapshot import codes  # noqa: PLC0415  most diagnoses need no codes

        for known in self._file.header["codes"]:
            if known["id"] == id_:
                return codes.read(self._file.line("codes", known["place"]))
        raise KeyError(id_)

    def code_tables(self) -> Iterator["CodeTable"]:
        """Yield the tables of codes, the one that is likeliest for a bare number first."""
        from trainwreck.snapshot import codes  # noqa: PLC0415  most diagnoses need no codes

        lines = self._file.section("codes").splitlines()
        yield from sorted(map(codes.read, lines), key=lambda table: (table.priority, table.id))

    def code_patterns(self, text: str) -> list[tuple[str, str]]:
        """Return the patterns of codes that ``text`` may have, each after its table's id."""
        return [
            (table, pattern)
            for table, pieces, pattern in self._code_patterns
            if all(piece in text for piece in pieces)
        ]

    @cached_property
    def _code_patterns(self) -> list[tuple[str, list[str], str]]:
        """The table, the texts that a line has in any case, and the pattern of each code."""
        return [
            (table, pieces, pattern)
            for line in self._file.section("code_patterns").splitlines()
            for table, patterns in (json.loads(line),)
            for pieces, pattern in patterns
        ]


class _Entries(Mapping[str, Entry]):
    """The entries of a catalog as a mapping; an entry is read when it is looked up."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def __getitem__(self, id_: str) -> Entry:
        return self._catalog[id_]

    def __iter__(self) -> Iterator[str]:
        return iter(self._catalog.ids)

    def __len__(self) -> int:
        return len(self._catalog.ids)
