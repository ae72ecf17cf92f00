"""trainwreck check."""

import sys
from pathlib import Path

import click

from trainwreck.checks.checker import check_catalog
from trainwreck.cli.options import format_option
from trainwreck.model.problems import Problem
from trainwreck.model.vocabulary import Category
from trainwreck.output.problems import as_github, as_json, as_text
from trainwreck.output.terminal import printable_lines

_ERRORS, _CODES = "errors", "codes"
EXAMPLES = """
\b
Examples:
  trainwreck check                          every entry of ./errors
  trainwreck check errors/numerics          one category
  trainwreck check codes/xid.yml            one table of codes
  trainwreck check --format github          annotations for a pull request
"""


@click.command("check", epilog=EXAMPLES)
@click.argument(
    "paths", nargs=-1, type=click.Path(exists=True, path_type=Path), metavar="[PATH]..."
)
@format_option(
    "text",
    "json",
    "github",
    about="How problems are printed: for people, for programs, or as GitHub annotations.",
)
@click.option("--no-cache", is_flag=True, help="Check unchanged entries again, as CI does.")
def command(paths: tuple[Path, ...], format_: str, *, no_cache: bool) -> None:
    """Print every problem in the entries under PATH, one per line.

    PATH is an entry, a category's folder, a table of codes or a whole catalog with its tables, by
    default ./errors. The other entries of the catalog are read too, to check links. Results for
    unchanged files are reused.

    Exit status: 0 no problems, 1 problems, 2 invalid arguments.
    """
    found: list[Problem] = []
    files = 0
    for root, chosen in _by_catalog(paths or (Path(_ERRORS),)).items():
        report = check_catalog(root, use_cache=not no_cache)
        report = report if root in chosen else report.about(chosen)
        found += report.problems
        files += len(report.files)
    if format_ == "json":
        click.echo(as_json(found, files))
    elif found:
        click.echo(as_github(found) if format_ == "github" else printable_lines(as_text(found)))
    if format_ == "text":
        click.echo(f"{_count(files, 'file')} checked, {_count(len(found), 'problem')}", err=True)
    sys.exit(1 if found else 0)


def _by_catalog(paths: tuple[Path, ...]) -> dict[Path, list[Path]]:
    """Group ``paths`` by the catalog folder in which they lie."""
    groups: dict[Path, list[Path]] = {}
    for path in paths:
        if not path.exists():
            raise click.UsageError(f"{path} does not exist; name the entries to check")
        if path.is_file() and path.suffix != ".yml":
            raise click.UsageError(
                f"{path} is not an entry or a table of codes: their names end in .yml"
            )
        groups.setdefault(_catalog_folder(path), []).append(path)
    return groups


def _catalog_folder(path: Path) -> Path:
    folder = path.resolve() if path.is_dir() else path.resolve().parent
    if folder.name == _CODES:  # the tables of codes, beside the entries
        return folder.parent / _ERRORS
    if path.is_file():
        return path.parent.parent
    is_category = path.resolve().name in list(Category) or any(path.glob("*.yml"))
    return path.resolve().parent if is_category else path


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
