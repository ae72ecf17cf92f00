"""Reads the entry files of a catalog and makes of each its part of the snapshot."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from trainwreck.catalog.assembly import CodePart, Part, part
from trainwreck.catalog.clusters import read_clusters
from trainwreck.catalog.code_tables import compile_tables
from trainwreck.catalog.evidence import RecordError, evidence_folder, parse_record
from trainwreck.catalog.projection import ProjectionError, links, project
from trainwreck.catalog.sources import Sources, cluster_pages, code_files, entry_files
from trainwreck.catalog.yaml_reader import read
from trainwreck.model.clusters import Cluster
from trainwreck.model.problems import Problem, shown
from trainwreck.snapshot.entry import Proof
from trainwreck.snapshot.file import digest

_ADVICE = "run trainwreck check for every problem"


@dataclass(frozen=True, slots=True)
class Compilation:
    """What a catalog's files make."""

    parts: tuple[Part, ...]
    clusters: tuple[Cluster, ...]
    left_out: tuple[Problem, ...]
    """Why files are not among the parts, one problem per file."""
    codes: tuple[CodePart, ...]
    """What the tables of codes add."""


def compile_catalog(
    root: Path,
    sources: Sources,
    kept: Mapping[str, Part] | None = None,
    kept_codes: Mapping[str, CodePart] | None = None,
) -> Compilation:
    """Compile the catalog in ``root``.

    Args:
        root: the folder with the entries.
        sources: its files.
        kept: parts made earlier, by id; those whose source has not changed are used again.
        kept_codes: the same for the tables of codes.

    """
    found: dict[str, Part] = {}
    left_out = []
    for path in entry_files(root):
        result = _part(root, path, sources, kept or {}, found)
        if isinstance(result, Part):
            found[result.id] = result
        else:
            left_out.append(result)
    clusters, _ = read_clusters(cluster_pages(root))
    codes = compile_tables(code_files(root), sources, kept_codes or {})
    return Compilation(tuple(found.values()), clusters, tuple(left_out), codes)


def _part(
    root: Path, path: Path, sources: Sources, kept: Mapping[str, Part], found: Mapping[str, Part]
) -> Part | Problem:
    if path.stem in found:
        return _problem(path, "has the id of another entry", "rename one of the files")
    record = evidence_folder(root) / f"{path.stem}.json"
    source = digest(f"{path.parent.name} {sources.digest(path)} {sources.digest(record)}".encode())
    if (old := kept.get(path.stem)) and old.source == source:
        return old
    file = read(path, sources.content(path))
    if not isinstance(file.data, dict):
        return file.problems[0] if file.problems else _problem(path, "is not a mapping", _ADVICE)
    try:
        proof = _record(path.stem, sources.content(record))
        entry = project(path.stem, path.parent.name, file.data, proof)
        return part(entry, links(file.data), source)
    except ProjectionError as error:
        return _problem(path, str(error), _ADVICE)


def _record(id_: str, content: bytes | None) -> Proof | None:
    try:
        return None if content is None else parse_record(id_, content)
    except RecordError:
        return None  # trainwreck check reports it


def _problem(path: Path, message: str, fix: str) -> Problem:
    return Problem(shown(path), 1, "", message, fix)
