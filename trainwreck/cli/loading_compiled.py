"""What the commands that read the compiled catalog share."""

import sys
from pathlib import Path

import click

from trainwreck.model import problems as faults
from trainwreck.snapshot.compiled import Compiled, load_compiled


def load_or_exit(root: Path | None) -> Compiled:
    """Return the compiled catalog; where its entries have faults, print them and exit."""
    try:
        return load_compiled(root)
    except faults.CatalogError as error:
        click.echo(error, err=True)
        sys.exit(2)
