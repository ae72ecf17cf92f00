"""Options of Slurm's commands in shell code that Slurm doesn't have.

A line that begins with #SBATCH has options of sbatch. After the name of a command, options go on up
to the first other word, which is a program or a script; what follows is its own.
"""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_FILE = Path(__file__).parent / "slurm_options.txt"
_COMMENT = "#"
_DIRECTIVE = re.compile(r"^#SBATCH[ \t]+(--[^\s=]+)", re.MULTILINE)
_TOKEN = re.compile(
    r"(?P<gap>(?:[ \t]|\\\n)+)|(?P<end>[\n;&|()`]|$)|(?P<comment>(?<![^\s;&|()`])#[^\n]*)|"
    r"(?P<word>(?:'[^']*'|\"(?:\\.|[^\"\\])*\"|\\.|[^\s;&|()`'\"\\])+|.)",
    re.DOTALL,
)
_LONG = re.compile(r"--(?P<name>[A-Za-z][\w-]*)(?P<value>=)?")
_KEYWORDS = frozenset(
    (
        *("!", "{", "do", "elif", "else", "if", "then", "until", "while"),
        *("env", "exec", "nohup", "sudo", "time", "timeout"),
    )
)
# What may stand before a command: these, assignments, variables, and options with their numbers.
_BEFORE = re.compile(r"[\w.]+=|[$\"-]|\d+[smh]?$")


@dataclass(frozen=True)
class Option:
    """An option of a command."""

    name: str
    letter: str
    """The short form; "-" if there is none."""
    value: str
    """Whether a value follows: none, value, or optional."""


@dataclass(frozen=True)
class Unknown:
    """An option that a command doesn't have."""

    line: int
    """Counted from 1."""
    command: str
    name: str
    known: Sequence[str]
    """Those that the command has."""


def unknown_options(code: str) -> Iterator[Unknown]:
    """Yield the options in shell ``code`` that Slurm's commands don't have, by their lines."""
    sbatch = options()["sbatch"]
    for directive in _DIRECTIVE.finditer(code):
        name = directive[1].removeprefix("--")
        if name not in sbatch:
            yield Unknown(_line(code, directive.start()), "sbatch", name, list(sbatch))
    for words in _commands(code):
        yield from _unknown_of(code, words)


@functools.cache
def options() -> Mapping[str, Mapping[str, Option]]:
    """Return the options of each command by their names."""
    found: dict[str, dict[str, Option]] = {}
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith(_COMMENT):
            name, letter, value, *commands = line.split()
            for command in commands:
                found.setdefault(command, {})[name] = Option(name, letter, value)
    return found


Words = list[tuple[int, str]]
"""Where each word of a command begins, and the word."""


def _commands(code: str) -> Iterator[Words]:
    words: Words = []
    for token in _TOKEN.finditer(code):
        if token["word"]:
            words.append((token.start(), token["word"]))
        elif token["end"] is not None:
            yield words
            words = []


def _unknown_of(code: str, words: Words) -> Iterator[Unknown]:
    position = 0
    while position < len(words) and _stands_before(words[position][1]):
        position += 1
    while position < len(words) and (command := words[position][1]) in options():
        is_anywhere = command == "scontrol"
        position, unknown = _own_options(words, position + 1, command, is_anywhere=is_anywhere)
        for start, name in unknown:
            yield Unknown(_line(code, start), command, name, list(options()[command]))


def _stands_before(word: str) -> bool:
    return word in _KEYWORDS or bool(_BEFORE.match(word))


def _own_options(
    words: Words, position: int, command: str, *, is_anywhere: bool
) -> tuple[int, Words]:
    """Return the position of the first word that is no option, and the options not known."""
    known, unknown = options()[command], []
    while position < len(words):
        start, word = words[position]
        if long := _LONG.match(word):
            option = known.get(long["name"])
            if option is None:
                unknown.append((start, long["name"]))
            takes_next = option is not None and option.value == "value" and not long["value"]
        elif word.startswith("-") and word.strip("-"):
            takes_next = _takes_next(word, known)
        elif not is_anywhere:
            break
        else:
            takes_next = False
        position += 1 + takes_next
    return position, unknown


def _takes_next(word: str, known: Mapping[str, Option]) -> bool:
    """Tell whether the value of the last letter in ``word`` is the next word."""
    by_letter = {option.letter: option for option in known.values()}
    for index, letter in enumerate(word[1:], start=1):
        value = by_letter[letter].value if letter in by_letter else "none"
        if value != "none":
            return value == "value" and index == len(word) - 1
    return False


def _line(code: str, position: int) -> int:
    return code.count("\n", 0, position) + 1
