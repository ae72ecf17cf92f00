"""What noise looks like in a log, as data: expressions and lengths, no code.

:mod:`trainwreck.logs.normalizer` reads them, and so does the browser's matcher, through the build.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class NoiseRules:
    """The rules of this module, with their values as defaults."""

    escape: re.Pattern[str] = re.compile(
        r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]{0,999}(?:\x07|\x1b\\)|[@-Z\\^_`-~])|\x00"
    )
    """Codes for colors, cursors and titles of a terminal, and zero bytes."""
    quotes: str = '"`\u00b4\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb'
    """Characters that count as the quote ``'``."""
    unseen: str = "\u200b\ufeff"
    """Characters that are left out."""

    box_left: re.Pattern[str] = re.compile(r"[\s|│┃║╎┆]*[│┃║][ ]?")
    """The left edge of a box around a line."""
    box_bars: str = "│┃║"
    """Characters at the right edge of a box."""
    box_edge: re.Pattern[str] = re.compile(r"[╭╮╰╯┌┐└┘├┤─━═╔╗╚╝]+")
    """The upper and the lower edge of a box."""

    time: re.Pattern[str] = re.compile(
        r"[\[(]?(?:\d{4}[-/.]\d\d[-/.]\d\d(?:[T ,_]+\d\d:\d\d(?::\d\d)?)?"
        r"|\d\d?[-/]\d\d?[-/]\d{2,4}[ T,]+\d\d:\d\d(?::\d\d)?"
        r"|[A-Z][a-z]{2} {1,2}\d\d? \d\d:\d\d:\d\d(?: \d{4})?"
        r"|\d\d:\d\d:\d\d)(?:[.,]\d+)?(?: ?(?:Z|UTC|[AP]M|[+-]\d\d:?\d\d))?[\])]?[:,]?(?: -)?\s+"
    )
    """A prefix that holds a time."""
    source: re.Pattern[str] = re.compile(
        r"\[rank(\d{1,6})\]:?\s*"  # PyTorch
        r"|\[?[Rr]ank(?:[ _:]|: )?(\d{1,6})(?:\]:?|:)\s*"  # the same as a word, such as Lightning's
        r"|\[?(\d{1,6})(?:\]:?|:)\s+"  # srun --label
        r"|\[default(\d{1,6})\]:?\s*"  # torchrun, the rank on the node
        r"|\[\d{1,6},(\d{1,6})\]<std(?:out|err)>:\s*"  # mpirun --tag-output
        r"|([\w.-]{1,64}:\d{2,8}):\d{2,8} \[\d{1,3}\]\s+"  # NCCL
        r"|\([\w.:-]{1,64} (pid=\d{1,8})[^()\n]{0,80}\)\s+"  # Ray, no rank
        r"|\[(pod/[\w.-]{1,253}/[\w.-]{1,63})\](?:\s+|$)"  # kubectl logs --prefix
    )
    """Prefixes that name who printed the line, as the one group that is there."""
    rank_groups: int = 2
    """How many of these groups, the first ones, are ranks of the job and nothing else."""
    of_scheduler: re.Pattern[str] = re.compile(r"slurmstepd[:-]")
    """What a daemon prints, which srun labels with the number of a task that it is not about."""
    rank_within: re.Pattern[str] = re.compile(r"\[rank(\d{1,6})\]:")
    """A rank behind the prefixes."""
    rank_of_group: re.Pattern[str] = re.compile(
        r"ProcessGroup\w{1,20}\.cpp:\d{1,5}\] \[(?:PG [^\]\n]{1,80} )?Rank (\d{1,6})\]"
    )
    """The same as PyTorch's process groups print it."""
    quoted: re.Pattern[str] = re.compile(r"E {2,}|>+ |#\d{1,5} \d{1,7}\.\d{1,3}(?:\s+|$)")
    """What pytest, mail and docker build (the step and its seconds) put before a line."""
    most_prefixes: int = 6

    report_begins: str = "trainwreck diagnosis"
    """What a report of trainwreck itself begins with, when it was printed into the log."""
    report_ends: str = "end of trainwreck diagnosis"
    """What such a report ends with."""
    longest_report: int = 400
    """Lines that are left out of a report whose beginning or end is missing."""

    shortest_full_line: int = 60
    """Characters that a line must have to be one that something wrapped."""
    most_lines_between: int = 100
    """Lines of others after which a line goes on no more."""
    longest_logical_line: int = 8_000
    """Characters after which no line is joined to those before it."""


NOISE_RULES = NoiseRules()
