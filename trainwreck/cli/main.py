"""The command line: finds the command and calls it."""

import contextlib
import errno
import importlib
import io
import os
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from trainwreck.metadata import __version__, installing
from trainwreck.output.terminal import printable, printable_lines

BROKEN = 4
"""Exit status if a file or the output can't be read or written, beyond what a command says."""
_COMMANDS = {
    "check": "List every problem in entry files.",
    "diagnose": "Find out what a job died of.",
    "explain": "Say what a code means.",
    "new": "Write a new entry, also from a log.",
    "reproduce": "Raise errors for real and check the fix.",
    "schema": "Write the JSON Schema of an entry.",
    "search": "Find entries by words or by a message.",
    "serve-mcp": "Serve assistants in editors.",
    "show": "Print an entry.",
    "survey": "Find out what the jobs of a cluster die of.",
}
_NEEDS = dict.fromkeys(("check", "new", "schema"), "pydantic") | {
    "serve-mcp": "mcp",
    "survey": "distributed",
}
"""Packages that the single-file program lacks, by the command that can't do without."""


class LazyGroup(click.Group):
    """Imports a command when it is called, so that a quick one and help don't wait for all others.

    Source: click's documentation, "Complex Applications", lazily loading subcommands.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        del ctx
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command with this name; None where there is none."""
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        try:
            module = importlib.import_module(
                f"trainwreck.cli.commands.{cmd_name.replace('-', '_')}"
            )
        except ModuleNotFoundError as error:
            if error.name is None or error.name.startswith("trainwreck"):
                raise
            return _unavailable(cmd_name, error.name)
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first argument names; fail with the names like it."""
        if args[0] not in _COMMANDS and not ctx.resilient_parsing:
            from trainwreck.model.problems import did_you_mean  # noqa: PLC0415  only here

            advice = did_you_mean(args[0], list(_COMMANDS))
            if Path(args[0]).exists():
                advice = f"to diagnose it: trainwreck diagnose {shlex.quote(args[0])}"
            ctx.fail(f'"{args[0]}" is not a command; {advice}')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what each command does."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, _said_of(name)) for name in _COMMANDS])

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the arguments; what is said of wrong ones can't steer the terminal."""
        _accept_any_character()
        with _printable_errors():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what the system refuses ends it with a message and a status of its own."""
        try:
            _require_output()
            try:
                with _printable_errors():
                    return super().invoke(ctx)
            finally:
                if not sys.stdout.closed:  # as after serving assistants
                    sys.stdout.flush()
        except OSError as error:
            _silence_output()
            raise _BrokenError(error) from None


@contextlib.contextmanager
def _printable_errors() -> Iterator[None]:
    try:
        yield
    except click.ClickException as error:
        error.message = printable_lines(error.message)  # type: ignore[misc]  # set late by click too
        raise


class _BrokenError(click.ClickException):
    """Says which file can't be read or written; a reader that left is told nothing."""

    exit_code = BROKEN

    def __init__(self, error: OSError) -> None:
        place = printable(str(error.filename or "standard output"))
        super().__init__(f"{place}: {error.strerror or error}")
        self._is_told = error.errno != errno.EPIPE

    def show(self, file: Any = None) -> None:
        if self._is_told:
            super().show(file)


def _accept_any_character() -> None:
    """Print "?" for what the encoding of the output lacks, as in a locale with Latin-1."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")


def _require_output() -> None:
    if sys.stdout is None:
        raise OSError(errno.EBADF, "is closed", "standard output")


def _silence_output() -> None:
    """Keep Python from writing what is left of the output once more at its end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _said_of(name: str) -> str:
    from importlib.util import find_spec  # noqa: PLC0415  only help needs it

    package = _NEEDS.get(name)
    if package and find_spec(package) is None:
        return f"Not available here: needs the package {package}."
    return _COMMANDS[name]


def _unavailable(name: str, package: str) -> click.Command:
    """Return the command ``name`` where a package that it needs is missing, as in the pyz file."""

    def refuse() -> None:
        raise click.UsageError(
            f"{name} needs the package {package}; install trainwreck with pip: {installing()}"
        )

    return click.Command(
        name,
        callback=refuse,
        context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
    )


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", message="trainwreck %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Diagnose the logs of GPU training jobs, and look up the errors they die of.

    In addition to what each command says, exit status 4: a file or the output can't be read or
    written.
    """
    if os.environ.get("NO_COLOR"):  # no-color.org
        context.color = False
