"""Where each entry stands on the causal map: causes to the left of what they lead to."""

from dataclasses import dataclass

from trainwreck import Catalog, Entry

BOX_WIDTH, BOX_HEIGHT = 260, 30
_COLUMN_STEP, _ROW_STEP, _MARGIN = BOX_WIDTH + 90, BOX_HEIGHT + 14, 10


@dataclass(frozen=True)
class Box:
    """An entry on the map; ``x`` and ``y`` are its upper left corner, in pixels."""

    entry: Entry
    x: int
    y: int


@dataclass(frozen=True)
class CausalMap:
    """The boxes, the arrows between them from cause to effect, and the size of it all."""

    boxes: tuple[Box, ...]
    arrows: tuple[tuple[Box, Box], ...]
    width: int
    height: int


def causal_map(catalog: Catalog) -> CausalMap:
    """Lay out every entry that causes another or is caused by one.

    The column of an entry is the length of the longest chain of causes that leads to it. Within a
    column entries stand in the order of their causes, so that few arrows cross.
    """
    linked = [e for e in catalog if e.caused_by or catalog.causes[e.id]]
    columns: dict[int, list[Entry]] = {}
    depths = _depths(catalog, linked)
    for entry in linked:
        columns.setdefault(depths[entry.id], []).append(entry)
    boxes: dict[str, Box] = {}
    for depth in sorted(columns):
        for row, entry in enumerate(sorted(columns[depth], key=lambda e: _order(e, boxes))):
            x, y = _MARGIN + depth * _COLUMN_STEP, _MARGIN + row * _ROW_STEP
            boxes[entry.id] = Box(entry, x, y)
    arrows = [(boxes[id_], boxes[e.id]) for e in linked for id_ in e.caused_by]
    return CausalMap(
        tuple(boxes.values()),
        tuple(arrows),
        max((box.x for box in boxes.values()), default=0) + BOX_WIDTH + _MARGIN,
        max((box.y for box in boxes.values()), default=0) + BOX_HEIGHT + _MARGIN,
    )


def _depths(catalog: Catalog, linked: list[Entry]) -> dict[str, int]:
    """Return the length of the longest chain of causes of each entry; there are no cycles."""
    depths: dict[str, int] = {}
    waiting = [entry.id for entry in linked]
    while waiting:
        id_ = waiting[-1]
        unknown = [cause for cause in catalog.entries[id_].caused_by if cause not in depths]
        if unknown:
            waiting += unknown
        else:
            causes = catalog.entries[id_].caused_by
            depths[id_] = 1 + max((depths[cause] for cause in causes), default=-1)
            waiting.pop()
    return depths


def _order(entry: Entry, placed: dict[str, Box]) -> tuple[float, str]:
    rows = [placed[cause].y for cause in entry.caused_by]
    return (sum(rows) / len(rows) if rows else 0.0, entry.id)
