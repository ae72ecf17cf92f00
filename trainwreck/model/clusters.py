"""The clusters that entries may name: one page each in ``docs/clusters``."""

from dataclasses import dataclass
from pathlib import Path

from trainwreck.markdown.front_matter import front_matter
from trainwreck.model.problems import Fault, shown


@dataclass(frozen=True)
class Cluster:
    """A machine on which errors are seen."""

    id: str
    """Name of the page's file, which entries write."""
    label: str
    """Name as people know it."""
    definition: str
    """What it is, in a sentence."""


def read_clusters(folder: Path) -> tuple[tuple[Cluster, ...], tuple[Fault, ...]]:
    """Read the front matter of every page of ``folder``; return the clusters and the faults."""
    clusters, faults = [], []
    for path in sorted(folder.glob("*.md")):
        if path.stem == "index":
            continue
        header = front_matter(path)
        title, description = header.get("title"), header.get("description")
        if title and description:
            clusters.append(Cluster(path.stem, str(title), str(description)))
        else:
            remedy = "begin it with title: and description: between two lines of ---"
            faults.append(Fault(shown(path), 1, "", "does not say what the cluster is", remedy))
    return tuple(clusters), tuple(faults)
