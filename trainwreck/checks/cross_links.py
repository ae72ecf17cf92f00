"""Rules on how entries name one another: links, causal cycles, clusters, former ids, days."""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping

from trainwreck.checks.findings import Facts
from trainwreck.model.clusters import ANY_CLUSTER, TO_ADD
from trainwreck.model.problems import did_you_mean
from trainwreck.model.vocabulary import Category, Kind

_GENERATED_PAGES = frozenset(
    [*(f"categories/{term}.md" for term in Category), *(f"symptoms/{term}.md" for term in Kind)]
)
"""Pages of the site that have no file; the build of the site checks whether entries fill them."""
Finding = tuple[str, int, str, str, str]
"""Id of the entry, line, field, what is wrong, what would be right."""


def check(
    known: Mapping[str, Facts],
    clusters: Collection[str],
    today: dt.date,
    pages: Collection[str] | None = None,
) -> Iterator[Finding]:
    """Yield every problem in how the entries name each other and the ``clusters``.

    Args:
        known: the facts of each entry, by its id.
        clusters: the ids of the clusters that have a page.
        today: the day after which nothing can have been verified.
        pages: the pages of the site, such as ``matrix.md``; None if there is no site to link into.

    """
    for id_, facts in known.items():
        yield from _links(id_, facts, known)
        yield from _linked_pages(id_, facts, known, pages)
        yield from _clusters(id_, facts, sorted(clusters))
        yield from _days(id_, facts, today)
    yield from _aliases(known)
    yield from _cycles(known, "caused_by", "closes a causal cycle")
    yield from _cycles(known, "narrows", "closes a cycle of entries that narrow each other")


def _links(own_id: str, facts: Facts, known: Mapping[str, Facts]) -> Iterator[Finding]:
    names = facts["names"]
    for field in ("caused_by", "related", "narrows"):
        for id_, where, line in names.get(field, ()):
            if id_ == own_id:
                yield own_id, line, where, "links to the entry itself", "delete it"
            elif id_ not in known:
                message = f'"{id_}" is not an entry'
                yield own_id, line, where, message, did_you_mean(id_, list(known))
    causes = {id_ for id_, _, _ in names.get("caused_by", ())}
    for id_, where, line in names.get("related", ()):
        if id_ in causes:
            message = f'"{id_}" is also listed under caused_by'
            yield own_id, line, where, message, "keep it there only"


def _linked_pages(
    own_id: str, facts: Facts, known: Mapping[str, Facts], pages: Collection[str] | None
) -> Iterator[Finding]:
    for page, where, line in facts["prose"]:
        id_ = page.removeprefix("errors/").removesuffix(".md")
        if page.startswith("errors/"):
            if id_ not in known:
                message = f'links to "{id_}", which is not an entry'
                yield own_id, line, where, message, did_you_mean(id_, list(known))
        elif pages is not None and page not in pages and page not in _GENERATED_PAGES:
            message = f'links to "/{page}", which is not a page'
            fix = did_you_mean(f"/{page}", sorted(f"/{name}" for name in pages))
            yield own_id, line, where, message, fix


def _clusters(own_id: str, facts: Facts, clusters: list[str]) -> Iterator[Finding]:
    for name, where, line in facts["clusters"]:
        allowed = clusters if where.startswith("fix.") else [*clusters, ANY_CLUSTER]
        if name not in allowed:
            message = f'"{name}" has no page in docs/clusters'
            yield own_id, line, where, message, did_you_mean(name, allowed, TO_ADD)


def _days(own_id: str, facts: Facts, today: dt.date) -> Iterator[Finding]:
    if not facts["date"]:
        return
    text, line = facts["date"]
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        return  # the rules of the field say so
    if day > today:
        message = f"{text} is in the future"
        yield own_id, line, "verified.date", message, "write the day on which it was verified"


def _aliases(known: Mapping[str, Facts]) -> Iterator[Finding]:
    owners: dict[str, str] = {id_: id_ for id_ in known}
    for id_, facts in known.items():
        for alias, where, line in facts["names"].get("aliases", ()):
            owner = owners.setdefault(alias, id_)
            if owner != id_ or alias == id_:
                yield (
                    id_,
                    line,
                    where,
                    f'"{alias}" already leads to {owner}',
                    "a former ID can lead to only one entry: delete it from one of them",
                )


def _cycles(known: Mapping[str, Facts], field: str, message: str) -> Iterator[Finding]:
    links = {
        id_: {name: line for name, _, line in facts["names"].get(field, ())}
        for id_, facts in known.items()
    }
    for cycle in _walked(links):
        way = " -> ".join((*cycle, cycle[0]))
        for id_ in cycle:
            line = min(links[id_].values())
            yield id_, line, field, f"{message}: {way}", "delete the wrong link"


def _walked(links: Mapping[str, Mapping[str, object]]) -> Iterator[tuple[str, ...]]:
    """Yield every cycle that a depth-first walk meets, each once.

    The walk keeps its own stack: a chain of a thousand entries must not exhaust Python's.
    """
    finished: set[str] = set()
    for start in links:
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
                todo += [(other, False) for other in links[id_] if other in links and other != id_]
