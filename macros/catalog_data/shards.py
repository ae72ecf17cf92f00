"""Sorted dictionaries in parts, of which a browser loads those with the keys it looks up."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

Shard = list[tuple[str, Any]]
"""Keys with their values, in the order of the keys."""


def shards(items: Iterable[tuple[str, Any]], most: int) -> list[Shard]:
    """Return ``items`` in the order in which JavaScript sorts their keys, cut into parts.

    A part has at most ``most`` characters of JSON, or a single key.

    >>> [[key for key, _ in shard] for shard in shards([("b", 1), ("a", 22), ("c", 3)], 15)]
    [['a', 'b'], ['c']]
    """
    ordered = sorted(items, key=lambda item: item[0].encode("utf-16-be", "surrogatepass"))
    return list(_cut(ordered, most))


def _cut(ordered: Iterable[tuple[str, Any]], most: int) -> Iterator[Shard]:
    shard: Shard = []
    length = 0
    for item in ordered:
        added = len(json.dumps(item, ensure_ascii=False, separators=(",", ":")))
        if shard and length + added > most:
            yield shard
            shard, length = [], 0
        shard.append(item)
        length += added
    if shard:
        yield shard
