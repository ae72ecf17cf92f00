"""The command line: parses arguments, calls the library, prints."""

import sys
from pathlib import Path

import click

from trainwreck import (
    __version__,
    catalog,
    clusters,
    evidence,
    faults,
    needs,
    reproduce,
    schema,
    show,
)
from trainwreck.model import Entry
from trainwreck.vocabulary import Category

CHECK_EXAMPLES = """
\b
Examples:
  trainwreck check                          every entry of ./errors
  trainwreck check errors/numerics          one category
  trainwreck check --format github          annotations for a pull request
"""
REPRODUCE_EXAMPLES = """
\b
Examples:
  trainwreck reproduce prefetch-factor-without-workers
  trainwreck reproduce nan-loss --python ~/venv/bin/python
  trainwreck reproduce                      every entry that this machine can reproduce
"""
SHOW_EXAMPLES = """
\b
Examples:
  trainwreck show nan-loss
  trainwreck show disk-quota-exceeded --cluster lumi
  trainwreck show nan-loss --format json | jq -r .root_cause
"""


class CatalogFolder(click.Path):
    """A folder of entries, given or the default."""

    def __init__(self) -> None:
        """Accept an existing folder."""
        super().__init__(exists=True, file_okay=False, path_type=Path)


ExistingPath = click.Path(exists=True, path_type=Path)
catalog_option = click.option(
    "--catalog",
    "root",
    type=CatalogFolder(),
    help="Folder of the catalog. [default: the one that comes with trainwreck]",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "-V", "--version", message="trainwreck %(version)s")
def main() -> None:
    """Look up, check and export the errors that training jobs on GPUs and clusters die of."""


@main.command(epilog=CHECK_EXAMPLES)
@click.argument(
    "paths", nargs=-1, type=click.Path(exists=True, path_type=Path), metavar="[PATH]..."
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="How faults are printed: for people, for programs, or as GitHub annotations.",
)
def check(paths: tuple[Path, ...], format_: str) -> None:
    """Print every fault of the entries under PATH, a line each.

    PATH is an entry, a category's folder or a whole catalog, by default ./errors. The other
    entries of the catalog are read too, so that links can be followed.

    Exit status: 0 no fault, 1 faults, 2 the arguments cannot be used.
    """
    found, files = [], 0
    for root, chosen in _by_catalog(paths or (Path("errors"),)).items():
        found += [fault for fault in catalog.inspect(root)[1] if _concerns(fault, root, chosen)]
        files += len({file for path in chosen for file in _entry_files(path)})
    if format_ == "json":
        click.echo(faults.as_json(found, files))
    elif found:
        click.echo(faults.as_github(found) if format_ == "github" else faults.as_text(found))
    if format_ == "text":
        click.echo(f"{_count(files, 'file')} checked, {_count(len(found), 'fault')}", err=True)
    sys.exit(1 if found else 0)


@main.command("show", epilog=SHOW_EXAMPLES)
@click.argument("id_", metavar="ID")
@click.option("--cluster", metavar="NAME", help="Leave out the steps for other clusters.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Markdown for people, or the entry's fields as JSON.",
)
@catalog_option
def show_(id_: str, cluster: str | None, format_: str, root: Path | None) -> None:
    """Print the entry ID: symptom, how to confirm it, root cause, fix.

    Exit status: 0 shown, 1 the catalog itself is at fault, 2 no such entry or cluster.
    """
    errors = _loaded(root)
    known = [cluster.id for cluster in errors.clusters]
    if cluster and cluster not in known:
        raise click.BadParameter(
            f'no cluster "{cluster}"; {faults.did_you_mean(cluster, known)}', param_hint="--cluster"
        )
    entry = _entry(errors, id_)
    if format_ == "json":
        click.echo(show.as_json(errors, entry))
    else:
        click.echo(show.as_text(errors, entry, cluster, colour=sys.stdout.isatty()))


