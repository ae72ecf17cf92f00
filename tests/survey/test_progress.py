"""The progress of a survey."""

import io

import pytest

from trainwreck.survey.progress import Progress, duration


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_rate_and_time_left_are_shown() -> None:
    clock = Clock()
    progress = Progress(10_000, io.StringIO(), clock)
    clock.now = 10
    progress.add(1000)
    assert progress.text == "1,000 of 10,000 logs, 100 per second, 2 min left"


def test_file_gets_a_line_every_half_minute() -> None:
    clock, stream = Clock(), io.StringIO()
    progress = Progress(100, stream, clock)
    for _ in range(70):
        clock.now += 1
        progress.add(1)
    assert stream.getvalue().splitlines() == [
        "30 of 100 logs, 1 per second, 1 min left",
        "60 of 100 logs, 1 per second, 40 s left",
    ]


def test_terminal_shows_one_line() -> None:
    clock, stream = Clock(), Terminal()
    progress = Progress(2, stream, clock)
    for _ in range(2):
        clock.now += 1
        progress.add(1)
    progress.end()
    assert stream.getvalue().count("\n") == 1
    assert "2 of 2 logs, 1 per second" in stream.getvalue()


@pytest.mark.parametrize(
    ("seconds", "text"), [(4.6, "5 s"), (89, "1 min"), (3600, "1 h 0 min"), (7500, "2 h 5 min")]
)
def test_durations_are_short(seconds: float, text: str) -> None:
    assert duration(seconds) == text
