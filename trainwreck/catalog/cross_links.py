"""Rules that concern more than one entry: links, causal cycles, clusters, former ids.

They read the plain data, so that they hold for entries with other faults too.
"""

from collections.abc import Iterator, Mapping, Sequence

from trainwreck.catalog.yaml_reader import Location, Source
from trainwreck.markdown import prose_rules as prose
from trainwreck.model.field_types import ANY_CLUSTER
from trainwreck.model.problems import did_you_mean
from trainwreck.model.vocabulary import Category, Kind

_MADE_PAGES = frozenset(
    [*(f"categories/{term}.md" for term in Category), *(f"symptoms/{term}.md" for term in Kind)]
)
"""Pages of the site that have no file; the build of the site checks whether entries fill them."""


def check(sources: Mapping[str, Source], clusters: Sequence[str]) -> None:
    """Report every fault in how the entries in ``sources`` name each other and the ``clusters``."""
    for id_, source in sources.items():
        _check_links(id_, source, sources)
        _check_pages(source)
        _check_clusters(source, clusters)
    _check_aliases(sources)
    for cycle in _cycles({id_: dict(_names(s, "caused_by")) for id_, s in sources.items()}):
        way = " -> ".join((*cycle, cycle[0]))
        for id_ in cycle:
            sources[id_].report(
                ("caused_by",),
                f"closes a causal cycle: {way}",
                "delete the link that does not hold",
            )


def _names(source: Source, field: str) -> Iterator[tuple[str, Location]]:
    """Yield every name listed in a top-level ``field`` with its location."""
    values = source.data.get(field) if isinstance(source.data, dict) else None
    for index, value in enumerate(values if isinstance(values, list) else []):
        if isinstance(value, str):
            yield value, (field, index)


def _check_links(own_id: str, source: Source, known: Mapping[str, Source]) -> None:
    caused_by = dict(_names(source, "caused_by"))
    related = dict(_names(source, "related"))
    for id_, where in (*caused_by.items(), *related.items()):
        if id_ == own_id:
            source.report(where, "links to the entry itself", "delete it")
        elif id_ not in known:
            source.report(where, f'"{id_}" is not an entry', did_you_mean(id_, list(known)))
    for id_ in caused_by.keys() & related.keys():
        source.report(related[id_], f'"{id_}" stands under caused_by too', "keep it there only")
    for where, text in prose.texts(source.data):
        for offset, id_ in prose.linked_ids(text):
            if id_ not in known:
                line = source.text_line(where, offset)
                problem = f'links to "{id_}", which is not an entry'
                source.report(where, problem, did_you_mean(id_, list(known)), line)


def _check_pages(source: Source) -> None:
    docs = source.path.parent.parent.parent / "docs"
    if not (docs / "index.md").exists():  # a catalog without a site, such as that of the wheel
        return
    for where, text in prose.texts(source.data):
        for offset, page, _ in prose.linked_pages(text):
            is_made = page.startswith("errors/") or page in _MADE_PAGES
            if not is_made and not (docs / page).exists():
                line = source.text_line(where, offset)
                pages = (path.relative_to(docs).as_posix() for path in docs.rglob("*.md"))
                advice = did_you_mean(f"/{page}", sorted(f"/{name}" for name in pages))
                source.report(where, f'links to "/{page}", which is not a page', advice, line)


def _check_clusters(source: Source, clusters: Sequence[str]) -> None:
    named = [(name, where, (*clusters, ANY_CLUSTER)) for name, where in _names(source, "clusters")]
    steps = source.data.get("fix") if isinstance(source.data, dict) else None
    for number, step in enumerate(steps if isinstance(steps, list) else []):
        values = step.get("clusters") if isinstance(step, dict) else None
        for index, name in enumerate(values if isinstance(values, list) else []):
            named.append((name, ("fix", number, "clusters", index), tuple(clusters)))
    for name, where, known in named:
        if isinstance(name, str) and name not in known:
            problem = f'"{name}" has no page in docs/clusters'
            source.report(where, problem, did_you_mean(name, known))


def _check_aliases(sources: Mapping[str, Source]) -> None:
    owners: dict[str, str] = {id_: id_ for id_ in sources}
    for id_, source in sources.items():
        for alias, where in _names(source, "aliases"):
            owner = owners.setdefault(alias, id_)
            if owner != id_ or alias == id_:
                source.report(
                    where,
                    f'"{alias}" already leads to {owner}',
                    "an old id leads to one entry only: delete it here or there",
                )


def _cycles(causes: Mapping[str, Mapping[str, object]]) -> Iterator[tuple[str, ...]]:
    """Yield every causal cycle that a depth-first walk meets, each once.

    The walk keeps its own stack: a chain of a thousand causes must not exhaust Python's.
    """
    finished: set[str] = set()
    for start in causes:
        path: dict[str, None] = {}
        todo = [(start, False)]
        while todo:
            id_, leaving = todo.pop()
            if leaving:
                path.pop(id_)
                finished.add(id_)
            elif id_ in path:
                way = list(path)
                yield tuple(way[way.index(id_) :])
            elif id_ not in finished:
                path[id_] = None
                todo.append((id_, True))
                todo += [
                    (cause, False) for cause in causes[id_] if cause in causes and cause != id_
                ]
