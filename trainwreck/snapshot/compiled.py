"""The compiled catalog: what programs need of the entries, in one JSON file that loads at once.

Diagnosis and search read it instead of the YAML files, in the wheel and in the browser. It holds
plain values only; :func:`compile_catalog` writes them and the dataclasses here read them, with
nothing but the standard library.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trainwreck.catalog.loader import Catalog
    from trainwreck.model.entry import Entry

FORMAT = 1
"""Raised when the meaning of a field changes."""
NAME = "catalog.json"
_PACKAGED = Path(__file__).parent.parent / "_catalog" / NAME
_CHECKOUT = Path(__file__).parent.parent.parent


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a fix."""

    number: int
    """As a reader on one cluster counts, from 1; neighbours for different clusters share it."""
    title: str
    """What the step achieves."""
    text: str
    """Markdown with the commands and the place to run them."""
    when: str | None = None
    """The telltale by which the step applies, where one error has several causes."""
    danger: str | None = None
    """What the step can destroy."""
    clusters: tuple[str, ...] = ()
    """Ids of the clusters on which it applies; empty where it applies everywhere."""


@dataclass(frozen=True, slots=True)
class Known:
    """An error of the catalog, as far as diagnosis and search need it."""

    id: str
    """Name of the error, which never changes."""
    title: str
    """The error as the log words it, or the symptom where nothing is printed."""
    category: str
    """The layer in which the cause lies."""
    severity: str
    """What the error costs."""
    kind: str
    """What happens to the job."""
    clusters: tuple[str, ...]
    """Ids of the clusters on which it was seen; "any" where the cluster plays no part."""
    url: str
    """Address of its page, relative to the site."""
    caused_by: tuple[str, ...]
    """Ids of the errors of which it is often only the echo."""
    messages: tuple[str, ...]
    """What the log prints, one wording an item, with gaps where it varies."""
    unless: tuple[str, ...]
    """Wordings of other errors that look alike."""
    samples: tuple[str, ...]
    """Excerpts as they occur in logs."""
    keywords: tuple[str, ...]
    """Words that people search with and that the prose lacks."""
    summary: str
    """Markdown: what a person sees."""
    cause: str
    """The first sentence of the root cause, Markdown on one line."""
    first_step: str
    """The first thing to do, in one line."""
    fix: tuple[Step, ...]
    """The steps in order."""
    prose: str
    """Everything else that it says, for the search by words."""

    def steps(self, cluster: str | None) -> list[Step]:
        """Return the steps of the fix that apply on ``cluster``; all where it is None."""
        return [
            step
            for step in self.fix
            if cluster is None or not step.clusters or cluster in step.clusters
        ]


@dataclass(frozen=True)
class Compiled:
    """The entries by id, in their order."""

    entries: Mapping[str, Known]
    clusters: Mapping[str, str] = field(default_factory=dict)
    """Label of each cluster, by its id."""

    @cached_property
    def roots(self) -> Mapping[str, frozenset[str]]:
        """For each id all errors of which it may be the echo, at any distance."""
        found: dict[str, frozenset[str]] = {}
        for id_ in self.entries:
            todo, seen = list(self.entries[id_].caused_by), set[str]()
            while todo:
                cause = todo.pop()
                if cause not in seen and cause in self.entries:
                    seen.add(cause)
                    todo += self.entries[cause].caused_by
            found[id_] = frozenset(seen - {id_})
        return found


def compile_catalog(catalog: "Catalog") -> dict[str, Any]:
    """Return the compiled form of ``catalog`` as plain values.

    Entries that were withdrawn are left out: no diagnosis may lead to them.
    """
    return {
        "format": FORMAT,
        "clusters": {cluster.id: cluster.label for cluster in catalog.clusters},
        "entries": [_compile_entry(entry) for entry in catalog],
    }


def _compile_entry(entry: "Entry") -> dict[str, Any]:
    prose = [entry.confirm, entry.root_cause, entry.prevention, entry.as_reported]
    prose += [f"{attempt.tried}. {attempt.result}" for attempt in entry.failed_attempts]
    prose += [entry.category.label, *(framework.label for framework in entry.frameworks)]
    return {
        "id": entry.id,
        "title": entry.title,
        "category": str(entry.category),
        "severity": str(entry.severity),
        "kind": str(entry.symptom.kind),
        "clusters": list(entry.clusters),
        "url": f"errors/{entry.id}/",
        "caused_by": list(entry.caused_by),
        "messages": list(entry.symptom.messages),
        "unless": list(entry.symptom.unless),
        "samples": list(entry.symptom.samples),
        "keywords": list(entry.symptom.keywords),
        "summary": entry.symptom.summary,
        "cause": entry.cause,
        "first_step": entry.first_step,
        "fix": [
            {
                "number": number,
                "title": step.title,
                "text": step.text,
                "when": step.when,
                "danger": step.danger,
                "clusters": list(step.clusters),
            }
            for number, step in entry.numbered_fix
        ],
        "prose": "\n".join(text for text in prose if text),
    }


def from_plain(data: Mapping[str, Any]) -> Compiled:
    """Return the compiled catalog that ``data``, as :func:`compile_catalog` made it, describes.

    Raises:
        ValueError: where it is of another format.

    """
    if data.get("format") != FORMAT:
        raise ValueError(f"format {data.get('format')!r} of the compiled catalog is not {FORMAT}")
    known = (_known(entry) for entry in data["entries"])
    return Compiled({entry.id: entry for entry in known}, data["clusters"])


def _known(entry: Mapping[str, Any]) -> Known:
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()
    }
    steps = ({**step, "clusters": tuple(step["clusters"])} for step in entry["fix"])
    return Known(**values | {"fix": tuple(Step(**step) for step in steps)})


def load_compiled(root: Path | None = None) -> Compiled:
    """Return the compiled catalog of the folder ``root``, by default the one of the package.

    In a checkout it is compiled from the entries, and again whenever one of them was changed.

    Raises:
        CatalogError: where the entries have faults.

    """
    if root is None and _PACKAGED.exists():
        return from_plain(json.loads(_PACKAGED.read_text(encoding="utf-8")))
    if root is None and (compiled := _checkout_copy()):
        return compiled
    from trainwreck.catalog import loader  # noqa: PLC0415  reads YAML, which takes longer than all else

    plain = compile_catalog(loader.load(root))
    if root is None:
        _keep(plain)
    return from_plain(plain)


def _checkout_copy() -> Compiled | None:
    path = _CHECKOUT / ".build" / NAME
    try:
        written = path.stat().st_mtime
        if any(source.stat().st_mtime > written for source in _sources()):
            return None
        return from_plain(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None  # not there, or of an older version: it is made again


def _sources() -> list[Path]:
    errors = _CHECKOUT / "errors"
    folders = [errors, *(path for path in errors.iterdir() if path.is_dir())]
    files = [file for folder in folders for file in folder.glob("*.yml")]
    code = [Path(__file__), Path(__file__).parent.parent / "model" / "entry.py"]
    return [*folders, *files, *code, *(_CHECKOUT / "docs" / "clusters").glob("*.md")]


def _keep(plain: dict[str, Any]) -> None:
    path = _CHECKOUT / ".build" / NAME
    try:
        path.parent.mkdir(exist_ok=True)
        partial = path.with_suffix(".part")
        partial.write_text(json.dumps(plain), encoding="utf-8")
        partial.replace(path)
    except OSError:
        return  # a checkout that cannot be written to is compiled each time
