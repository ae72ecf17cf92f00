"""Options of several commands. Imports nothing slow, so that a diagnosis need not wait for it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])


class LogPath(click.Path):
    """The name of a log. An empty one, from a variable that isn't set, is not this folder.

    Whether it may be read is found out when it is read, so that the other logs are, too.
    """

    def __init__(self, **settings: Any) -> None:
        """Take the settings of :class:`click.Path`."""
        super().__init__(readable=False, **settings)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return ``value`` as a path."""
        if value == "":
            self.fail("is empty; name a file", param, ctx)
        return super().convert(value, param, ctx)


catalog_option = click.option(
    "--catalog",
    "root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of the catalog. [default: the one that comes with trainwreck]",
)

glob_option = click.option(
    "--glob",
    "pattern",
    default="*",
    show_default=True,
    metavar="PATTERN",
    help="Which files of a folder to read.",
)
notes_option = click.option(
    "--notes",
    "notes_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    envvar="TRAINWRECK_NOTES",
    metavar="FILE",
    help="Your center's own notes on errors. [default: $TRAINWRECK_NOTES]",
)


def format_option(*formats: str, about: str) -> Callable[[_Command], _Command]:
    """Return the option ``--format``, which a command takes as ``format_``.

    Args:
        formats: its values; the first is the default.
        about: what it says in the command's help.

    """
    return click.option(
        "--format",
        "format_",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help=about,
    )
