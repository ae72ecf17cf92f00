"""The catalog: every entry of a folder, checked and linked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from trainwreck.catalog import ambiguity as collisions
from trainwreck.catalog import cross_links as links
from trainwreck.catalog.entry_checks import file_fault, read_entry
from trainwreck.catalog.evidence import Record, digest, read_ledger
from trainwreck.catalog.yaml_reader import Source
from trainwreck.model.clusters import Cluster, read_clusters
from trainwreck.model.entry import Entry
from trainwreck.model.problems import CatalogError, Fault
from trainwreck.model.vocabulary import Category, Evidence
from trainwreck.snapshot.compiled import compile_catalog, from_plain

_PACKAGED = Path(__file__).parent.parent / "_catalog" / "errors"
_IN_CHECKOUT = Path(__file__).parent.parent.parent / "errors"


@dataclass(frozen=True)
class Catalog:
    """Entries by id, and what can be derived from all of them together.

    Iterating, counting and all that is derived leaves out the entries that were withdrawn.
    """

    entries: Mapping[str, Entry]
    """All entries by their ids, those that were withdrawn included."""
    clusters: tuple[Cluster, ...] = ()
    """The machines that entries may name."""
    evidence: Mapping[str, Record] = field(default_factory=dict)
    """What the last run of each reproduction showed, by the entry's id."""

    @cached_property
    def causes(self) -> Mapping[str, tuple[Entry, ...]]:
        """For each id the entries that name it in ``caused_by``: what it leads to."""
        return self._pointing_at("caused_by")

    @cached_property
    def related(self) -> Mapping[str, tuple[Entry, ...]]:
        """For each id the related entries, whichever of the two names the other.

        Causes and effects are left out: their link says more.
        """
        backwards = self._pointing_at("related")
        related = {}
        for entry in self.entries.values():
            named = [self.entries[id_] for id_ in entry.related]
            causal = {*entry.caused_by, *(effect.id for effect in self.causes[entry.id])}
            both = {other.id: other for other in (*named, *backwards[entry.id])}
            related[entry.id] = tuple(
                e for id_, e in both.items() if id_ not in causal and not e.withdrawn
            )
        return related

    @cached_property
    def categories(self) -> Mapping[Category, tuple[Entry, ...]]:
        """The entries of each category that has any, in the order of the vocabulary."""
        groups: dict[Category, list[Entry]] = {category: [] for category in Category}
        for entry in self:
            groups[entry.category].append(entry)
        return {category: tuple(group) for category, group in groups.items() if group}

    def __iter__(self) -> Iterator[Entry]:
        """Iterate over the entries that hold, sorted by id."""
        return iter(self._holding)

    def __len__(self) -> int:
        """Return the number of entries that hold."""
        return len(self._holding)

    def find(self, id_: str) -> Entry | None:
        """Return the entry with this id, or with this former id; None where there is none."""
        return self.entries.get(id_) or self._by_alias.get(id_)

    def caused_by(self, entry: Entry) -> tuple[Entry, ...]:
        """Return the entries of which ``entry`` is often the echo."""
        causes = (self.entries[id_] for id_ in entry.caused_by)
        return tuple(cause for cause in causes if not cause.withdrawn)

    def proof(self, entry: Entry) -> Record | None:
        """Return the record of the run of the reproduction of ``entry`` as it is now, if any."""
        record = self.evidence.get(entry.id)
        current = entry.reproduction and record and digest(entry.reproduction)
        return record if record and record.digest == current else None

    def standing(self, entry: Entry) -> Evidence:
        """Return what the claims of ``entry`` rest on.

        Where its author could only read of the error, a reproduction shows a variant of it, which
        proves no more.
        """
        measured = entry.verified.evidence is Evidence.MEASURED
        return Evidence.REPRODUCED if measured and self.proof(entry) else entry.verified.evidence

    def seen_on(self, cluster: str) -> tuple[Entry, ...]:
        """Return the entries reported on ``cluster`` by name."""
        return tuple(entry for entry in self if cluster in entry.clusters)

    @cached_property
    def _holding(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries.values() if not entry.withdrawn)

    @cached_property
    def _by_alias(self) -> Mapping[str, Entry]:
        return {alias: entry for entry in self.entries.values() for alias in entry.aliases}

    def _pointing_at(self, field: str) -> Mapping[str, tuple[Entry, ...]]:
        pointing: dict[str, list[Entry]] = {id_: [] for id_ in self.entries}
        for entry in self:
            for id_ in getattr(entry, field):
                pointing[id_].append(entry)
        return {id_: tuple(entries) for id_, entries in pointing.items()}


def default_root() -> Path:
    """Return the catalog that comes with the package: packed in the wheel, or the checkout's."""
    return _PACKAGED if _PACKAGED.is_dir() else _IN_CHECKOUT


def clusters_folder(root: Path) -> Path:
    """Return the folder of the cluster pages that belong to the catalog at ``root``."""
    return root.parent / "docs" / "clusters"


def load(root: Path | None = None) -> Catalog:
    """Load the catalog in the folder ``root``, by default the one that comes with the package.

    Every entry is read and checked anew, which takes longer than a diagnosis.

    Args:
        root: the folder with the entries, such as ``errors`` of a checkout; the pages of the
            clusters are looked for beside it, in ``docs/clusters``.

    Raises:
        CatalogError: with every fault of every file, where there is any.

    Examples:
        >>> import trainwreck
        >>> catalog = trainwreck.load()
        >>> entry = catalog.entries["disk-quota-exceeded"]
        >>> print(entry.severity, entry.symptom.messages[0])
        high Disk quota exceeded
        >>> print(entry.severity.definition)
        The job cannot start or cannot go on, and no way around it is near.

    """
    catalog, faults = inspect(root or default_root())
    if faults:
        raise CatalogError(faults)
    return catalog


def inspect(root: Path) -> tuple[Catalog, tuple[Fault, ...]]:
    """Read the catalog in the folder ``root`` and return what can be read of it and all faults."""
    clusters, cluster_faults = read_clusters(clusters_folder(root))
    records, record_faults = read_ledger(root)
    faults = [*cluster_faults, *record_faults]
    sources: dict[str, Source] = {}
    entries: dict[str, Entry] = {}
    for path in sorted(root.glob("[!.]*/[!.]*"), key=lambda path: (path.stem, path)):
        if path.suffix != ".yml":
            faults.append(file_fault(path, "is no entry", "move it away, or end its name in .yml"))
            continue
        entry, source = read_entry(path)
        if first := sources.get(path.stem):
            remedy = "an id is unique in the whole catalog: rename one of the files"
            other = f"{first.path.parent.name}/{first.path.name}"
            source.report((), f"has the same id as {other}", remedy)
            faults += source.faults
            continue
        sources[path.stem] = source
        if entry:
            entries[entry.id] = entry
    if not sources:
        faults.append(file_fault(root, "holds no entries", "name the folder of the catalog"))
    links.check(sources, [cluster.id for cluster in clusters])
    catalog = Catalog(entries, clusters, records)
    collisions.check(from_plain(compile_catalog(catalog)), sources)
    faults += [fault for source in sources.values() for fault in source.faults]
    return catalog, tuple(sorted(faults))
