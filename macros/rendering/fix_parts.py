"""The steps of a fix as a page shows them: for everybody, or side by side as tabs for clusters."""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from trainwreck import Cluster, Entry, Step


@dataclass(frozen=True)
class Tab:
    """The steps of a fix for one cluster."""

    cluster: str
    """Its id."""
    label: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class FixPart:
    """Neighboring steps of a fix: for everybody, or else as tabs for different clusters."""

    steps: tuple[Step, ...] = ()
    tabs: tuple[Tab, ...] = ()


def fix_parts(entry: Entry, clusters: Mapping[str, Cluster]) -> Iterator[FixPart]:
    """Yield the steps of the fix in order; neighbors for different clusters come as tabs.

    Args:
        entry: whose fix it is.
        clusters: the clusters by their ids.

    """
    for is_local, group in itertools.groupby(entry.fix, lambda step: step.clusters != ()):
        steps = tuple(group)
        if not is_local:
            yield FixPart(steps=steps)
            continue
        named = dict.fromkeys(id_ for step in steps for id_ in step.clusters)
        yield FixPart(tabs=tuple(_tab(clusters[id_], steps) for id_ in named))


def numbered(parts: Iterable[FixPart]) -> Iterator[tuple[int, list[tuple[str, Step, str]]]]:
    """Yield each number of a step, with the steps that have it.

    Steps for different clusters share their numbers. Each step comes with the label of its cluster,
    empty if it is for everybody, and with its anchor.
    """
    found: dict[int, list[tuple[str, Step, str]]] = defaultdict(list)
    for part in parts:
        for step in part.steps:
            found[step.number].append(("", step, step.anchor))
        for tab in part.tabs:
            for step in tab.steps:
                found[step.number].append((tab.label, step, step.anchor_on(tab.cluster)))
    yield from sorted(found.items())


def _tab(cluster: Cluster, steps: tuple[Step, ...]) -> Tab:
    chosen = tuple(step for step in steps if cluster.id in step.clusters)
    return Tab(cluster.id, cluster.label, chosen)
