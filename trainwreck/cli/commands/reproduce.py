"""trainwreck reproduce."""

import sys
from pathlib import Path

import click

from trainwreck.catalog.evidence import write_record
from trainwreck.catalog.store import default_root
from trainwreck.cli.loading import entry_of, loaded
from trainwreck.cli.options import catalog_option
from trainwreck.execution import environment as needs
from trainwreck.execution import reproduction as reproduce
from trainwreck.execution import sandbox
from trainwreck.output.terminal import printable_lines

_NOT_ISOLATED = (
    "WARNING: the snippets run WITHOUT isolation: this machine doesn't let unshare make namespaces."
    " They reach the network, and processes that they leave behind go on. Run only entries that"
    " you have read, or use a container."
)
_NOT_CONFINED = (
    "WARNING: the snippets can change your files and reach the services of this machine, which"
    " doesn't let them be mounted read-only. Run only entries that you have read."
)
EXAMPLES = """
\b
Examples:
  trainwreck reproduce prefetch-factor-without-workers
  trainwreck reproduce nan-loss --python ~/venv/bin/python
  trainwreck reproduce                      every entry that this machine can reproduce
  trainwreck reproduce --unrecorded         those that were changed since they were recorded
"""


@click.command("reproduce", epilog=EXAMPLES)
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--python",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Python interpreter that has PyTorch and the other libraries. [default: this one]",
)
@click.option("--gpu", is_flag=True, help="Only run those that need an accelerator.")
@click.option("--unrecorded", is_flag=True, help="Only run those that have no current record.")
@click.option(
    "--strict",
    is_flag=True,
    help="Fail if a requirement is missing, except for accelerators and recorded reproductions.",
)
@click.option(
    "--record",
    type=click.Choice(["all", "missing"]),
    is_flag=False,
    flag_value="all",
    help="Write records to the folder evidence next to the catalog; with --record=missing only"
    " for reproductions without a current record.",
)
@click.option("--jobs", type=click.IntRange(1), default=1, help="How many to run at a time.")
@catalog_option
def command(
    ids: tuple[str, ...],
    python: Path | None,
    *,
    gpu: bool,
    unrecorded: bool,
    strict: bool,
    record: str | None,
    jobs: int,
    root: Path | None,
) -> None:
    """Raise the errors ID for real, and check what they print and that their fixes work.

    Each runs in its own process with a scratch folder as its home, no network except loopback, and
    a time limit. For a single ID, all output is shown.

    Exit status: 0 all were reproduced or are exempt, 1 at least one was not, 2 invalid arguments,
    or this machine lacks something.
    """
    catalog = loaded(root)
    folder = root or default_root()
    if record and folder is None:
        raise click.UsageError("--record needs --catalog FOLDER: nothing is written to the package")
    entries = [entry_of(catalog, id_) for id_ in ids] or list(catalog)
    if gpu:
        entries = [entry for entry in entries if reproduce.on_a_device(entry)]
    if unrecorded:
        entries = [entry for entry in entries if not entry.proof]
    machine = needs.probe(python, devices=any(map(reproduce.on_a_device, entries)))
    if not sandbox.isolation():
        click.echo(_NOT_ISOLATED, err=True)
    elif not sandbox.is_confined():
        click.echo(_NOT_CONFINED, err=True)
    results = []
    for result in reproduce.Reproducer(catalog, machine, python).run_all(entries, jobs):
        results.append(result)
        click.echo(printable_lines(reproduce.as_text(result, in_full=len(ids) == 1)))
    if record and folder:
        for result in results:
            if result.record and (record == "all" or not result.entry.proof):
                write_record(folder, result.record)
    click.echo(reproduce.summary(results), err=True)
    sys.exit(reproduce.exit_status(results, all_wanted=bool(ids or gpu), strict=strict))
