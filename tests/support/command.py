"""The command line: called in this process, which is fast, or as users call it."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path
from unittest import mock

from click.testing import CliRunner

from trainwreck.cli.main import main


def trainwreck(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Call the command line in the folder ``cwd`` and return what a process would leave.

    Raises:
        Exception: whatever the command does not catch, for which a process prints a traceback.

    """
    words = [str(argument) for argument in arguments]
    # Commands name the program by which they were called.
    called = mock.patch.object(sys, "argv", ["trainwreck", *words])
    with contextlib.chdir(cwd), called:
        result = CliRunner().invoke(main, words, prog_name="trainwreck")
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return subprocess.CompletedProcess(words, result.exit_code, result.stdout, result.stderr)


def as_process(*arguments: object, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line as a process in the folder ``cwd``."""
    command = [sys.executable, "-m", "trainwreck", *(str(argument) for argument in arguments)]
    # A coverage tool or a debugger around the tests must not slip into the process.
    return subprocess.run(
        command,
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=os.environ,
    )
