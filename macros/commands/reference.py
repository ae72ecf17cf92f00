"""Writes docs/command-line.md, the reference of the command line, from the help of each command."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from trainwreck.cli.main import main

_WIDTH = 88
"""Columns of the help, whatever terminal this runs in."""
_HEAD = """\
---
title: Command line
description: Every command of trainwreck with its arguments, options, examples and exit status.
---

<!-- Made by make reference from the help texts in trainwreck/cli/commands. -->

# Command line

What `trainwreck COMMAND --help` prints, for every command.
"""
_TEMPLATE_MARKS = ("{{", "{%", "{#")


@click.command(epilog="Exit status: 0 written or up to date, 1 stale (with --check).")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--check", is_flag=True, help="Only check whether FILE is up to date.")
def command(file: Path, *, check: bool) -> None:
    """Write the reference of the command line to FILE."""
    text = page(main)
    if not check:
        file.write_text(text, encoding="utf-8")
    elif not file.exists() or file.read_text(encoding="utf-8") != text:
        click.echo(f"{file}: is not up to date; run: make reference", err=True)
        sys.exit(1)


def page(group: click.Group) -> str:
    """Return the reference as Markdown.

    Raises:
        ValueError: where a help text holds what the site takes for a template.

    """
    sections = [f"\n## {name}\n\n```text\n{help_}\n```\n" for name, help_ in _helps(group)]
    text = "".join((_HEAD, *sections))
    for mark in _TEMPLATE_MARKS:
        if mark in text:
            raise ValueError(f"a help text holds {mark}, which the site would run: reword it")
    return text


def _helps(group: click.Group) -> Iterator[tuple[str, str]]:
    """Yield name and help of ``group`` and of each of its commands."""
    context = group.make_context(
        "trainwreck", [], resilient_parsing=True, terminal_width=_WIDTH, max_content_width=_WIDTH
    )
    yield "trainwreck", _help(context)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        if found and not found.hidden:
            inner = found.make_context(name, [], parent=context, resilient_parsing=True)
            yield f"trainwreck {name}", _help(inner)


def _help(context: click.Context) -> str:
    lines = context.get_help().splitlines()
    return "\n".join(line.rstrip() for line in lines)


if __name__ == "__main__":
    command()