@main.command("reproduce", epilog=REPRODUCE_EXAMPLES)
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--python",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Interpreter of the environment with PyTorch and the like. [default: this one]",
)
@click.option("--gpu", is_flag=True, help="Only those that need an accelerator.")
@click.option("--strict", is_flag=True, help="Fail where something but an accelerator is missing.")
@click.option("--record", is_flag=True, help="Write what was shown to the catalog's ledger.")
@click.option("--jobs", type=click.IntRange(1), default=1, help="How many run at a time.")
@catalog_option
def reproduce_(  # noqa: PLR0913  one parameter an option
    ids: tuple[str, ...],
    python: Path | None,
    *,
    gpu: bool,
    strict: bool,
    record: bool,
    jobs: int,
    root: Path | None,
) -> None:
    """Raise the errors ID for real, show what they print, and see their fixes work.

    Each runs in a process of its own: a scratch folder as home, no network but loopback, a time
    limit. For a single ID all that was printed is shown.

    Exit status: 0 each was reproduced or is exempt, 1 one was not, 2 the arguments or this machine
    cannot be used.
    """
    errors = _loaded(root)
    entries = [_entry(errors, id_) for id_ in ids] or list(errors)
    if gpu:
        entries = [entry for entry in entries if reproduce.on_a_device(entry)]
    machine = needs.probe(python, devices=any(map(reproduce.on_a_device, entries)))
    results = []
    for result in reproduce.Reproducer(errors, machine, python).run_all(entries, jobs):
        results.append(result)
        click.echo(reproduce.as_text(result, in_full=len(ids) == 1))
    if record:
        evidence.write_ledger(
            root or catalog.default_root(), errors, [r.record for r in results if r.record]
        )
    click.echo(reproduce.summary(results), err=True)
    sys.exit(reproduce.exit_status(results, all_wanted=bool(ids or gpu), strict=strict))


@main.command("schema")
@click.option("--check", is_flag=True, help="Only tell whether FILE is up to date.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to FILE. [default: standard output]",
)
@catalog_option
def schema_(check: bool, output: Path | None, root: Path | None) -> None:
    """Write the JSON Schema of an entry, with the definition of every value.

    Exit status: 0 written or up to date, 1 FILE is stale (with --check), 2 unusable arguments.
    """
    folder = catalog.clusters_folder(root or catalog.default_root())
    text = schema.schema(clusters.read_clusters(folder)[0])
    if check:
        if not output:
            raise click.UsageError("--check needs --output FILE")
        if not output.exists() or output.read_text(encoding="utf-8") != text:
            again = f"trainwreck schema --output {output}"
            click.echo(f"{output}: is not up to date; run {again}", err=True)
            sys.exit(1)
    elif output:
        output.write_text(text, encoding="utf-8")
    else:
        click.echo(text, nl=False)


def _loaded(root: Path | None) -> catalog.Catalog:
    try:
        return catalog.load(root)
    except faults.CatalogError as error:
        click.echo(error, err=True)
        sys.exit(1)


def _entry(errors: catalog.Catalog, id_: str) -> Entry:
    entry = errors.find(id_)
    if not entry:
        advice = faults.did_you_mean(id_, list(errors.entries))
        raise click.BadParameter(f'no entry "{id_}"; {advice}', param_hint="ID")
    return entry


def _by_catalog(paths: tuple[Path, ...]) -> dict[Path, list[Path]]:
    """Group ``paths`` by the catalog folder in which they lie."""
    groups: dict[Path, list[Path]] = {}
    for path in paths:
        if not path.exists():
            raise click.UsageError(f"there is no {path} here: name the entries to check")
        groups.setdefault(_catalog_folder(path), []).append(path)
    return groups


def _catalog_folder(path: Path) -> Path:
    if path.is_file():
        return path.parent.parent
    is_category = path.resolve().name in list(Category) or any(path.glob("*.yml"))
    return path.resolve().parent if is_category else path


def _entry_files(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(path.rglob("*.yml"))


def _concerns(fault: faults.Fault, root: Path, chosen: list[Path]) -> bool:
    """Tell whether a fault lies in one of the ``chosen`` paths, or the whole catalog is chosen."""
    file = Path(fault.file).resolve()
    return root in chosen or any(file.is_relative_to(path.resolve()) for path in chosen)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
