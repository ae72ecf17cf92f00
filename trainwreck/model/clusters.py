"""The clusters that entries may name: one page each in ``docs/clusters``."""

from dataclasses import dataclass

TO_ADD = "write docs/clusters/<name>.md"
"""How to add a cluster."""
ANY_CLUSTER = "any"
"""What an entry names if the cluster does not matter."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A machine on which errors are seen."""

    id: str
    """Name of the page's file, which entries write."""
    label: str
    """Name as people know it."""
    definition: str
    """What it is, in a sentence."""


ANYWHERE = Cluster(ANY_CLUSTER, "Any", "Not specific to a cluster: it can happen anywhere.")
"""Stands for :data:`ANY_CLUSTER` in lists of clusters."""
