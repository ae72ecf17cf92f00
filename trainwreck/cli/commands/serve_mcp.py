"""trainwreck serve-mcp."""

import gc
import sys
from pathlib import Path

import click

from trainwreck.cli.loading import loaded
from trainwreck.cli.options import catalog_option
from trainwreck.metadata import installing

EXAMPLES = """
\b
Examples:
  trainwreck serve-mcp                      the command for the editor to start
"""


@click.command("serve-mcp", epilog=EXAMPLES)
@catalog_option
def command(root: Path | None) -> None:
    """Serve diagnose, search, explain and show to assistants, over the Model Context Protocol.

    Speaks over standard input and output until the input ends. Needs the package mcp, which
    trainwreck[mcp] brings along.

    Exit status: 0 the input ended, 2 the catalog cannot be used or the package mcp is missing.
    """
    gc.disable()  # what is imported stays: to look for garbage in it takes a tenth of the start
    try:
        from trainwreck.mcp.server import run  # noqa: PLC0415  an optional dependency
    except ModuleNotFoundError as error:
        click.echo(f"{error}; install the packages: {installing('mcp')}", err=True)
        sys.exit(2)
    gc.freeze()
    gc.enable()
    run(loaded(root))
