"""Groups the errors that no entry explains by their templates, with Drain3."""

import shlex
from collections.abc import Iterable
from dataclasses import dataclass, field

from drain3.drain import Drain

from trainwreck.drafting.proposals import template
from trainwreck.logs.placeholders import ANY
from trainwreck.logs.redaction import redacted
from trainwreck.logs.templates import parse
from trainwreck.survey.inputs import is_url

MOST_GROUPS = 50
"""Groups that a report lists."""
_SIMILARITY = 0.5
_DEPTH = 5
_LEAST_WEIGHT = 12
"""Letters of fixed text that a message of an entry must have."""


@dataclass
class Group:
    """Errors with the same template."""

    template: str
    """Their common text, ``<*>`` where it varies."""
    example: str
    """One of them, without names, addresses and credentials."""
    paths: list[str] = field(default_factory=list)
    """The logs, sorted."""

    @property
    def command(self) -> str:
        """The command that starts an entry from the first log."""
        log = self.paths[0]
        source, before = (log, "")
        if is_url(log):
            source = log.rpartition("/")[2]
            before = f"fsspec: copy {log} first\n"
        command = f"{before}trainwreck new --from-log {shlex.quote(source)}"
        if parse(self.template).weight >= _LEAST_WEIGHT:
            command += f" --message {shlex.quote(self.template)}"
        return command


def grouped(errors: Iterable[tuple[str, str]]) -> list[Group]:
    """Return the groups of ``errors``, pairs of a log and its error, the largest first."""
    drain = Drain(depth=_DEPTH, sim_th=_SIMILARITY, param_str=ANY, max_children=200)
    groups: dict[int, Group] = {}
    clusters = {}
    for path, error in sorted(errors):
        said = template(error) or error
        cluster, _ = drain.add_log_message(said)
        clusters[cluster.cluster_id] = cluster
        group = groups.setdefault(cluster.cluster_id, Group("", error))
        group.paths.append(path)
    for id_, group in groups.items():
        group.template = redacted(clusters[id_].get_template())
        group.example = redacted(group.example)
    return sorted(groups.values(), key=lambda group: (-len(group.paths), group.template))
