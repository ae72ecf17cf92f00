"""trainwreck check."""

import sys
from pathlib import Path

import click

from trainwreck.catalog import loader as catalog
from trainwreck.cli.options import format_option
from trainwreck.model import problems as faults
from trainwreck.model.vocabulary import Category

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
    about="How faults are printed: for people, for programs, or as GitHub annotations.",
)
def command(paths: tuple[Path, ...], format_: str) -> None:
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
