"""trainwreck diagnose."""

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

import click

from trainwreck.cli.flight_dumps import Dumps, Inputs
from trainwreck.cli.job_files import JobFiles, with_rank
from trainwreck.cli.loading import cluster_id, loaded, loaded_notes, standard_input
from trainwreck.cli.options import LogPath, catalog_option, format_option, glob_option, notes_option
from trainwreck.logs import reader
from trainwreck.logs.growing import growing
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.results import Diagnosis
from trainwreck.model.vocabulary import Action
from trainwreck.notes.site_notes import SiteNotes
from trainwreck.output.diagnosis_json import as_github, as_json, as_plain
from trainwreck.output.diagnosis_text import as_text
from trainwreck.output.summary import Summary
from trainwreck.output.terminal import painted_lines, printable, printable_lines

EXAMPLES = """
\b
Examples:
  trainwreck diagnose slurm-1234567.out
  trainwreck diagnose slurm-1234567.out --cluster lumi --fix
  trainwreck diagnose logs/ --glob '*.err' --summary
  python train.py 2>&1 | tee train.log | trainwreck diagnose
  trainwreck diagnose train.log flight/          with the dumps of the flight recorder
  trainwreck diagnose train.log --follow         while the job runs
  trainwreck diagnose train.log --format json | jq -r '.[].verdict'
  trainwreck diagnose train.log --exit-code action
"""
FOUND, NONE, UNUSABLE = 0, 1, 3
UNKNOWN_CAUSE = 14
# The first is what a requeue script must know most: a retry that is in vain costs the most.
STATUSES = {
    Action.FIX_FIRST: 10,
    Action.ASK_OPERATOR: 13,
    None: UNKNOWN_CAUSE,
    Action.RETRY_ELSEWHERE: 12,
    Action.RETRY: 11,
    Action.NONE: 0,
}
"""Exit status by what to do with the job, the most urgent first."""
_PROGRESS_FROM = 64 << 20


@click.command("diagnose", epilog=EXAMPLES)
@click.argument(
    "files", nargs=-1, metavar="[FILE]...", type=LogPath(path_type=Path, allow_dash=True)
)
@glob_option
@click.option("--cluster", metavar="NAME", help="Leave out the steps for other clusters.")
@click.option("--fix", "in_full", is_flag=True, help="Print the steps of each fix in full.")
@click.option("--summary", is_flag=True, help="Print one table over all logs instead.")
@click.option("--follow", is_flag=True, help="Keep reading as the file grows; end with Ctrl-C.")
@click.option(
    "--exit-code",
    "status_of",
    type=click.Choice(["match", "action"]),
    default="match",
    show_default=True,
    help="What the exit status means.",
)
@format_option(
    "text", "json", "github", about="For people, for programs, or as GitHub annotations."
)
@notes_option
@catalog_option
def command(
    files: tuple[Path, ...],
    pattern: str,
    cluster: str | None,
    *,
    in_full: bool,
    summary: bool,
    follow: bool,
    status_of: str,
    format_: str,
    notes_file: Path | None,
    root: Path | None,
) -> None:
    """Name the errors that explain what a job printed, the earliest cause first.

    FILE is a log, a log compressed with gzip, bzip2, xz or Zstandard, or a folder of logs; without
    one, or with -, standard input is read. Nothing leaves this machine. Dumps of PyTorch's flight
    recorder are read, too, if they lie in the folder of a log or are named.

    Exit status: 0 a known error was found, 1 none was, or no verdict is about one, 2 wrong usage,
    3 a log could not be read (the others are diagnosed). With --exit-code action: 10 fix first,
    11 retry, 12 retry on another node, 13 ask the operator, 14 the cause is not known, 0 nothing
    to do.
    """
    if follow and (len(files) != 1 or format_ != "text" or summary):
        raise click.UsageError("--follow takes one FILE and prints text")
    if summary and format_ == "github":
        raise click.UsageError("--summary prints text or JSON")
    catalog = loaded(root)
    cluster = cluster_id(catalog, cluster)
    notes = loaded_notes(notes_file, catalog)
    diagnoser = Diagnoser(catalog)
    if not files and sys.stdin is not None and sys.stdin.isatty():
        click.echo("reading standard input; end it with Ctrl-D", err=True)
    outcome = _Outcome(format_, cluster, notes, in_full=in_full, summary=summary)
    given = files or (Path(reader.STDIN),)
    if follow:
        for file in reader.expand(given, pattern, outcome.unusable):
            with outcome.reading(is_named=True):
                outcome.follow(diagnoser.follow(growing(file), _name(file)))
    else:
        _diagnose(diagnoser, Inputs(given, pattern, outcome.unusable), given, outcome)
    outcome.end(status_of)


def _diagnose(
    diagnoser: Diagnoser, inputs: Inputs, given: Sequence[Path], outcome: "_Outcome"
) -> None:
    """Diagnose the logs, each with the flight recorder dumps that belong to it."""
    for file in inputs.logs:
        with outcome.reading(is_named=file in given):
            diagnosis = diagnoser.diagnose(_content(file), _name(file), size=_size(file))
            outcome.add(diagnosis, inputs.dumps_of(file))
    for folder, dumps in inputs.rest():
        outcome.add(Diagnosis(_name(folder), matches=(), line_count=0), dumps)
    for refused in inputs.refused():
        outcome.unusable(reader.UnusableInputError(refused))


