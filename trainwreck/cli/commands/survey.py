"""trainwreck survey."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from trainwreck.cli.loading import loaded, loaded_notes
from trainwreck.cli.options import catalog_option, glob_option, notes_option
from trainwreck.metadata import installing
from trainwreck.output.terminal import counted, printable

if TYPE_CHECKING:
    from trainwreck.survey.errors import SurveyError
    from trainwreck.survey.inputs import LogFile
    from trainwreck.survey.surveying import Options

EXAMPLES = """
\b
Examples:
  trainwreck survey /var/log/jobs --output november
  trainwreck survey '/scratch/*/logs/*.out' --accounting sacct.txt --output november
  find . -name 'slurm-*.out' -mtime -30 | trainwreck survey - --output november
  trainwreck survey s3://logs/2026-11/ --output november --scheduler tcp://login1:8786
\b
Accounting:
  sacct --allusers --parsable2 --starttime 2026-11-01 --endtime 2026-12-01 \\
      --format=JobID,JobIDRaw,JobName,User,State,ExitCode,Start,End,ElapsedRaw,NodeList,AllocTRES
"""
NO_LOGS, UNREADABLE, NO_SCHEDULER, UNWRITABLE, INTERRUPTED = 1, 3, 4, 5, 130
_MOST_NAMED = 5
"""Causes and unreadable logs that the summary names; the report has the others."""


@click.command("survey", epilog=EXAMPLES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="DIR",
    help="Folder of the results; an interrupted survey continues in it.",
)
@click.option(
    "--accounting",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Output of sacct --parsable2 or squeue, or a CSV file with named columns.",
)
@glob_option
@click.option("--scheduler", metavar="ADDRESS", help="Use the workers of this Dask scheduler.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Worker processes on this machine. [default: one per core]",
)
@click.option("--show-users", is_flag=True, help="Write names of users, not hashes of them.")
@click.option(
    "--anonymize",
    is_flag=True,
    help="Leave names of nodes, jobs and files and lines of logs out of the report.",
)
@click.option("--restart", is_flag=True, help="Discard the results of an earlier run in DIR.")
@notes_option
@catalog_option
def command(paths: tuple[str, ...], root: Path | None, pattern: str, **given: Any) -> None:
    """Diagnose many logs and report what the jobs of a cluster die of, and on which nodes.

    PATH is a log, a folder, a glob in quotes, the URL of an object store, or - for a list of paths
    on standard input, one per line. DIR gets report.html, report.json, frequencies.yml and
    logs.parquet, with one row per log. Nothing leaves this machine and the workers.

    Exit status: 0 the report was written, 1 no logs were found, 2 wrong usage or unusable
    accounting data, 3 the report was written but some logs could not be read, 4 the scheduler
    cannot be reached, 5 the results cannot be written, 130 interrupted. After 4, 5 and 130 the same
    command continues where it stopped.
    """
    try:
        from trainwreck.survey import surveying  # noqa: PLC0415  packages of an extra, and slow
        from trainwreck.survey.errors import SurveyError  # noqa: PLC0415  as above
    except ImportError as error:
        raise click.UsageError(
            f"the package {error.name} is missing; install it: {installing('survey')}"
        ) from None
    options = surveying.Options(
        output=given["output"],
        root=str(root.resolve()) if root else None,
        scheduler=given["scheduler"],
        jobs=given["jobs"],
        restart=given["restart"],
        anonymize=given["anonymize"],
    )
    try:
        _survey(options, paths, pattern, given)
    except SurveyError as error:
        _stop(error)
    except KeyboardInterrupt:
        click.echo("\ninterrupted; run the same command again to continue", err=True)
        sys.exit(INTERRUPTED)


def _survey(
    options: "Options",
    paths: tuple[str, ...],
    pattern: str,
    given: dict[str, Any],
) -> None:
    from trainwreck.survey import surveying  # noqa: PLC0415  as above
    from trainwreck.survey.parts import Parts  # noqa: PLC0415
    from trainwreck.survey.progress import Progress  # noqa: PLC0415

    catalog = loaded(Path(options.root) if options.root else None)
    notes = loaded_notes(given["notes_file"], catalog)
    logs, problems = _found(paths, pattern)
    parts = Parts(options.output, catalog.digest, restart=options.restart)
    accounting = None
    if given["accounting"]:
        accounting = surveying.read_accounting(
            given["accounting"], options.output, show_users=given["show_users"]
        )
    left = parts.remaining(logs)
    if len(left) < len(logs):
        click.echo(f"continuing: {len(logs) - len(left):,} logs are finished already", err=True)
    progress = Progress(len(left))
    surveying.read_logs(left, parts, options, catalog.digest, progress.add)
    if left:
        progress.end()
    report = surveying.write_results(parts, catalog, accounting, options, notes)
    _summarize(report, options.output)
    sys.exit(UNREADABLE if problems or report["logs"]["unreadable"] else 0)


def _found(paths: tuple[str, ...], pattern: str) -> tuple[tuple["LogFile", ...], int]:
    """Return the logs that ``paths`` name, and how many problems were reported."""
    from trainwreck.survey.errors import NoLogsError  # noqa: PLC0415  as above
    from trainwreck.survey.inputs import find_logs  # noqa: PLC0415

    problems: list[str] = []

    def report(problem: str) -> None:
        problems.append(problem)
        click.echo(printable(problem), err=True)

    named = [path for path in paths if path != "-"]
    if "-" in paths:
        listed = sys.stdin.read().splitlines() if sys.stdin else []
        named += [line for line in listed if line.strip()]
    logs = find_logs(named, pattern, report)
    if not logs:
        raise NoLogsError("no logs to survey; name files, folders or globs that contain some")
    return logs, len(problems)


def _summarize(report: dict[str, Any], output: Path) -> None:
    logs = report["logs"]
    click.echo(
        f"{counted(logs['total'], 'log')}: {logs['failed']:,} failed, {logs['explained']:,} of them"
        f" explained, {logs['unreadable']:,} unreadable"
    )
    for row in report["unreadable"][:_MOST_NAMED]:
        click.echo(printable(f"{row['log']}: {row['error']}"), err=True)
    for cause in report["causes"][:_MOST_NAMED]:
        click.echo(f"  {cause['count']:>7,}  {cause['id'] or 'no entry'}")
    outliers = [row["node"] for row in report["nodes"]["rows"] if row["outlier"]]
    if outliers:
        click.echo(f"nodes that fail more often than chance explains: {', '.join(outliers)}")
    click.echo(f"written: {output / 'report.html'}")


def _stop(error: "SurveyError") -> NoReturn:
    from trainwreck.survey import errors  # noqa: PLC0415  as above

    statuses: dict[type[SurveyError], int] = {
        errors.NoLogsError: NO_LOGS,
        errors.SchedulerError: NO_SCHEDULER,
        errors.OutputError: UNWRITABLE,
    }
    click.echo(str(error), err=True)
    sys.exit(statuses.get(type(error), 2))
