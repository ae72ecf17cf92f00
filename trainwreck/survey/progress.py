"""How far a survey is: rate, and time left."""

import sys
import time
from collections.abc import Callable
from typing import TextIO

_SECOND, _MINUTE, _HOUR = 1, 60, 3600
_ON_TERMINAL, _IN_FILE = 0.5, 30.0
"""Seconds between two lines of progress."""


class Progress:
    """Writes how many logs are done, how fast it goes, and how long it will take."""

    def __init__(
        self,
        total: int,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start counting.

        Args:
            total: logs to read.
            stream: where to write, by default standard error; on a terminal a line is overwritten.
            clock: returns seconds.

        """
        self._total, self._done, self._clock = total, 0, clock
        self._stream = stream or sys.stderr
        self._is_terminal = self._stream.isatty()
        self._started = self._shown = clock()

    def add(self, number: int) -> None:
        """Count ``number`` more logs as done."""
        self._done += number
        now = self._clock()
        if now - self._shown >= (_ON_TERMINAL if self._is_terminal else _IN_FILE):
            self._shown = now
            self._write("\r" if self._is_terminal else "", "" if self._is_terminal else "\n")

    def end(self) -> None:
        """Write the last line."""
        self._write("\r" if self._is_terminal else "", "\n")

    @property
    def text(self) -> str:
        """The progress in one line."""
        passed = self._clock() - self._started
        rate = self._done / passed if passed > 0 else 0.0
        said = f"{self._done:,} of {self._total:,} logs, {rate:,.0f} per second"
        if self._done < self._total and rate:
            said += f", {duration((self._total - self._done) / rate)} left"
        return said

    def _write(self, before: str, after: str) -> None:
        self._stream.write(
            f"{before}{self.text:<79}".rstrip(" ") + (" " * 8 if before else "") + after
        )
        self._stream.flush()


def duration(seconds: float) -> str:
    """Return ``seconds`` as people say it: "45 s", "3 min", "2 h 5 min"."""
    whole = round(seconds)
    if whole < _MINUTE:
        return f"{whole} s"
    if whole < _HOUR:
        return f"{round(whole / _MINUTE)} min"
    return f"{whole // _HOUR} h {whole % _HOUR // _MINUTE} min"
