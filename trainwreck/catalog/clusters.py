"""Reads the clusters from the front matter of their pages."""

from collections.abc import Iterable
from pathlib import Path

from trainwreck.markdown.front_matter import front_matter
from trainwreck.model.clusters import Cluster
from trainwreck.model.problems import Problem, shown


def read_clusters(pages: Iterable[Path]) -> tuple[tuple[Cluster, ...], tuple[Problem, ...]]:
    """Read the front matter of every page; return the clusters and the problems."""
    clusters, problems = [], []
    for path in pages:
        try:
            header = front_matter(path)
        except OSError as error:
            fix = "fix the path or its permissions"
            said = f"cannot be read ({error.strerror})"
            problems.append(Problem(shown(path), 1, "", said, fix))
            continue
        title, description = header.get("title"), header.get("description")
        if title and description:
            clusters.append(Cluster(path.stem, str(title), str(description)))
        else:
            fix = "begin it with title: and description: between two lines of ---"
            problem = Problem(shown(path), 1, "", "does not say what the cluster is", fix)
            problems.append(problem)
    return tuple(clusters), tuple(problems)
