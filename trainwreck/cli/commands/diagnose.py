"""trainwreck diagnose."""

import io
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NoReturn, cast

import click

from trainwreck.cli.loading import check_cluster, loaded
from trainwreck.cli.options import catalog_option, format_option
from trainwreck.logs import reader as inputs
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.results import Diagnosis
from trainwreck.output.diagnosis_json import as_github, as_json
from trainwreck.output.diagnosis_text import as_text

EXAMPLES = """
\b
Examples:
  trainwreck diagnose slurm-1234567.out
  trainwreck diagnose slurm-1234567.out --cluster lumi --fix
  trainwreck diagnose logs/ --glob '*.err'
  python train.py 2>&1 | tee train.log | trainwreck diagnose
  trainwreck diagnose train.log --follow         while the job runs
  trainwreck diagnose train.log --format json | jq -r '.[].matches[].id'
"""
_POLL = 0.5
_PROGRESS_FROM = 64 << 20


@click.command("diagnose", epilog=EXAMPLES)
@click.argument(
    "files", nargs=-1, metavar="[FILE]...", type=click.Path(path_type=Path, allow_dash=True)
)
@click.option(
    "--glob",
    "pattern",
    default="*",
    show_default=True,
    metavar="PATTERN",
    help="Which files of a folder to read.",
)
@click.option("--cluster", metavar="NAME", help="Leave out the steps for other clusters.")
@click.option("--fix", "in_full", is_flag=True, help="Print the steps of each fix in full.")
@click.option("--follow", is_flag=True, help="Keep reading as the file grows; end with Ctrl-C.")
@format_option(
    "text", "json", "github", about="For people, for programs, or as GitHub annotations."
)
@catalog_option
def command(
    files: tuple[Path, ...],
    pattern: str,
    cluster: str | None,
    *,
    in_full: bool,
    follow: bool,
    format_: str,
    root: Path | None,
) -> None:
    """Name the errors that explain what a job printed, the earliest cause first.

    FILE is a log, a log compressed with gzip or Zstandard, or a folder of logs; without one, or
    with -, standard input is read. Nothing leaves this machine.

    Exit status: 0 a known message was found, 1 none was, 2 an input cannot be used.
    """
    catalog = loaded(root)
    check_cluster(catalog, cluster)
    diagnoser = Diagnoser(catalog)
    if follow and (len(files) != 1 or format_ != "text"):
        raise click.UsageError("--follow takes one FILE and prints text")
    if not files and sys.stdin.isatty():
        click.echo("reading standard input; end it with Ctrl-D", err=True)
    outcome = _Outcome(format_, cluster, in_full=in_full)
    for path in files or (Path(inputs.STDIN),):
        try:
            for file in inputs.expand((path,), pattern):
                if follow:
                    outcome.follow(diagnoser.follow(_growing(file), str(file)))
                else:
                    outcome.add(diagnoser.diagnose(_content(file), str(file)))
        except inputs.UnusableInputError as error:
            click.echo(error, err=True)
            outcome.unusable = True
    outcome.end()


class _Outcome:
    """Prints diagnoses as they come, or all at the end, and knows the exit status."""

    def __init__(self, format_: str, cluster: str | None, *, in_full: bool) -> None:
        self._format, self._cluster, self._in_full = format_, cluster, in_full
        self._all: list[Diagnosis] = []
        self.unusable = False

    def add(self, diagnosis: Diagnosis) -> None:
        self._all.append(diagnosis)
        if self._format == "text":
            separator = "\n" if len(self._all) > 1 else ""
            click.echo(separator + self._text(diagnosis))
        elif self._format == "github" and diagnosis.matches:
            click.echo(as_github(diagnosis))

    def follow(self, diagnoses: Iterable[tuple[Diagnosis, bool]]) -> None:
        try:
            for diagnosis, is_new in diagnoses:
                if is_new:
                    self.add(diagnosis)
        except KeyboardInterrupt:
            click.echo("", err=True)

    def end(self) -> NoReturn:
        if self._format == "json":
            click.echo(as_json(self._all, self._cluster))
        found = any(diagnosis.matches for diagnosis in self._all)
        sys.exit(2 if self.unusable else 0 if found else 1)

    def _text(self, diagnosis: Diagnosis) -> str:
        return as_text(diagnosis, cluster=self._cluster, in_full=self._in_full, color=True)


def _content(path: Path) -> Iterator[bytes]:
    """Yield the content of ``path``, with a progress bar where that takes long."""
    if str(path) == inputs.STDIN:
        stdin = cast("io.BufferedReader", sys.stdin.buffer)
        yield from inputs.decoded(inputs.uncompressed(stdin, "standard input"))
        return
    size = path.stat().st_size if path.is_file() else 0
    if size < _PROGRESS_FROM or not sys.stderr.isatty():
        yield from inputs.pieces(path)
        return
    with click.progressbar(length=size, label=str(path), file=sys.stderr) as bar:
        for piece in inputs.pieces(path):
            yield piece
            bar.update(len(piece))


def _growing(path: Path) -> Iterator[bytes]:
    """Yield what is appended to ``path``, and an empty piece whenever there is nothing more yet."""
    try:
        with path.open("rb") as file:
            while True:
                yield file.read(inputs.PIECE)
                if file.tell() >= path.stat().st_size:
                    yield b""
                    time.sleep(_POLL)
    except OSError as error:
        raise inputs.UnusableInputError(f"{path}: cannot be read: {error.strerror}") from None
