"""trainwreck show."""

from pathlib import Path

import click

from trainwreck.cli.loading import cluster_id, entry_of, loaded
from trainwreck.cli.options import catalog_option, format_option
from trainwreck.markdown.absolute_links import portable
from trainwreck.output import entry as show
from trainwreck.output.terminal import painted_lines

EXAMPLES = """
\b
Examples:
  trainwreck show nan-loss
  trainwreck show disk-quota-exceeded --cluster lumi
  trainwreck show nan-loss --format json | jq -r .root_cause
"""


@click.command("show", epilog=EXAMPLES)
@click.argument("id_", metavar="ID")
@click.option("--cluster", metavar="NAME", help="Leave out the steps for other clusters.")
@format_option("text", "json", about="Markdown for people, or the entry's fields as JSON.")
@catalog_option
def command(id_: str, cluster: str | None, format_: str, root: Path | None) -> None:
    """Print the entry ID: symptom, how to confirm it, root cause, fix.

    Exit status: 0 shown, 2 no such entry or cluster, or the catalog cannot be used.
    """
    catalog = loaded(root)
    cluster = cluster_id(catalog, cluster)
    entry = entry_of(catalog, id_)
    if format_ == "json":
        click.echo(show.as_json(entry))
    else:
        text = portable(show.as_text(entry, catalog.clusters, cluster, color=True))
        click.echo(painted_lines(text))
