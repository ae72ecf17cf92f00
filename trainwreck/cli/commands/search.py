"""trainwreck search."""

import json
import sys
from pathlib import Path

import click

from trainwreck.cli.loading import loaded
from trainwreck.cli.options import catalog_option, format_option
from trainwreck.matching.engine import Diagnoser
from trainwreck.metadata import SITE
from trainwreck.output.terminal import printable_lines

EXAMPLES = """
\b
Examples:
  trainwreck search job hangs before first batch
  trainwreck search 'RuntimeError: DataLoader worker is killed by signal'
  trainwreck search bf16 learns nothing --format json | jq -r '.[0].id'
"""


@click.command("search", epilog=EXAMPLES)
@click.argument("words", nargs=-1, required=True)
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="Maximum number of entries.",
)
@format_option("text", "json", about="For people or for programs.")
@catalog_option
def command(words: tuple[str, ...], limit: int, format_: str, root: Path | None) -> None:
    """List the entries most similar to WORDS, starting with those whose message they contain.

    Exit status: 0 entries were found, 1 none was found, 2 invalid arguments.
    """
    found = Diagnoser(loaded(root)).search(" ".join(words), limit)
    if format_ == "json":
        listed = [
            {
                "id": entry.id,
                "title": entry.title,
                "severity": entry.severity,
                "first_step": entry.first_step,
                "url": SITE + entry.url,
            }
            for entry in found
        ]
        click.echo(json.dumps(listed, indent=2, ensure_ascii=False))
    for entry in found if format_ == "text" else ():
        click.echo(printable_lines(f"{entry.id}: {entry.title}\n    {entry.first_step}"))
    sys.exit(0 if found else 1)
