"""Where each entry stands on the causal map: causes to the left of what they lead to."""

import itertools
from collections import defaultdict
from dataclasses import dataclass

from trainwreck import Catalog, Entry

BOX_WIDTH, BOX_HEIGHT = 260, 30
_COLUMN_STEP, _ROW_STEP, _MARGIN = BOX_WIDTH + 90, BOX_HEIGHT + 14, 10

Node = tuple[str, ...]
"""An entry's id alone, or cause and effect: the place where an arrow passes through a column."""


@dataclass(frozen=True)
class Box:
    """An entry on the map; ``x`` and ``y`` are its upper left corner, in pixels."""

    entry: Entry
    x: int
    y: int


@dataclass(frozen=True)
class CausalMap:
    """The boxes, the arrows from cause to effect as SVG paths, and the size of it all."""

    boxes: tuple[Box, ...]
    arrows: tuple[str, ...]
    width: int
    height: int


def causal_map(catalog: Catalog) -> CausalMap:
    """Lay out every entry that causes another or is caused by one.

    An entry is in the column just before the first of its effects. An arrow over several
    columns has a row of its own in each of them, so that it crosses no box (the layered drawing of
    Sugiyama and others, 1981, with one pass of ordering from right to left).
    """
    linked = [e.id for e in catalog if e.caused_by or e.leads_to]
    columns = _columns(catalog, linked)
    ways = {
        (cause.id, effect): _way(cause.id, effect, columns)
        for effect in linked
        for cause in catalog[effect].caused_by
    }
    places = _places(columns, ways)
    boxes = tuple(Box(catalog[id_], *places[(id_,)]) for id_ in linked)
    return CausalMap(
        boxes,
        tuple(_path([places[node] for node in way]) for way in ways.values()),
        max((x for x, _ in places.values()), default=0) + BOX_WIDTH + _MARGIN,
        max((y for _, y in places.values()), default=0) + BOX_HEIGHT + _MARGIN,
    )


def _columns(catalog: Catalog, linked: list[str]) -> dict[str, int]:
    """Return the column of each entry, counted from the left; there are no cycles."""
    heights: dict[str, int] = {}
    waiting = list(linked)
    while waiting:
        effects = [effect.id for effect in catalog[waiting[-1]].leads_to]
        unknown = [id_ for id_ in effects if id_ not in heights]
        if unknown:
            waiting += unknown
        else:
            heights[waiting.pop()] = 1 + max((heights[id_] for id_ in effects), default=-1)
    last = max(heights.values(), default=0)
    return {id_: last - height for id_, height in heights.items()}


def _way(cause: str, effect: str, columns: dict[str, int]) -> list[Node]:
    """Return the nodes of an arrow, from its cause through the columns between to its effect."""
    between = range(columns[cause] + 1, columns[effect])
    return [(cause,), *((cause, effect, str(column)) for column in between), (effect,)]


def _places(
    columns: dict[str, int], ways: dict[tuple[str, str], list[Node]]
) -> dict[Node, tuple[int, int]]:
    """Return the upper left corner of each node; each column is ordered by what it leads to."""
    members: dict[int, set[Node]] = defaultdict(set)
    following: dict[Node, list[Node]] = defaultdict(list)
    for id_, column in columns.items():
        members[column].add((id_,))
    for way in ways.values():
        for node, after in itertools.pairwise(way):
            following[node].append(after)
        for node in way[1:-1]:
            members[int(node[2])].add(node)
    places: dict[Node, tuple[int, int]] = {}

    def order(node: Node) -> tuple[float, Node]:
        rows = [places[after][1] for after in following[node]]
        return (sum(rows) / len(rows) if rows else 0.0, node)

    for column in sorted(members, reverse=True):
        for row, node in enumerate(sorted(members[column], key=order)):
            places[node] = (_MARGIN + column * _COLUMN_STEP, _MARGIN + row * _ROW_STEP)
    return places


def _path(corners: list[tuple[int, int]]) -> str:
    """Return the SVG path of an arrow through nodes with these upper left corners."""
    middles = [(x, y + BOX_HEIGHT // 2) for x, y in corners]
    path = f"M{middles[0][0] + BOX_WIDTH} {middles[0][1]}"
    for (x1, y1), (x2, y2) in itertools.pairwise(middles):
        start, bend = x1 + BOX_WIDTH, (x2 - x1 - BOX_WIDTH) // 2
        path += f"C{start + bend} {y1} {x2 - bend} {y2} {x2} {y2}"
        if (x2, y2) != middles[-1]:
            path += f"H{x2 + BOX_WIDTH}"
    return path
