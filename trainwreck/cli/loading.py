"""What the commands that read the catalog share: it, and the entry or cluster that is asked for."""

import sys
from pathlib import Path

import click

from trainwreck.catalog.store import load
from trainwreck.model.problems import CatalogError, did_you_mean
from trainwreck.snapshot.catalog import Catalog
from trainwreck.snapshot.entry import Entry


def loaded(root: Path | None) -> Catalog:
    """Return the catalog in ``root``, and say once if entries were left out.

    Where there is no entry at all, it says why and exits with status 2.
    """
    try:
        catalog = load(root)
    except CatalogError as error:
        click.echo(error, err=True)
        sys.exit(2)
    if catalog.left_out:
        number = len(catalog.left_out)
        click.echo(
            f"{number} of {number + len(catalog.ids)} entries left out because of problems;"
            f" run: trainwreck check{'' if root is None else f' {root}'}",
            err=True,
        )
    return catalog


def entry_of(catalog: Catalog, id_: str) -> Entry:
    """Return the entry ``id_``.

    Raises:
        click.BadParameter: if there is none; it names those that are spelled alike.

    """
    entry = catalog.get(id_)
    if not entry:
        advice = did_you_mean(id_, list(catalog.ids))
        raise click.BadParameter(f'no entry "{id_}"; {advice}', param_hint="ID")
    return entry


def check_cluster(catalog: Catalog, cluster: str | None) -> None:
    """Make sure that there is such a cluster, if one is given.

    Raises:
        click.BadParameter: if there is none; it names those that are spelled alike.

    """
    known = [cluster.id for cluster in catalog.clusters]
    if cluster and cluster not in known:
        advice = did_you_mean(cluster, known)
        raise click.BadParameter(f'no cluster "{cluster}"; {advice}', param_hint="--cluster")
