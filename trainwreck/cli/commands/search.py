"""trainwreck search."""

import json
import sys
from pathlib import Path

import click

from trainwreck.cli.loading import loaded
from trainwreck.cli.options import catalog_option, format_option
from trainwreck.matching.engine import Diagnoser
from trainwreck.metadata import SITE
from trainwreck.output.search import note
from trainwreck.output.terminal import printable, printable_lines

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

    Typing errors are corrected: a line says what was searched for. If no entry covers most of the
    words, the line says so, and names those that no entry contains.

    Exit status: 0 entries were found, 1 none was found, 2 invalid arguments.
    """
    results = Diagnoser(loaded(root)).search(" ".join(words), limit)
    if said := note(results):
        click.echo(printable(said), err=format_ == "json" or not results.found)
    if format_ == "json":
        listed = [
            {
                "id": one.entry.id,
                "title": one.entry.title,
                "severity": one.entry.severity,
                "first_step": one.entry.first_step,
                "url": SITE + one.entry.url,
                "fits": one.fits,
                "searched_for": results.searched_for,
            }
            for one in results.found
        ]
        click.echo(json.dumps(listed, indent=2, ensure_ascii=False))
    for entry in results.entries if format_ == "text" else ():
        click.echo(printable_lines(f"{entry.id}: {entry.title}\n    {entry.first_step}"))
    sys.exit(0 if results.found else 1)
