"""What reports of failures look like, as data: expressions and limits, no code.

Its neighbors read them, and so does the browser's matcher, through the build.
"""

import re
from dataclasses import dataclass

_NAME = r"(?:[A-Za-z_]\w*\.)*"
_SUFFIX = (
    "Error|Exception|Interrupt|Exit|Timeout|TimedOut|Expired|Failure|Failed|Exceeded|Violation"
    "|NotFound|Aborted?|Fault|Mismatch|Invalid|Missing\\w{1,60}|Unsupported\\w{0,60}|Closed|OOM"
)

_MODULE = r"(?:errors?|exc|exceptions?)\."
"""The last part of the name of a module that defines exceptions."""
_SMALL = r"(?:[A-Za-z_]\w*\.)+(?:error|timeout|gaierror|herror)"
"""Exceptions of the standard library and others whose names are in small letters."""
TYPES = rf"{_NAME}_?[A-Z]\w*(?:{_SUFFIX})|(?:[A-Za-z_]\w*\.)+_?[A-Z]\w*"
"""Names of exceptions: by how they end, or as they are in a module."""
_ABOVE = r"(?: \(see above for traceback\))?"
"""What TensorFlow 1 adds to the type."""
_MPIRUN = r"(?:mpirun|mpiexec|orterun|prterun|prun)(?:\.\w{1,20})?"
"""What Open MPI's launcher calls itself; behind a wrapper, it's ``mpirun.real``."""


@dataclass(frozen=True)
class FailureRules:
    """The rules of this module, with their values as defaults."""

    traceback: re.Pattern[str] = re.compile(
        r"(?:\^C)*(?:\+ Exception Group |[+|>*\s]*)?(?:\w+ )?Traceback \(most recent call last\)"
    )
    """The head of a traceback."""
    chained: re.Pattern[str] = re.compile(
        r"(?:During handling of the above exception|The above exception was the direct cause)"
    )
    """What stands between two tracebacks of a chain."""
    ignored: re.Pattern[str] = re.compile(r"Exception ignored (?:in|while|on)\b")
    """What Python prints before an exception that ends nothing, such as one in a destructor."""
    logged: re.Pattern[str] = re.compile(r"--- Logging error ---$")
    """What Python prints before an exception in code that writes to a log, and goes on."""
    frame: re.Pattern[str] = re.compile(r'(?:\| *|\+ *)?File ".*"(?:, line \d+|:\d+)')
    """A line that names a frame; the next one quotes its code."""
    without_code: re.Pattern[str] = re.compile(
        r'.*File "(?:<(?:frozen|string|stdin)|[^"]*\.(?:pyx|pxd|pxi)")'
    )
    """A frame whose code can't be quoted."""
    quoted_code: re.Pattern[str] = re.compile(
        r"[~^\s]*$|\[Previous line repeated|\.\.\.<\d+ lines?>"
    )
    """Other lines of a traceback: marks below code, frames left out."""
    raised: re.Pattern[str] = re.compile(rf"(?:{_NAME}_?[A-Z]\w*|{_SMALL}){_ABOVE}(?::(?: .*)?)?$")
    """The line that ends a traceback, where one is being read."""
    exception: re.Pattern[str] = re.compile(
        rf"(?P<type>{_NAME}_?[A-Z]\w*(?:{_SUFFIX})|{_NAME}[A-Z]\w*Warning|{_NAME}{_MODULE}[A-Z]\w*)"
        rf"{_ABOVE}(?::(?: .*)?)?$"
    )
    """A line that names an exception, wherever it stands."""
    warning: re.Pattern[str] = re.compile(r".*Warning$")
    """Types that are printed without ending anything."""
    wrapper: re.Pattern[str] = re.compile(
        r"Caught \w+ in (?:DataLoader worker process|replica) \d+"
    )
    """An exception that reports another one, whose traceback follows."""
    secondary: re.Pattern[str] = re.compile(
        r"ChildFailedError|ProcessRaisedException|ProcessExitedException|SignalException|SIGTERMException"
        r"|CalledProcessError: Command |UnexpectedStatusException|ExecuteUserScriptError"
        r"|^terminate called after throwing an instance of 'c10::DistBackendError'"
        r"|WorkerGroupError|RayActorError|ActorDiedError|WorkerCrashedError"  # Ray
        r"|^Exception:$"  # torch.multiprocessing.spawn, older: its message begins a new line
        r"|^SystemExit\b|^KeyboardInterrupt\b"
    )
    """Exceptions that only report that a process or another part failed."""

    summary_root: re.Pattern[str] = re.compile(
        r"Root Cause \(first observed failure\)"  # torchrun
        r"|(?:thus causing )?the job to be terminated\. The first process to do so was:$"  # mpirun
    )
    """Where a launcher's summary names the process that failed first."""
    summary_rank: re.Pattern[str] = re.compile(
        r"(?:rank\s+: |Process name: \[\S{1,200},)(\d+)(?: \(local_rank: \d+\)|\]$)"
    )
    """The rank of the process that the next lines of the summary are about."""
    summary_host: re.Pattern[str] = re.compile(r"host\s+: ([\w.-]+)$")
    """The host of that process."""
    summary_process: re.Pattern[str] = re.compile(
        rf"{_MPIRUN} noticed that process rank (\d+) "
        r"with PID \d+ on node ([\w.-]+) exited on$"
    )
    """The rank and the host of the process that failed first, where mpirun breaks the line."""
    summary_end: re.Pattern[str] = re.compile(r"(?:={20,}|-{20,})$")
    """The line before and after a summary."""
    forced: re.Pattern[str] = re.compile(
        r".*(?:Unable to shutdown|Sending) process (\d+) "
        r"(?:via \S+, forcefully exiting|closing signal)"
    )
    """A process that torchrun ends itself."""
    pid: re.Pattern[str] = re.compile(r"\bpid: (\d+)|received by PID (\d+)")
    """The process that a report is about."""
    most_signals: int = 64
    """The highest number of a signal; an exit code further below zero is a status of Windows."""
    least_status: int = 0x80000000
    """The lowest status with which Windows ends a process, such as 0xC0000005."""
    launcher_signals: tuple[int, ...] = (1, 2, 13, 15)
    """Signals by which a launcher or a person ends a process."""

    longest_line: int = 2_000
    """Characters of a line that are read; no expression takes long on as many."""
    most_between: int = 10_000
    """Lines of others between two of a traceback after which it is given up."""
    most_watched: int = 100_000
    """Lines after a failure among which those of its source are counted."""
    most_counted: int = 21
    """Lines of its source after which one knows that it went on."""
    most_odd_lines: int = 40
    """Lines that belong to no traceback after which one is given up."""
    most_kept: int = 200
    """Failures that are kept."""
    longest_text: int = 400
    """Characters of a failure that are kept."""


