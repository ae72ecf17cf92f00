"""What the commands that read the catalog share: it, and the entry or cluster that is asked for."""

import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import click

from trainwreck.catalog.store import load_snapshot
from trainwreck.logs import reader
from trainwreck.model.problems import CatalogError, did_you_mean
from trainwreck.notes.site_notes import SiteNotes
from trainwreck.output.terminal import printable_lines
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.snapshot.entry import Entry


def loaded(root: Path | None) -> Snapshot:
    """Return the catalog in ``root``, and say once if entries were left out.

    Where there is no entry at all, it says why and exits with status 2.
    """
    try:
        catalog = load_snapshot(root)
    except CatalogError as error:
        click.echo(printable_lines(str(error)), err=True)
        sys.exit(2)
    if catalog.left_out:
        number = len(catalog.left_out)
        click.echo(
            f"{number} of {number + len(catalog.ids)} entries left out because of problems;"
            f" run: trainwreck check{'' if root is None else f' {root}'}",
            err=True,
        )
    return catalog


def loaded_notes(file: Path | None, catalog: Snapshot) -> SiteNotes | None:
    """Return the notes of a center; None if no file is given.

    Where the file is wrong, it says why and exits with status 2.
    """
    if file is None:
        return None
    try:
        from trainwreck.notes.overlay import read_notes  # noqa: PLC0415  slow, and rarely needed

        return read_notes(file, catalog)
    except CatalogError as error:
        click.echo(error, err=True)
        sys.exit(2)
    except ModuleNotFoundError as error:
        raise click.UsageError(
            f"--notes needs the package {error.name}; install trainwreck with pip or pipx"
        ) from None


def standard_input(on_damage: Callable[[str], None] | None = None) -> Iterator[bytes]:
    """Yield what comes from standard input, uncompressed.

    Args:
        on_damage: as for :func:`trainwreck.logs.reader.pieces`.

    Raises:
        UnusableInputError: if it is closed or holds no text.

    """
    if sys.stdin is None:
        raise reader.UnusableInputError("standard input is closed; name a file")
    name = "standard input"
    yield from reader.decoded(reader.uncompressed(stdin_buffer(), name, on_damage), name)


def stdin_buffer() -> io.BufferedReader:
    """Return the bytes of standard input."""
    return cast("io.BufferedReader", sys.stdin.buffer)


def entry_of(catalog: Snapshot, id_: str) -> Entry:
    """Return the entry ``id_``.

    Raises:
        click.BadParameter: if there is none; it names those that are spelled alike.

    """
    entry = catalog.get(id_) or catalog.get(id_.lower())
    if not entry:
        search = "find it by its message or by words: trainwreck search WORDS"
        advice = did_you_mean(id_, list(catalog.ids), otherwise=search)
        raise click.BadParameter(f'no entry "{id_}"; {advice}', param_hint="ID")
    return entry


def cluster_id(catalog: Snapshot, name: str | None) -> str | None:
    """Return the id of the cluster with that name, in capital or small letters; None without one.

    Raises:
        click.BadParameter: if there is none; it names those that are spelled alike.

    """
    known = [cluster.id for cluster in catalog.clusters]
    if not name or name.lower() in known:
        return name.lower() if name else None
    advice = did_you_mean(name, known)
    raise click.BadParameter(f'no cluster "{name}"; {advice}', param_hint="--cluster")
