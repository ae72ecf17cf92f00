"""What is wrong with the code in the fences of entries and pages.

A fence is checked by its language. Nothing is run here: Python must compile, data must parse, shell
code must pass ShellCheck and name Slurm options that exist. Placeholders such as ``<project>`` are
allowed in shell code.
"""

import ast
import configparser
import doctest
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import yaml

from trainwreck.markdown.fences import Snippet
from trainwreck.model.problems import did_you_mean

Flaw = tuple[int, str, str]
"""Line within the code (from 0), what is wrong, what would be right."""

PLACEHOLDER = re.compile(r"<[a-z][a-z -]*>")
_SLURM_OPTION = re.compile(r"^#SBATCH\s+--([a-z-]+)")
_SLURM_OPTIONS = Path(__file__).parent / "slurm_options.txt"
# The wheel puts ShellCheck beside the interpreter, which need not be on the PATH.
_PROGRAM = str(Path(sys.executable).with_name("shellcheck"))
# A snippet is a part of something: names are set and read outside of it.
_SHELLCHECK = [_PROGRAM, "--shell=bash", "--severity=warning", "--format=json"]
_SHELLCHECK += ["--exclude=SC2034,SC2154,SC1090,SC1091"]


def lines_of_field(text: str, field: str) -> range:
    """Return the lines, from 1, that a top-level ``field`` takes up in the YAML ``text``."""
    lines = text.splitlines()
    begin = next((n for n, line in enumerate(lines, 1) if line.startswith(f"{field}:")), 0)
    if not begin:
        return range(0)
    after = (n for n, line in enumerate(lines[begin:], begin + 1) if re.match(r"[\w#]", line))
    return range(begin, next(after, len(lines) + 1))


def flaws(snippet: Snippet) -> Iterator[Flaw]:
    """Yield what is wrong in the code of ``snippet``."""
    check = _CHECKS.get(snippet.language)
    if check is None:
        problem = f'"{snippet.language}" is no language that is checked'
        yield 0, problem, did_you_mean(snippet.language, list(_CHECKS))
    else:
        yield from check(snippet.code)


def _python(code: str) -> Iterator[Flaw]:
    try:
        if code.lstrip().startswith(">>>"):
            code = "".join(example.source for example in doctest.DocTestParser().get_examples(code))
        ast.parse(code)
    except SyntaxError as error:
        yield (error.lineno or 1), f"does not compile: {error.msg}", "mend the syntax"
    except ValueError as error:
        yield 1, f"is no doctest: {error}", "begin lines with >>> or ..., a space after each"


def _shell(code: str) -> Iterator[Flaw]:
    for number, line in enumerate(code.splitlines(), start=1):
        option = _SLURM_OPTION.match(line)
        known = _SLURM_OPTIONS.read_text().split()
        if option and option[1] not in known:
            problem = f'"--{option[1]}" is no option of sbatch'
            yield number, problem, did_you_mean(option[1], known)
    filled = PLACEHOLDER.sub("X", code)
    result = subprocess.run(  # noqa: S603  the command is fixed, the code goes to its input
        [*_SHELLCHECK, "-"], input=filled, capture_output=True, text=True, check=False
    )
    for finding in json.loads(result.stdout):
        yield finding["line"], f"SC{finding['code']}: {finding['message']}", "mend the shell code"


def _parsed_by(parse: Callable[[str], object]) -> Callable[[str], Iterator[Flaw]]:
    def check(code: str) -> Iterator[Flaw]:
        try:
            parse(code)
        except (ValueError, yaml.YAMLError, configparser.Error) as error:
            yield 1, f"does not parse: {' '.join(str(error).split())}", "mend the syntax"

    return check


def _parse_ini(code: str) -> None:
    configparser.ConfigParser().read_string(code)


def _nothing(code: str) -> Iterator[Flaw]:
    """Output is what it is."""
    del code
    yield from ()


_CHECKS: dict[str, Callable[[str], Iterator[Flaw]]] = {
    "bash": _shell,
    "console": _nothing,
    "ini": _parsed_by(_parse_ini),
    "json": _parsed_by(json.loads),
    "python": _python,
    "sh": _shell,
    "text": _nothing,
    "toml": _parsed_by(tomllib.loads),
    "yaml": _parsed_by(yaml.safe_load),
}
