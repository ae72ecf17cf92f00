"""What single lines report: aborts, signals and exits, and how a failure is described."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from trainwreck.logs.failure_rules import ABORTS, REPORTS, SIGNAL_TEXTS, SIGNALS
from trainwreck.logs.failure_rules import FAILURE_RULES as RULES
from trainwreck.logs.normalizer import Line


class FailureKind(StrEnum):
    """The form in which a failure was reported."""

    EXCEPTION = "exception"
    """An exception that ended a traceback, or what code aborted for."""
    SIGNAL = "signal"
    """A process was ended by a signal."""
    EXIT_CODE = "exit-code"
    """A process ended with a nonzero exit code."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure that a log reports."""

    kind: FailureKind
    """Whether it is an exception, a signal or an exit code."""
    text: str
    """The exception with its message, ``signal 11 (SIGSEGV)`` or ``exit code 1``."""
    line: int
    """Number of the line that says it, from 1."""
    first_line: int
    """Number of the first line of the report: the head of the traceback or of its whole chain."""
    last_line: int
    """Number of the last line of the report."""
    source: str | None = None
    """Rank, host or process that it is about; None if the log doesn't say."""
    node: str | None = None
    """Host of the process, if the report names it."""
    code: int | None = None
    """Signal number or exit code; None for an exception."""
    is_secondary: bool = False
    """Whether it only reports that another process or part failed."""
    is_first: bool = False
    """Whether a launcher names it as the first failure of the job."""
    is_logged: bool = False
    """Whether it was raised by code that writes to a log, after which Python goes on."""
    lines_after: int = 0
    """Lines that the same source printed soon afterwards, up to a limit, those of other failures
    left out."""
    pid: str = ""
    """Number of the process, if the report names it."""
    is_local: bool = False
    """Whether the source is a rank within its node, of which there is one on every node."""


@dataclass(slots=True)
class Summary:
    """The process that a launcher's summary is talking about."""

    rank: str | None = None
    host: str | None = None
    is_first: bool = False
    first_line: int = 0
    """Number of the line that begins the report on it; 0 if the report is one line."""


def abort_of(line: Line, text: str) -> Failure | None:
    """Return what code aborts for, as ``text``, the line without spaces around it, says."""
    for pattern in ABORTS:
        if match := pattern.match(text):
            said = match["said"][: RULES.longest_text]
            number = line.number
            last = number + ("next" in match.groupdict())
            secondary = RULES.secondary.search(said) is not None
            return Failure(
                FailureKind.EXCEPTION,
                said,
                number,
                number,
                last,
                line.source,
                is_secondary=secondary,
            )
    return None


def end_of(line: Line, text: str, summary: Summary, ended: set[str]) -> Failure | None:
    """Return what a launcher, a shell or the scheduler says about a process that ended badly.

    Args:
        line: the line.
        text: what it says.
        summary: whom a launcher's summary is talking about.
        ended: the processes that torchrun ends itself.

    """
    for pattern in REPORTS:
        if match := pattern.match(text):
            return _ended(line, match, summary, ended)
    return None


def _ended(line: Line, match: re.Match[str], summary: Summary, ended: set[str]) -> Failure | None:
    groups = match.groupdict()
    signal, code = _signal_of(groups), int(groups.get("exit") or 0)
    if code < -RULES.most_signals:
        code += 2 * RULES.least_status  # a status of Windows, as a number with a sign
    elif code < 0:
        signal, code = -code, 0
    if not signal and not code:
        return None
    name = SIGNALS.get(signal)
    pid = RULES.pid.search(line.text)
    is_ended = (pid[1] or pid[2]) in ended if pid else signal in RULES.launcher_signals
    return Failure(
        FailureKind.SIGNAL if signal else FailureKind.EXIT_CODE,
        f"signal {signal}" + (f" ({name})" if name else "") if signal else _exit_text(code),
        line.number,
        summary.first_line or line.number,
        line.number,
        source=groups.get("rank") or groups.get("local") or summary.rank or line.source,
        node=groups.get("node") or summary.host,
        code=signal or code,
        # An exit code says that the process gave up; its own message says why. A signal may be all.
        is_secondary=not signal or is_ended,
        is_first=summary.is_first or "first" in groups,
        pid=(pid[1] or pid[2]) if pid else "",
        is_local="local" in groups,
    )


def _exit_text(code: int) -> str:
    hexadecimal = f" (0x{code:X})" if code >= RULES.least_status else ""
    return f"exit code {code}{hexadecimal}"


def with_ranks(failures: Sequence[Failure]) -> tuple[Failure, ...]:
    """Return ``failures``; what names a rank within its node gets the rank that others name.

    If none does, it gets neither rank nor node: every node has such a one, and a summary before it
    was about another process.
    """
    named = {failure.pid: failure for failure in failures if failure.pid and not failure.is_local}

    def one(failure: Failure) -> Failure:
        if not failure.is_local:
            return failure
        if same := named.get(failure.pid):
            return replace(failure, source=same.source, node=same.node)
        return replace(failure, source=None, node=None)

    return tuple(map(one, failures))


def _signal_of(groups: dict[str, str | None]) -> int:
    if number := groups.get("signal"):
        return int(number)
    if name := groups.get("name"):
        return next((known for known, text in SIGNALS.items() if text == name), 0)
    return SIGNAL_TEXTS.get(groups.get("text") or "", 0)
