"""What the commands that read entries share: the catalog, and the entry that is asked for."""

import sys
from pathlib import Path

import click

from trainwreck.catalog.loader import Catalog, load
from trainwreck.model import problems as faults
from trainwreck.model.entry import Entry


def loaded(root: Path | None) -> Catalog:
    """Return the catalog in ``root``; where it has faults, print them and exit with status 1."""
    try:
        return load(root)
    except faults.CatalogError as error:
        click.echo(error, err=True)
        sys.exit(1)


def entry_of(catalog: Catalog, id_: str) -> Entry:
    """Return the entry ``id_``.

    Raises:
        click.BadParameter: where there is none; it names those that are spelled alike.

    """
    entry = catalog.find(id_)
    if not entry:
        advice = faults.did_you_mean(id_, list(catalog.entries))
        raise click.BadParameter(f'no entry "{id_}"; {advice}', param_hint="ID")
    return entry
