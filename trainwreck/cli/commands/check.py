"""trainwreck check."""

import sys
from pathlib import Path

import click

from trainwreck.catalog.sources import entry_files
from trainwreck.checks.checker import check_catalog
from trainwreck.cli.options import format_option
from trainwreck.model.problems import Problem
from trainwreck.model.vocabulary import Category
from trainwreck.output import problems as report

EXAMPLES = """
\b
Examples:
  trainwreck check                          every entry of ./errors
  trainwreck check errors/numerics          one category
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
    """Print every problem of the entries under PATH, one per line.

    PATH is an entry, a category's folder or a whole catalog, by default ./errors. The other
    entries of the catalog are read too, so that links can be followed. What was found in files
    that have not changed since is used again.

    Exit status: 0 no problem, 1 problems, 2 the arguments cannot be used.
    """
    found: list[Problem] = []
    files = 0
    for root, chosen in _by_catalog(paths or (Path("errors"),)).items():
        checked = check_catalog(root, use_cache=not no_cache)
        found += checked.problems if root in chosen else checked.about(chosen)
        files += len({file for path in chosen for file in _entry_files(path, root)})
    if format_ == "json":
        click.echo(report.as_json(found, files))
    elif found:
        click.echo(report.as_github(found) if format_ == "github" else report.as_text(found))
    if format_ == "text":
        click.echo(f"{_count(files, 'file')} checked, {_count(len(found), 'problem')}", err=True)
    sys.exit(1 if found else 0)


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


def _entry_files(path: Path, root: Path) -> list[Path]:
    """Return the entry files at or below ``path``, which lies in the catalog ``root``."""
    if path.is_file():
        return [path]
    files = entry_files(root.resolve())
    return [file for file in files if file.is_relative_to(path.resolve())]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
