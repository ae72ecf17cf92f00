"""Compiles the entry files of a catalog to a snapshot, and keeps it for the next time.

The copy lies in the user's cache folder, under a name made of the catalog's path and of the code
that compiles. Only files that changed are read again, and only entries whose content changed are
compiled again. If the folder cannot be written to, the snapshot is held in memory alone.
"""

import contextlib
import hashlib
import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from zipimport import zipimporter

from trainwreck.catalog.sources import (
    Mark,
    Sources,
    cluster_pages,
    code_files,
    entry_files,
    fingerprint,
    record_files,
)
from trainwreck.files import cache_folder, keep_newest, write_whole
from trainwreck.model.problems import CatalogError, Problem, shown
from trainwreck.snapshot.catalog import Catalog, Snapshot
from trainwreck.snapshot.file import SnapshotError, SnapshotFile

if TYPE_CHECKING:
    from trainwreck.catalog.assembly import CodePart, Part

PACKAGED = Path(__file__).parent.parent / "_catalog" / "catalog.jsonl"
"""The snapshot that comes with an installed package."""
_IN_CHECKOUT = Path(__file__).parent.parent.parent / "errors"
_CODE = ("markdown", "logs", "model", "snapshot", "catalog")
_MOST_COPIES = 2
"""Snapshots of one catalog that are kept, for versions of the package that take turns."""


def load(root: str | os.PathLike[str] | None = None) -> Catalog:
    """Load the catalog in the folder ``root``, by default the one that comes with the package.

    Nothing is validated: an entry whose file cannot be read is left out, and ``left_out`` of the
    catalog says why. ``trainwreck check`` finds every problem.

    Args:
        root: the folder with the entries, such as ``errors`` of a checkout; the pages of the
            clusters are looked for beside it, in ``docs/clusters``, the records of
            reproductions in ``evidence``, and the tables of codes in ``codes``.

    Raises:
        CatalogError: if no entry can be read at all.

    Examples:
        >>> import trainwreck
        >>> catalog = trainwreck.load()
        >>> entry = catalog["disk-quota-exceeded"]
        >>> print(entry.severity, entry.symptom.messages[0].text)
        high Disk quota exceeded
        >>> print(entry.severity.definition)
        The job can't start or can't continue, and there is no easy workaround.

    """
    return load_snapshot(None if root is None else Path(root))


def load_snapshot(root: Path | None = None) -> Snapshot:
    """Return what :func:`load` does, with what matching and search need.

    Raises:
        CatalogError: as there.

    """
    if root is None and default_root() is None:
        return Snapshot(_packaged())
    folder = root or _IN_CHECKOUT
    catalog = read_snapshot(folder)
    if not catalog.ids:
        raise CatalogError(catalog.left_out or [no_entries(folder)])
    return catalog


def read_snapshot(root: Path) -> Snapshot:
    """Return the catalog in the folder ``root``, which may have no entries yet."""
    return Snapshot(_kept_or_compiled(root))


def default_root() -> Path | None:
    """Return the folder of the catalog that comes with the package; None in an installed one."""
    return None if PACKAGED.exists() or _archive() else _IN_CHECKOUT


def compiled(root: Path) -> bytes:
    """Return the snapshot of the catalog in ``root`` as a file that holds nothing of this machine.

    Every file is read; of the kept copy, what was made of the same content is used again.

    Raises:
        CatalogError: if an entry cannot be read.

    """
    from trainwreck.catalog.assembly import assemble  # noqa: PLC0415  slow, and rarely needed
    from trainwreck.catalog.compilation import compile_catalog  # noqa: PLC0415  reads YAML

    found = compile_catalog(root, _sources(root, {}), *_parts(_opened(_cache_file(root))))
    if found.left_out:
        raise CatalogError(found.left_out)
    return assemble(found.parts, found.clusters, codes=found.codes)


def no_entries(root: Path) -> Problem:
    """Return the problem of a folder without entries."""
    return Problem(shown(root), 1, "", "contains no entries", "name the folder of the catalog")


def _packaged() -> SnapshotFile:
    archive = _archive()
    try:
        if archive:
            return SnapshotFile(io.BytesIO(archive.get_data(str(PACKAGED))), str(PACKAGED))
        return SnapshotFile.open(PACKAGED, "install trainwreck again")
    except (OSError, SnapshotError) as error:
        problem = Problem(str(PACKAGED), 1, "", str(error), "install trainwreck again")
        raise CatalogError([problem]) from None


def _archive() -> zipimporter | None:
    """Return what reads the files of the package if it runs from a zip file."""
    loader = __spec__.loader if __spec__ else None
    return loader if isinstance(loader, zipimporter) else None


def _kept_or_compiled(root: Path) -> SnapshotFile:
    path = _cache_file(root)
    kept = _opened(path)
    sources = _sources(root, kept.header["sources"] if kept else {})
    if kept and not sources.changed:
        return kept
    from trainwreck.catalog.assembly import assemble  # noqa: PLC0415  slow, and rarely needed
    from trainwreck.catalog.compilation import compile_catalog  # noqa: PLC0415  reads YAML

    found = compile_catalog(root, sources, *_parts(kept))
    data = assemble(found.parts, found.clusters, found.left_out, sources.marks, found.codes)
    if path:
        with contextlib.suppress(OSError):  # full or read-only: compiled again next time
            write_whole(path, data)
            keep_newest(path, _MOST_COPIES)
    return SnapshotFile(io.BytesIO(data))


def _sources(root: Path, known: Mapping[str, Mark]) -> Sources:
    files = [*entry_files(root), *cluster_pages(root), *record_files(root), *code_files(root)]
    return Sources(files, known)


def _parts(kept: SnapshotFile | None) -> "tuple[Mapping[str, Part], Mapping[str, CodePart]]":
    from trainwreck.catalog.assembly import code_parts, parts  # noqa: PLC0415  as above

    try:
        return (parts(kept), code_parts(kept)) if kept else ({}, {})
    except CatalogError:
        return {}, {}  # damaged: everything is compiled again


def _cache_file(root: Path) -> Path | None:
    folder = cache_folder()
    if folder is None:
        return None
    place = hashlib.sha256(str(root.resolve()).encode()).hexdigest()[:16]
    return folder / f"catalog-{place}-{fingerprint(*_CODE)}.jsonl"


def _opened(path: Path | None) -> SnapshotFile | None:
    try:
        return SnapshotFile.open(path, "delete it; it is made again") if path else None
    except (OSError, SnapshotError):
        return None  # not there, damaged or older: it is made again
