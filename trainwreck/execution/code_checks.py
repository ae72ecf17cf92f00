"""What is wrong with the code in the fences of entries and pages.

A fence is checked by its language. Nothing is run here: Python must compile, data must parse, shell
code must pass ShellCheck, or bash's own parser where that is not installed, and name Slurm options
that exist. Placeholders such as ``<project>`` are allowed in shell code.
"""

import ast
import configparser
import doctest
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import yaml

from trainwreck.execution.slurm_options import unknown_options
from trainwreck.markdown.fences import Snippet
from trainwreck.model.problems import did_you_mean

Flaw = tuple[int, str, str]
"""Line within the code (from 0), what is wrong, what would be right."""

PLACEHOLDER = re.compile(r"<[a-z][a-z -]*>")
# A snippet is a part of something: names are set and read outside of it.
_SHELLCHECK = (
    *("--shell=bash", "--severity=warning", "--format=json"),
    "--exclude=SC2034,SC2154,SC1090,SC1091",
)
_BASH = ("-c", 'for file; do "$0" -n "$file"; done')
_BASH_MESSAGE = re.compile(r"^(?P<file>.+?): line (?P<line>\d+): (?P<message>.+)$", re.MULTILINE)
_AT_ONCE = 500
"""Files that one process checks."""


def lines_of_field(text: str, field: str) -> range:
    """Return the lines, from 1, that a top-level ``field`` takes up in the YAML ``text``."""
    lines = text.splitlines()
    begin = next((n for n, line in enumerate(lines, 1) if line.startswith(f"{field}:")), 0)
    if not begin:
        return range(0)
    after = (n for n, line in enumerate(lines[begin:], begin + 1) if re.match(r"[\w#]", line))
    return range(begin, next(after, len(lines) + 1))


def flaws(snippet: Snippet) -> list[Flaw]:
    """Return what is wrong in the code of ``snippet``."""
    return flaws_of([snippet])[0]


def flaws_of(snippets: Sequence[Snippet]) -> list[list[Flaw]]:
    """Return what is wrong in the code of each of ``snippets``, all shell code checked at once."""
    found: list[list[Flaw]] = [list(_own_flaws(snippet)) for snippet in snippets]
    shell = [index for index, snippet in enumerate(snippets) if snippet.language in _SHELLS]
    checked = _shell_flaws([PLACEHOLDER.sub("X", snippets[index].code) for index in shell])
    for index, more in zip(shell, checked, strict=True):
        found[index] += more
    return found


@functools.cache
def shell_checker() -> str | None:
    """Return the program that checks shell code: ShellCheck, else bash; None if neither is there.

    The wheel puts ShellCheck beside the interpreter, which need not be on the PATH.
    """
    beside = Path(sys.executable).with_name("shellcheck")
    return str(beside) if beside.exists() else shutil.which("shellcheck") or shutil.which("bash")


def _own_flaws(snippet: Snippet) -> Iterator[Flaw]:
    check = _CHECKS.get(snippet.language)
    if check is None:
        message = f'"{snippet.language}" is not a language that is checked'
        yield 0, message, did_you_mean(snippet.language, list(_CHECKS))
    else:
        yield from check(snippet.code)


def _shell_flaws(codes: Sequence[str]) -> list[list[Flaw]]:
    found: list[list[Flaw]] = [[] for _ in codes]
    program = shell_checker()
    if not codes or program is None:
        return found
    run = _shellcheck if Path(program).name == "shellcheck" else _bash
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        files = [Path(folder, str(index)) for index in range(len(codes))]
        for file, code in zip(files, codes, strict=True):
            file.write_text(code, encoding="utf-8")
        groups = [files[start : start + _AT_ONCE] for start in range(0, len(files), _AT_ONCE)]
        for results in pool.map(functools.partial(run, program), groups):
            for file, flaw in results:
                found[int(file.name)].append(flaw)
    return found


def _shellcheck(program: str, files: Sequence[Path]) -> list[tuple[Path, Flaw]]:
    return [
        (
            Path(finding["file"]),
            (
                finding["line"],
                f"SC{finding['code']}: {finding['message']}",
                "correct the shell code",
            ),
        )
        for finding in json.loads(_output(program, *_SHELLCHECK, *map(str, files)).stdout)
    ]


def _bash(program: str, files: Sequence[Path]) -> list[tuple[Path, Flaw]]:
    said = _output(program, *_BASH, program, *map(str, files)).stderr
    return [
        (
            Path(match["file"]),
            (int(match["line"]), f"does not parse: {match['message']}", "correct the shell code"),
        )
        for match in _BASH_MESSAGE.finditer(said)
    ]


def _output(*command: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"LC_ALL": "C"}
    return subprocess.run(  # noqa: S603  the code is a file's content, which is not run
        command, env=environment, capture_output=True, text=True, check=False
    )


def _python(code: str) -> Iterator[Flaw]:
    try:
        if code.lstrip().startswith(">>>"):
            code = "".join(example.source for example in doctest.DocTestParser().get_examples(code))
        ast.parse(code)
    except SyntaxError as error:
        yield (error.lineno or 1), f"does not compile: {error.msg}", "correct the syntax"
    except ValueError as error:
        yield (
            1,
            f"is not a valid doctest: {error}",
            "begin lines with >>> or ..., a space after each",
        )


def _slurm_options(code: str) -> Iterator[Flaw]:
    for found in unknown_options(code):
        message = f'"--{found.name}" is not an option of {found.command}'
        yield found.line, message, did_you_mean(found.name, found.known)


def _parsed_by(parse: Callable[[str], object]) -> Callable[[str], Iterator[Flaw]]:
    def check(code: str) -> Iterator[Flaw]:
        try:
            parse(code)
        except (ValueError, yaml.YAMLError, configparser.Error) as error:
            yield 1, f"does not parse: {' '.join(str(error).split())}", "correct the syntax"

    return check


def _parse_ini(code: str) -> None:
    configparser.ConfigParser().read_string(code)


def _nothing(code: str) -> Iterator[Flaw]:
    """Output is what it is."""
    del code
    yield from ()


_CHECKS: dict[str, Callable[[str], Iterator[Flaw]]] = {
    "bash": _slurm_options,
    "console": _nothing,
    "ini": _parsed_by(_parse_ini),
    "json": _parsed_by(json.loads),
    "python": _python,
    "sh": _slurm_options,
    "text": _nothing,
    "toml": _parsed_by(tomllib.loads),
    "yaml": _parsed_by(yaml.safe_load),
}
_SHELLS = ("bash", "sh")
