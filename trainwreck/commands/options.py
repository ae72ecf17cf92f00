"""Options of several commands. Imports nothing slow, so that a diagnosis need not wait for it."""

from pathlib import Path

import click

catalog_option = click.option(
    "--catalog",
    "root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of the catalog. [default: the one that comes with trainwreck]",
)
