"""trainwreck new."""

import datetime as dt
import getpass
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from trainwreck.catalog.sources import entry_files
from trainwreck.catalog.store import read_snapshot
from trainwreck.checks.checker import check_catalog
from trainwreck.cli.drafting import asked, guessed
from trainwreck.cli.loading import standard_input
from trainwreck.cli.options import LogPath
from trainwreck.cli.questions import Questions
from trainwreck.cli.values import (
    ClusterField,
    Field,
    ListField,
    MessageField,
    NewId,
    title_field,
    versions_field,
)
from trainwreck.drafting.first_look import FirstLook, first_look, matches, telling
from trainwreck.drafting.skeleton import Draft, as_yaml, write
from trainwreck.logs import reader as inputs
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.results import Match
from trainwreck.metadata import SITE
from trainwreck.model.field_types import Clusters, Distinct, Frameworks, Id, Message
from trainwreck.model.frameworks import Framework
from trainwreck.model.problems import Problem, shown
from trainwreck.model.vocabulary import Category, Kind, Severity, TimeToDiagnose
from trainwreck.output.problems import as_text
from trainwreck.output.terminal import printable, printable_lines
from trainwreck.snapshot.catalog import Snapshot

EXAMPLES = """
\b
Examples:
  trainwreck new                            asks for everything
  trainwreck new --from-log slurm-9214407.out
  trainwreck new --from-log train.log --yes --id axle-broken --category numerics \\
      --severity high --time-to-diagnose hours --framework pytorch
"""


@click.command("new", epilog=EXAMPLES)
@click.option(
    "--from-log",
    "log",
    type=LogPath(path_type=Path, allow_dash=True),
    metavar="FILE",
    help="A log that shows the error, or - for standard input.",
)
@click.option("--id", type=Field("id", Id), metavar="ID", help="Permanent ID, used in the URL.")
@click.option(
    "--category",
    type=Field("category", Category),
    metavar="WORD",
    help="Layer that causes the error.",
)
@click.option("--title", type=title_field(), metavar="TEXT", help="The error as the log prints it.")
@click.option(
    "--severity", type=Field("severity", Severity), metavar="WORD", help="What the error costs."
)
@click.option(
    "--time-to-diagnose",
    type=Field("time_to_diagnose", TimeToDiagnose),
    metavar="WORD",
    help="How long it took to find the cause.",
)
@click.option("--kind", type=Field("kind", Kind), metavar="WORD", help="What happens to the job.")
@click.option(
    "--cluster",
    "clusters",
    multiple=True,
    metavar="NAME",
    help="Where it was seen; can be repeated. [default: any]",
)
@click.option(
    "--framework",
    "frameworks",
    type=Field("frameworks", Framework),
    multiple=True,
    metavar="WORD",
    help="Software in which it occurs; can be repeated.",
)
@click.option(
    "--message",
    "messages",
    type=MessageField(),
    multiple=True,
    metavar="TEXT",
    help="What the log prints, <*> where it varies; can be repeated.",
)
@click.option(
    "--versions",
    type=versions_field(),
    metavar="TEXT",
    help="Software versions it was seen with.",
)
@click.option("--yes", "--non-interactive", "yes", is_flag=True, help="Don't ask anything.")
@click.option("--force", is_flag=True, help="Continue even if an entry already has the message.")
@click.option(
    "--catalog",
    "root",
    type=click.Path(path_type=Path),
    default=Path("errors"),
    show_default=True,
    metavar="FOLDER",
    help="Folder of the catalog.",
)
def command(log: Path | None, root: Path, *, yes: bool, force: bool, **given: Any) -> None:
    """Write the file of a new entry, with prompts for the texts that you have to write.

    On a terminal, it asks for everything that neither the options nor the log provide, and shows
    the definition of each value. Without a terminal, or with --yes, it guesses what it can.

    From the last MiB of a log, it proposes messages, with placeholders for ports, paths, ranks and
    numbers, and takes a few lines as a sample, in which home folders, names, tokens and email
    addresses are replaced. Read the sample anyway. Nothing leaves this machine.

    Exit status: 0 written, 1 not written, 2 invalid arguments or an unusable log.
    """
    _check_folder(root)
    catalog, before = read_snapshot(root), check_catalog(root).problems
    diagnoser = Diagnoser(catalog)
    look = _look(diagnoser, log)
    new_id = NewId(_taken(root, catalog))
    clusters = {cluster.id: cluster.definition for cluster in catalog.clusters}
    _check_given(given, new_id, ClusterField(list(clusters)))
    asking = not yes and str(log) != inputs.STDIN and sys.stdin is not None and sys.stdin.isatty()
    explaining = () if look.is_new else look.known
    _show(look.known)
    _stop_where_known(explaining, asking=asking, force=force)
    questions = Questions(given, new_id, clusters)
    proposed = [proposal.message for proposal in look.proposals]
    messages = questions.messages(proposed) if asking else given["messages"] or tuple(proposed[:1])
    found = matches(diagnoser, messages)
    _show(_others(found, look.known))
    _stop_where_known(_others(found, explaining), asking=asking, force=force)
    draft = asked(questions, look, messages) if asking else guessed(given, look, messages)
    path = _written(root, draft)
    _report(path, draft, sorted(set(check_catalog(root).problems) - set(before)))


