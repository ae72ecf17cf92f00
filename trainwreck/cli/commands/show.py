"""trainwreck show."""

import sys
from pathlib import Path

import click

from trainwreck.cli.loading import entry_of, loaded
from trainwreck.cli.options import catalog_option, format_option
from trainwreck.markdown.absolute_links import portable
from trainwreck.model import problems as faults
from trainwreck.output import entry as show

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

    Exit status: 0 shown, 1 the catalog itself is at fault, 2 no such entry or cluster.
    """
    errors = loaded(root)
    known = [cluster.id for cluster in errors.clusters]
    if cluster and cluster not in known:
        raise click.BadParameter(
            f'no cluster "{cluster}"; {faults.did_you_mean(cluster, known)}', param_hint="--cluster"
        )
    entry = entry_of(errors, id_)
    if format_ == "json":
        click.echo(show.as_json(errors, entry))
    else:
        text = show.as_text(errors, entry, cluster, colour=sys.stdout.isatty())
        click.echo(portable(text))
