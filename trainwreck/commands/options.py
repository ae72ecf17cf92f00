"""What several commands share: the catalog that they read, and the entry that is asked for."""

import sys
from pathlib import Path

import click

from trainwreck import faults
from trainwreck.catalog import Catalog, load
from trainwreck.model import Entry


class CatalogFolder(click.Path):
    """A folder of entries, given or the default."""

    def __init__(self) -> None:
        """Accept an existing folder."""
        super().__init__(exists=True, file_okay=False, path_type=Path)


catalog_option = click.option(
    "--catalog",
    "root",
    type=CatalogFolder(),
    help="Folder of the catalog. [default: the one that comes with trainwreck]",
)


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
