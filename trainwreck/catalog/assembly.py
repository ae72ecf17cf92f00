"""Puts the entries of a catalog together to the file of a snapshot."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trainwreck.model.clusters import Cluster
from trainwreck.model.frameworks import Framework
from trainwreck.model.problems import Problem
from trainwreck.model.vocabulary import (
    Action,
    Category,
    Evidence,
    Kind,
    Need,
    Severity,
    TimeToDiagnose,
    Unreproduced,
)
from trainwreck.snapshot import documents, patterns, view
from trainwreck.snapshot.entry import Entry, Symptom
from trainwreck.snapshot.file import SnapshotFile, digest, dump, encode

_VOCABULARIES = (
    Severity,
    TimeToDiagnose,
    Kind,
    Category,
    Framework,
    Action,
    Evidence,
    Need,
    Unreproduced,
)


@dataclass(frozen=True, slots=True)
class Part:
    """What one entry adds to a snapshot."""

    id: str
    source: str
    """Digest of what the entry was made from."""
    facts: Mapping[str, Any]
    """What the others need to know of it: title, former ids, ids of other entries."""
    patterns: bytes
    document: bytes
    view: bytes


@dataclass(frozen=True, slots=True)
class CodePart:
    """What one table of codes adds to a snapshot."""

    id: str
    source: str
    """Digest of its file."""
    title: str
    patterns: bytes
    view: bytes


def part(entry: Entry, links: Mapping[str, Sequence[str]], source: str) -> Part:
    """Return what ``entry`` adds to a snapshot.

    Args:
        entry: the view of the entry, without links.
        links: the ids of other entries that its file names, by the field.
        source: digest of what it was made from.

    """
    named = {name: list(ids) for name, ids in links.items() if ids}
    facts: dict[str, Any] = {"title": entry.title, "kind": entry.symptom.kind, **named}
    if entry.aliases:
        facts["aliases"] = list(entry.aliases)
    if entry.withdrawn:
        facts["withdrawn"] = True
        nothing = patterns.line(entry.id, Symptom(entry.symptom.kind, ""))
        return Part(entry.id, source, facts, nothing, b"null", view.line(entry))
    return Part(
        entry.id,
        source,
        facts,
        patterns.line(entry.id, entry.symptom),
        documents.line(entry),
        view.line(entry),
    )


def parts(file: SnapshotFile) -> dict[str, Part]:
    """Return what each entry of a snapshot added to it, by the entry's id."""
    index: Mapping[str, Mapping[str, Any]] = file.header["index"]
    pattern_lines = file.section("patterns").splitlines()
    document_lines = file.section("documents").splitlines()
    views = file.section("entries").splitlines()
    lines = zip(index.items(), pattern_lines, document_lines, views, strict=True)
    return {
        id_: Part(id_, known["source"], known["facts"], own_patterns, document, view_)
        for (id_, known), own_patterns, document, view_ in lines
    }


def code_parts(file: SnapshotFile) -> dict[str, CodePart]:
    """Return what each table of codes added to a snapshot, by the table's id."""
    lines = zip(
        file.header["codes"],
        file.section("code_patterns").splitlines(),
        file.section("codes").splitlines(),
        strict=True,
    )
    return {
        known["id"]: CodePart(known["id"], known["source"], known["title"], own_patterns, view_)
        for known, own_patterns, view_ in lines
    }


def assemble(
    found: Iterable[Part],
    clusters: Iterable[Cluster],
    left_out: Iterable[Problem] = (),
    sources: Mapping[str, Any] | None = None,
    codes: Sequence[CodePart] = (),
) -> bytes:
    """Return the file of the snapshot.

    Args:
        found: the entries, in any order.
        clusters: the machines that they may name.
        left_out: why files of the catalog are not among them.
        sources: the marks of the files that it was made from, for a copy in a cache.
        codes: the tables of codes.

    """
    ordered = sorted(found, key=lambda part: part.id)
    content: dict[str, Any] = {
        "vocabularies": {
            vocabulary.__name__: [[term, term.label, term.definition] for term in vocabulary]
            for vocabulary in _VOCABULARIES
        },
        "clusters": [[cluster.id, cluster.label, cluster.definition] for cluster in clusters],
        "index": _index(ordered),
        "codes": _code_index(codes),
    }
    sections = {
        "patterns": [part.patterns for part in ordered],
        "documents": [part.document for part in ordered],
        "entries": [part.view for part in ordered],
        "code_patterns": [table.patterns for table in codes],
        "codes": [table.view for table in codes],
    }
    lines = b"".join(digest(line).encode() for found in sections.values() for line in found)
    header = {
        **content,
        "digest": digest(dump(content) + lines),
        "left_out": [
            [problem.file, problem.line, problem.field, problem.message, problem.fix]
            for problem in left_out
        ],
        "sources": sources or {},
    }
    return encode(header, sections)


def _code_index(codes: Sequence[CodePart]) -> list[dict[str, Any]]:
    index, offset = [], 0
    for table in codes:
        place = [offset, len(table.view), digest(table.view)]
        known = {"id": table.id, "title": table.title, "source": table.source, "place": place}
        index.append(known)
        offset += len(table.view) + 1
    return index


def _index(ordered: Sequence[Part]) -> dict[str, dict[str, Any]]:
    linked = _links(ordered)
    index, offset = {}, 0
    for part in ordered:
        index[part.id] = {
            "source": part.source,
            "facts": part.facts,
            "place": [offset, len(part.view), digest(part.view)],
            **{name: ids for name, ids in linked[part.id].items() if ids},
        }
        offset += len(part.view) + 1
    return index


def _links(ordered: Sequence[Part]) -> dict[str, dict[str, list[str]]]:
    """Return the links of each entry to others that are there and were not withdrawn."""
    holding = {part.id for part in ordered if not part.facts.get("withdrawn")}
    links: dict[str, dict[str, list[str]]] = {
        part.id: {
            name: [id_ for id_ in part.facts.get(name, ()) if id_ in holding]
            for name in ("caused_by", "related", "narrows")
        }
        | {"leads_to": []}
        for part in ordered
    }
    for part in ordered:
        if part.id in holding:
            for cause in links[part.id]["caused_by"]:
                links[cause]["leads_to"].append(part.id)
            for other in part.facts.get("related", ()):
                if other in links and part.id not in links[other]["related"]:
                    links[other]["related"].append(part.id)
    for own in links.values():
        # The link between a cause and its consequence says more.
        causal = {*own["caused_by"], *own["leads_to"]}
        own["related"] = [id_ for id_ in own["related"] if id_ not in causal]
    return links
