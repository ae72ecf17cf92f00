"""Text for terminals: styled or plain, and without characters that steer a terminal."""

import re
from typing import Any

import click

_STYLE = re.compile(r"(\x1b\[[0-9;]{0,20}m)")


def printable(text: str) -> str:
    """Return ``text`` without characters that steer a terminal or turn the order of writing."""
    return "".join(
        character
        if character.isprintable()
        else "\t"
        if character == "\t"
        else "\N{REPLACEMENT CHARACTER}"
        for character in text
    )


def printable_lines(text: str) -> str:
    """Return ``text`` with its line ends, each line as :func:`printable` makes it."""
    return "\n".join(map(printable, text.split("\n")))


def painted_lines(text: str) -> str:
    """Return what :func:`printable_lines` does, but with the colors and styles that it has."""
    parts = _STYLE.split(text)
    parts[::2] = map(printable_lines, parts[::2])
    return "".join(parts)


class Paint:
    """Styles text for a terminal, or leaves it as it is."""

    def __init__(self, on: bool) -> None:
        """Style text if ``on``."""
        self._on = on

    def __call__(self, text: str, **style: Any) -> str:
        """Return ``text`` with the style, as :func:`click.style` names it."""
        return click.style(text, **style) if self._on else text


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: "1 cause", "2 causes"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
