"""trainwreck explain."""

import sys
from pathlib import Path

import click

from trainwreck.cli.loading import loaded
from trainwreck.cli.options import catalog_option, format_option
from trainwreck.matching.codes import CodeIndex
from trainwreck.output.codes import as_json, as_text

EXAMPLES = """
\b
Examples:
  trainwreck explain 137
  trainwreck explain xid 79
  trainwreck explain -9                     a signal, as torchrun prints it
  trainwreck explain SIGBUS errno 28 'CUDA error: unknown error'
  trainwreck explain 0:53                   ExitCode of Slurm
  trainwreck explain OUT_OF_ME+             a state, as sacct cuts it off
  trainwreck explain NODE_FAIL --format json | jq -r '.[0].meaning'
"""
UNKNOWN = 1


@click.command(
    "explain",
    epilog=EXAMPLES,
    context_settings={"ignore_unknown_options": True},  # -9 is a code
)
@click.argument("words", nargs=-1, required=True, metavar="CODE...")
@format_option("text", "json", about="For people or for programs.")
@catalog_option
def command(words: tuple[str, ...], format_: str, root: Path | None) -> None:
    """Say what each CODE means for a training job, and what to do.

    CODE is an exit code, a signal, an errno, an Xid, an error of CUDA, NCCL, Slurm, Kubernetes or
    another of the tables, in any form: a number, a name, or as a log prints it. A number that
    several tables have is listed with every meaning, the likeliest first.

    Exit status: 0 explained, 1 one of the codes is not known, 2 wrong usage.
    """
    index = CodeIndex(loaded(root))
    found = [(query, index.explain(query)) for query in index.queries(words)]
    if format_ == "json":
        click.echo(as_json(found))
    else:
        texts = [as_text(query, readings, color=True) for query, readings in found if readings]
        if texts:
            click.echo("\n\n".join(texts))
    unknown = [query for query, readings in found if not readings]
    for query in unknown:
        click.echo(f'"{query}" is not a known code{_advice(index.similar(query))}', err=True)
    sys.exit(UNKNOWN if unknown else 0)


def _advice(names: list[str]) -> str:
    return f"; did you mean {' or '.join(names)}?" if names else ""