class _Outcome:
    """Prints diagnoses as they come, or all at the end, and knows the exit status."""

    def __init__(
        self,
        format_: str,
        cluster: str | None,
        notes: SiteNotes | None,
        *,
        in_full: bool,
        summary: bool,
    ) -> None:
        self._format, self._cluster, self._notes = format_, cluster, notes
        self._in_full, self._only_summary = in_full, summary
        self._all: list[dict[str, Any]] = []
        self._decisions: list[tuple[str, Action | None]] = []
        self._summary, self._files = Summary(), JobFiles()
        self._count = self._found = self._skipped = 0
        self._is_unusable = False

    def unusable(self, error: reader.UnusableInputError) -> None:
        _note(str(error))
        self._is_unusable = True

    @contextlib.contextmanager
    def reading(self, *, is_named: bool) -> Iterator[None]:
        """Report what can't be read; what is no text is skipped unless it is named as a log."""
        try:
            yield
        except reader.NotTextError as error:
            self.not_text(error, is_named=is_named)
        except reader.UnusableInputError as error:
            self.unusable(error)

    def not_text(self, error: reader.NotTextError, *, is_named: bool) -> None:
        """Skip what lies in a folder beside the logs; refuse what was named as one."""
        if is_named:
            self.unusable(error)
        else:
            self._skipped += 1

    def add(self, diagnosis: Diagnosis, dumps: Dumps | None = None) -> None:
        diagnosis = with_rank(diagnosis)
        if dumps:
            diagnosis = dumps.added_to(diagnosis)
        is_stuck = bool(dumps and dumps.is_stuck)
        self._count += 1
        self._found += is_stuck or any(match.entry for match in diagnosis.matches[:1])
        self._summary.add(diagnosis, is_stuck=is_stuck)
        self._files.add(diagnosis)
        if diagnosis.matches or diagnosis.failures or is_stuck:
            decision = diagnosis.action.decision if diagnosis.action else None
            self._decisions.append((diagnosis.source, decision))
        if self._only_summary:
            return
        if self._format == "json":
            plain = as_plain(diagnosis, self._cluster, self._notes)
            self._all.append(plain | ({"flight_recorder": dumps.plain} if dumps else {}))
        elif self._format == "github":
            if diagnosis.matches:
                click.echo(printable_lines(as_github(diagnosis)))
        else:
            separator = "\n" if self._count > 1 else ""
            click.echo(separator + self._text(diagnosis, dumps))

    def follow(self, diagnoses: Iterable[tuple[Diagnosis, bool]]) -> None:
        try:
            for diagnosis, is_new in diagnoses:
                if is_new:
                    self.add(diagnosis)
        except KeyboardInterrupt:
            click.echo("", err=True)

    def end(self, status_of: str) -> NoReturn:
        if self._skipped:
            files = "1 file that is" if self._skipped == 1 else f"{self._skipped} files that are"
            click.echo(f"skipped {files} not text", err=True)
        if self._format == "json":
            hints = list(self._files.hints())
            said = as_json(self._all)
            click.echo(self._summary.as_json(hints) if self._only_summary else said)
        elif self._format == "text" and (self._only_summary or self._count > 1):
            separator = "" if self._only_summary else "\n"
            click.echo(separator + self._summary.as_text(color=True))
            for hint in self._files.hints():
                click.echo(printable(hint))
        if self._is_unusable:
            sys.exit(UNUSABLE)
        if status_of == "action":
            waiting = self._files.waiting()
            decisions = {decision for log, decision in self._decisions if log not in waiting}
            sys.exit(next((s for d, s in STATUSES.items() if d in decisions), 0))
        sys.exit(FOUND if self._found else NONE)

    def _text(self, diagnosis: Diagnosis, dumps: Dumps | None) -> str:
        text = as_text(
            diagnosis,
            cluster=self._cluster,
            in_full=self._in_full,
            color=True,
            notes=self._notes,
            dumps=dumps.text if dumps else None,
        )
        return painted_lines(text)


def _name(path: Path) -> str:
    """Return the name of a log; bytes that aren't UTF-8 are replaced."""
    return os.fsencode(path).decode("utf-8", "replace")


def _content(path: Path) -> Iterator[bytes]:
    """Yield the content of ``path``, with a progress bar where that takes long."""
    if str(path) == reader.STDIN:
        yield from standard_input(_note)
        return
    if (advice := _instead_of(path)) and not os.path.lexists(path):
        raise reader.UnusableInputError(f"{path}: is not a file; {advice}")
    size = _size(path)
    if size < _PROGRESS_FROM or not sys.stderr.isatty():
        yield from reader.pieces(path, _note)
        return
    notes: list[str] = []
    with click.progressbar(length=size, label=str(path), file=sys.stderr) as bar:
        for piece in reader.pieces(path, notes.append):
            yield piece
            bar.update(len(piece))
    for text in notes:  # below the bar
        _note(text)


def _instead_of(path: Path) -> str:
    """Return what to do instead where ``path`` looks like an address or a message."""
    if str(path).startswith(("http:/", "https:/")):
        return "download it, and name the copy"
    return "look a message up with: trainwreck search WORDS" if " " in str(path) else ""


def _note(text: str) -> None:
    click.echo(printable_lines(text), err=True)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except (OSError, ValueError):
        return 0  # reading it says what is wrong