FAILURE_RULES = FailureRules()

SIGNALS = {
    1: "SIGHUP",
    2: "SIGINT",
    3: "SIGQUIT",
    4: "SIGILL",
    5: "SIGTRAP",
    6: "SIGABRT",
    7: "SIGBUS",
    8: "SIGFPE",
    9: "SIGKILL",
    10: "SIGUSR1",
    11: "SIGSEGV",
    12: "SIGUSR2",
    13: "SIGPIPE",
    14: "SIGALRM",
    15: "SIGTERM",
    24: "SIGXCPU",
    25: "SIGXFSZ",
}
"""Names of signals by their Linux numbers."""

SIGNAL_TEXTS = {
    "Hangup": 1,
    "Interrupt": 2,
    "Quit": 3,
    "Illegal instruction": 4,
    "Trace/breakpoint trap": 5,
    "Trace/BPT trap": 5,
    "Aborted": 6,
    "Bus error": 7,
    "Floating point exception": 8,
    "Killed": 9,
    "Segmentation fault": 11,
    "Terminated": 15,
    "CPU time limit exceeded": 24,
    "File size limit exceeded": 25,
}
"""Numbers of signals by what shells and launchers print."""

_TEXTS = "|".join(SIGNAL_TEXTS)
_DUMPED = r"(?: \(core dumped\))?"

