"""The command line: finds the command and calls it."""

import importlib
import os

import click

from trainwreck.metadata import __version__

_COMMANDS = (
    "check",
    "diagnose",
    "explain",
    "new",
    "reproduce",
    "schema",
    "search",
    "serve-mcp",
    "show",
)


class LazyGroup(click.Group):
    """Imports a command when it is called, so that a quick one does not wait for all others.

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
        module = importlib.import_module(f"trainwreck.cli.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", message="trainwreck %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Diagnose the logs of GPU training jobs, and look up the errors they die of."""
    if os.environ.get("NO_COLOR"):  # no-color.org
        context.color = False
