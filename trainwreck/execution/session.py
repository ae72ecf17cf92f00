"""Runs one piece of Python as a reader's terminal would: the program that a snippet runs in.

Called by path with any Python from 3.11 on, in which trainwreck need not be installed, so it
imports the standard library only::

    python session.py CODE_FILE REPORT_FILE

A doctest prints what its statements print, tracebacks included, and ends with status 1 where that
is not what the doctest says; REPORT_FILE then tells the difference. Other code is run as a script.
"""

import doctest
import fcntl
import socket
import struct
import sys
import types
from pathlib import Path
from typing import Any, TextIO

_SIOCSIFFLAGS, _IFF_UP_AND_RUNNING = 0x8914, 0x41


def bring_up_loopback() -> None:
    """Switch on the loopback device, which is off in a new network namespace."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sh14x", b"lo", _IFF_UP_AND_RUNNING)
        try:
            fcntl.ioctl(control, _SIOCSIFFLAGS, request)
        except PermissionError:
            return  # not in a namespace of our own: the device is on already


class Terminal(doctest.DocTestRunner):
    """Prints what each statement printed, as an interactive session does."""

    def report_success(self, out: Any, test: Any, example: Any, got: str) -> None:
        """Print what the statement printed."""
        del out, test, example
        _show(got)

    def report_failure(self, out: Any, test: Any, example: Any, got: str) -> None:
        """Print what the statement printed and report how it differs."""
        _show(got)
        super().report_failure(out, test, example, got)

    def report_unexpected_exception(self, out: Any, test: Any, example: Any, exc_info: Any) -> None:
        """Print the traceback and report it."""
        super().report_unexpected_exception(_Both(out), test, example, exc_info)


class _Both:
    """Writes a report to the terminal too."""

    def __init__(self, report: Any) -> None:
        self._report = report

    def __call__(self, text: str) -> None:
        _show(text)
        self._report(text)


def _show(text: str) -> None:
    terminal = sys.__stdout__
    if terminal is not None:
        terminal.write(text)
        terminal.flush()


def run(code: str, name: str, report: TextIO) -> int:
    """Run ``code`` and return the exit status; ``name`` stands for it in tracebacks."""
    # Worker processes look names up in the main module, as in a script.
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    if not code.lstrip().startswith(">>>"):
        exec(compile(code, name, "exec"), module.__dict__)  # noqa: S102  running it is the purpose
        return 0
    test = doctest.DocTestParser().get_doctest(code, module.__dict__, name, name, 0)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.REPORT_NDIFF
    test.globs = module.__dict__  # the parser copied them
    runner = Terminal(optionflags=flags)
    return 1 if runner.run(test, out=report.write, clear_globs=False).failed else 0


if __name__ == "__main__":
    bring_up_loopback()
    file = Path(sys.argv[1])
    with Path(sys.argv[2]).open("w", encoding="utf-8") as difference:
        status = run(file.read_text(encoding="utf-8"), file.name, difference)
    sys.exit(status)
