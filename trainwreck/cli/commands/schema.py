"""trainwreck schema."""

import sys
from pathlib import Path

import click

from trainwreck.catalog.clusters import read_clusters
from trainwreck.catalog.sources import cluster_pages
from trainwreck.cli.loading import loaded
from trainwreck.cli.options import catalog_option
from trainwreck.model import json_schema as schema


@click.command("schema")
@click.option("--codes", is_flag=True, help="Of a table of codes instead of an entry.")
@click.option("--check", is_flag=True, help="Only check whether FILE is up to date.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to FILE. [default: standard output]",
)
@catalog_option
def command(*, codes: bool, check: bool, output: Path | None, root: Path | None) -> None:
    """Write the JSON Schema of an entry or a table of codes, with the definition of every value.

    Exit status: 0 written or up to date, 1 FILE is outdated (with --check), 2 invalid arguments.
    """
    text = schema.code_schema() if codes else _entry_schema(root)
    if check:
        if not output:
            raise click.UsageError("--check needs --output FILE")
        if not output.exists() or output.read_text(encoding="utf-8") != text:
            again = f"trainwreck schema {'--codes ' * codes}--output {output}"
            click.echo(f"{output}: is not up to date; run {again}", err=True)
            sys.exit(1)
    elif output:
        _write(output, text)
    else:
        click.echo(text, nl=False)


def _write(output: Path, text: str) -> None:
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:  # a full disk doesn't say which file it was
        raise OSError(error.errno, error.strerror, str(output)) from None


def _entry_schema(root: Path | None) -> str:
    clusters = read_clusters(cluster_pages(root))[0] if root else loaded(root).clusters
    return schema.schema(clusters)