def _check_folder(root: Path) -> None:
    if not root.is_dir():
        remedy = "run this in a checkout of the catalog, or name its folder with --catalog"
        form = f"without a checkout, use the form at {SITE}new-error/"
        raise click.UsageError(f"folder {root} does not exist; {remedy}; {form}")
    if root.resolve().name in list(Category):
        raise click.UsageError(f"{root} is the folder of a category; name its parent folder")


def _taken(root: Path, catalog: Snapshot) -> dict[str, Path]:
    """Return every id that is in use, with the file that uses it."""
    files = {path.stem: path for path in entry_files(root)}
    return {alias: files[id_] for alias, id_ in catalog.aliases.items()} | files


def _look(diagnoser: Diagnoser, log: Path | None) -> FirstLook:
    if log is None:
        return FirstLook()
    try:
        look = first_look(diagnoser, _content(log), [_own_name()])
    except inputs.UnusableInputError as error:
        raise click.UsageError(str(error)) from None
    if not any(line.text.strip() for line in look.lines):
        raise click.UsageError(f"{log}: is empty; give a log that shows the error")
    return look


def _content(log: Path) -> Iterator[bytes]:
    return standard_input() if str(log) == inputs.STDIN else inputs.pieces(log)


def _own_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""  # an account without a name, as in some containers


_LISTS = (
    ("clusters", "--cluster", Clusters),
    ("frameworks", "--framework", Frameworks),
    ("messages", "--message", Distinct[Message]),
)


def _check_given(given: Mapping[str, Any], new_id: NewId, cluster: ClusterField) -> None:
    """Judge the options that depend on the catalog."""
    if given["id"]:
        new_id.judge(given["id"], "--id")
    for name in given["clusters"]:
        cluster.judge(name, "--cluster")
    for field, option, type_ in _LISTS:
        if given[field]:
            ListField(field, type_).judge_all(given[field], option)


def _others(found: Sequence[Match], known: Sequence[Match]) -> list[Match]:
    """Return those of ``found`` that are not of the entries ``known``."""
    return [match for match in found if match.id not in {one.id for one in known}]


def _show(found: Sequence[Match]) -> None:
    if not found:
        return
    click.echo("Existing entries that match:")
    for match in found:
        click.echo(printable(f"  {match.id}, {match.confidence}: {match.title}"))
        click.echo(f"    {match.lines[0].number} | {printable(match.lines[0].text)}")


def _stop_where_known(found: Sequence[Match], *, asking: bool, force: bool) -> None:
    """End where one of the entries ``found`` is likely and nobody insists."""
    if force or not telling(found):
        return
    id_ = telling(found)[0].id
    if not asking:
        raise click.ClickException(
            f"this error is already in the catalog: run trainwreck show {id_}, or add --force if"
            " yours has another cause"
        )
    click.echo(f"Read it with: trainwreck show {id_}")
    click.confirm("Does your error have another cause?", default=False, abort=True)


def _written(root: Path, draft: Draft) -> Path:
    path = root / draft.category / f"{draft.id}.yml"
    try:
        write(path, as_yaml(draft, dt.datetime.now().astimezone().date()))
    except OSError as error:
        reason = error.strerror or error
        raise click.ClickException(f"{shown(path)}: cannot be written: {reason}") from None
    return path


def _report(path: Path, draft: Draft, found: list[Problem]) -> None:
    click.echo(f"\nwritten: {shown(path)}")
    if draft.sample:
        click.echo("Read the sample: it may still contain names that no rule recognizes.")
    if found:
        count = "1 problem" if len(found) == 1 else f"{len(found)} problems"
        click.echo(f"\n{count} to fix:\n{printable_lines(as_text(found))}")
    program = _own_command()
    click.echo(
        "\nNext steps:\n"
        f"  {program} check {shown(path)}\n"
        "  make .venv-reproduce/.ready   once: the libraries that raise the errors\n"
        f"  {program} reproduce {draft.id} --python .venv-reproduce/bin/python --record\n"
        "  make serve                    the page, on http://127.0.0.1:8000\n"
        "  make lint test                before the pull request"
    )


def _own_command() -> str:
    """Return what starts this program in a shell."""
    if shutil.which("trainwreck"):
        return "trainwreck"
    if Path(sys.argv[0]).name == "__main__.py":
        return f"{shlex.quote(sys.executable)} -m trainwreck"
    return shlex.quote(sys.argv[0])