REPORTS: tuple[re.Pattern[str], ...] = (
    # torchrun, while it runs and in its summary
    re.compile(
        r".*\bfailed(?P<first>) \(exitcode: (?P<exit>-?\d+)\) local_rank: (?P<local>\d+)"
        r" \(pid: \d+\)"
    ),
    re.compile(r"exitcode\s*: (?P<exit>-?\d+) \(pid: \d+\)"),
    re.compile(r"traceback\s*: Signal (?P<signal>\d+) \(SIG\w+\) received by PID \d+"),
    # srun and slurmstepd
    re.compile(
        r"srun: error: (?P<node>[\w.-]+): tasks? (?P<rank>[\d,\[\]-]+): "
        rf"(?:Exited with exit code (?P<exit>\d+)|(?P<text>{_TEXTS}){_DUMPED})"
    ),
    # mpirun
    re.compile(
        rf"{_MPIRUN}(?P<first>) noticed that process rank (?P<rank>\d+) "
        r"with PID \d+ on node (?P<node>[\w.-]+) exited on signal (?P<signal>\d+)"
    ),
    re.compile(rf"{_MPIRUN}\b.*\bexited on signal (?P<signal>\d+)"),
    re.compile(r"signal (?P<signal>\d+)(?: \([\w /()-]{1,60}\))?\.$"),
    re.compile(r"Exit code:\s+(?P<exit>\d+)$"),
    # shells
    re.compile(rf".*: line \d+:\s+\d+ (?P<text>{_TEXTS}){_DUMPED}(?:\s|$)"),
    re.compile(rf"(?P<text>{_TEXTS}) \(core dumped\)"),
    re.compile(rf"(?P<text>{_TEXTS})$"),
    # Python's own launchers
    re.compile(r".*\bdied with <Signals\.(?P<name>SIG\w+): \d+>"),
    re.compile(r".*\breturned non-zero exit status (?P<exit>\d+)"),
    re.compile(r".*[Pp]rocess (?P<rank>\d+) terminated with signal (?P<name>SIG\w+)"),
    re.compile(r".*[Pp]rocess (?P<rank>\d+) terminated with exit code (?P<exit>\d+)"),
    # Lightning
    re.compile(r"Child process with PID \d+ terminated with code (?P<exit>-?\d+)\."),
    # DeepSpeed's launcher, which ends with the first process that failed
    re.compile(r".*\bexits with return code(?P<first>) = (?P<exit>-?\d+)"),
    re.compile(
        r"Fatal Python error: (?P<text>Segmentation fault|Aborted|Bus error|Illegal instruction)"
    ),
    re.compile(r"(?:\*\*\* )?(?:Process received signal|Signal: .*\((?P<signal>\d+)\))"),
    re.compile(r"Caught signal (?P<signal>\d+) \("),
)
"""Reports of ends of processes. Groups: ``exit`` a code (negative for a signal), ``signal`` a
number, ``name`` a signal's name, ``text`` what a shell prints for it, ``rank`` and ``node`` whose
process it was, ``first``, always empty, in reports on the process that failed first."""

ABORTS: tuple[re.Pattern[str], ...] = (
    re.compile(r"(?P<said>terminate called after throwing an instance of '[^']*')(?P<next>)"),
    re.compile(r"(?P<said>terminate called without an active exception)"),
    re.compile(r"F\d{4} [\d:.]+ .*\] (?P<said>.*)"),
    re.compile(r"(?:F|\[F\]).*(?P<said>Check failed: .*)"),
    re.compile(r"(?P<said>.*: Assertion [`'].*' failed\.?)$"),
    re.compile(r"(?P<said>thread '.*' panicked at .*)"),
    re.compile(r"(?P<said>Fatal Python error: .*)"),
    re.compile(r"Exception in thread \"[^\"]{0,200}\" (?P<said>(?:[\w$]+\.)+[\w$]+(?:: .*)?)$"),
    re.compile(
        r"(?P<said>(?:(?:malloc|malloc_consolidate|free|realloc|munmap_chunk)\(\): "
        r"|double free or corruption).*)"
    ),
)
"""How C++, Rust, Java and the interpreter say what they abort for, in the group ``said``. The group
``next`` is always empty and in reports whose reason is on the next line."""

ANCHORS = (
    r"Traceback.\(most.recent.call",
    r"[A-Z]\w{0,60}(?:Error|Exception)(?::|\s*$)",
    r"exitcode",
    r"srun: error:",
    r"(?:exited on|received by PID|died with|terminated with|Caught) ?(?:signal|<Signals)?",
    r"\(core dumped\)",
    r"terminate called",
    r"Check failed:",
    r"Fatal Python error",
    r"panicked at",
    r"world_rank=",
)
"""What the lines that matter contain, as expressions for a scan of the bytes as they are: reports
of failures, and which process has which rank."""
