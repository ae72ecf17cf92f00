"""trainwreck reproduce."""

import sys
from pathlib import Path

import click

from trainwreck.catalog import evidence
from trainwreck.catalog.loader import default_root
from trainwreck.cli.loading import entry_of, loaded
from trainwreck.cli.options import catalog_option
from trainwreck.execution import environment as needs
from trainwreck.execution import reproduction as reproduce

EXAMPLES = """
\b
Examples:
  trainwreck reproduce prefetch-factor-without-workers
  trainwreck reproduce nan-loss --python ~/venv/bin/python
  trainwreck reproduce                      every entry that this machine can reproduce
"""


@click.command("reproduce", epilog=EXAMPLES)
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--python",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Interpreter of the environment with PyTorch and the like. [default: this one]",
)
@click.option("--gpu", is_flag=True, help="Only those that need an accelerator.")
@click.option(
    "--strict",
    is_flag=True,
    help="Fail where something is missing for one that needs no accelerator and has no record.",
)
@click.option(
    "--record",
    type=click.Choice(["all", "missing"]),
    is_flag=False,
    flag_value="all",
    help="Write what was shown to the catalog's ledger; with --record=missing only where the"
    " reproduction, as it is now, has no record.",
)
@click.option("--jobs", type=click.IntRange(1), default=1, help="How many run at a time.")
@catalog_option
def command(
    ids: tuple[str, ...],
    python: Path | None,
    *,
    gpu: bool,
    strict: bool,
    record: str | None,
    jobs: int,
    root: Path | None,
) -> None:
    """Raise the errors ID for real, show what they print, and see their fixes work.

    Each runs in a process of its own: a scratch folder as home, no network but loopback, a time
    limit. For a single ID all that was printed is shown.

    Exit status: 0 each was reproduced or is exempt, 1 one was not, 2 the arguments or this machine
    cannot be used.
    """
    errors = loaded(root)
    entries = [entry_of(errors, id_) for id_ in ids] or list(errors)
    if gpu:
        entries = [entry for entry in entries if reproduce.on_a_device(entry)]
    machine = needs.probe(python, devices=any(map(reproduce.on_a_device, entries)))
    results = []
    for result in reproduce.Reproducer(errors, machine, python).run_all(entries, jobs):
        results.append(result)
        click.echo(reproduce.as_text(result, in_full=len(ids) == 1))
    if record:
        wanted = [r for r in results if record == "all" or not errors.proof(r.entry)]
        evidence.write_ledger(
            root or default_root(), errors, [r.record for r in wanted if r.record]
        )
    click.echo(reproduce.summary(results), err=True)
    sys.exit(reproduce.exit_status(results, errors, all_wanted=bool(ids or gpu), strict=strict))
