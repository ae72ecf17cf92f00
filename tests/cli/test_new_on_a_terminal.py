"""trainwreck new with a person at a terminal, who is asked and can leave."""

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from tests.support.contributor import MESSAGE, make_project


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return make_project(tmp_path)


class Terminal:
    """A person at a terminal."""

    def __init__(self, cwd: Path, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        command = [sys.executable, "-m", "trainwreck", *arguments]
        environment = os.environ | {"TERM": "dumb", "COLUMNS": "200"}
        self.process = subprocess.Popen(
            command, cwd=cwd, stdin=slave, stdout=slave, stderr=slave, env=environment
        )
        os.close(slave)
        self.shown = ""

    def answer(self, question: str, text: str) -> None:
        """Wait for a question and type."""
        before = len(self.shown)
        self._read_until(lambda: question in self.shown[before:])
        os.write(self._master, f"{text}\n".encode())

    def end(self) -> int:
        """Read on to the end and return the exit status."""
        self._read_until(lambda: False)
        return self.process.wait(timeout=10)

    def leave(self) -> None:
        """Close the terminal."""
        os.close(self._master)
        self.process.kill()
        self.process.wait()

    def _read_until(self, is_done: Callable[[], bool]) -> None:
        until = time.monotonic() + 30
        while not is_done():
            assert time.monotonic() < until, self.shown
            if not select.select([self._master], [], [], 1)[0]:
                continue
            try:
                piece = os.read(self._master, 4096)
            except OSError:  # the process has closed its end
                return
            if not piece:
                return
            self.shown += piece.decode().replace("\r\n", "\n")


@pytest.fixture
def sit_down(project: Path) -> Iterator[Callable[..., Terminal]]:
    """Return what starts a command in a terminal."""
    started: list[Terminal] = []

    def start(*arguments: str) -> Terminal:
        started.append(Terminal(project, *arguments))
        return started[-1]

    yield start
    for terminal in started:
        terminal.leave()


def test_terminal_is_asked_for_what_the_log_does_not_tell(
    project: Path, sit_down: Callable[..., Terminal]
) -> None:
    terminal = sit_down("new", "--from-log", "train.log")
    terminal.answer("0 for none) [1]:", "")
    terminal.answer("Another message (Enter: no more)", "")
    terminal.answer("Title", "")
    terminal.answer("[axle-on-refused-the]:", "wheel")
    terminal.answer("ID (", "axle-refused")
    terminal.answer("Category:", "numeric")
    terminal.answer("Category:", "numerics")
    terminal.answer("[crash]:", "")
    terminal.answer("Severity:", "high")
    terminal.answer("Time to diagnose:", "hours")
    terminal.answer("[any]:", "lumi, betzy")
    terminal.answer("Frameworks (comma-separated)", "pytorch, nccl")
    terminal.answer("Versions", "PyTorch 2.13.0")
    assert terminal.end() == 0, terminal.shown
    assert '"wheel" is the id of errors/numerics/wheel.yml' in terminal.shown
    assert '"numeric" is not a valid category; did you mean "numerics"?' in terminal.shown
    assert "Out of memory, on the GPU or on the host." in terminal.shown
    entry = yaml.safe_load((project / "errors" / "numerics" / "axle-refused.yml").read_text())
    assert entry["clusters"] == ["lumi", "betzy"]
    assert entry["frameworks"] == ["pytorch", "nccl"]
    assert entry["symptom"]["messages"] == [MESSAGE]
    assert entry["verified"]["versions"] == "PyTorch 2.13.0"


def test_person_who_leaves_leaves_no_file(project: Path, sit_down: Callable[..., Terminal]) -> None:
    before = sorted(project.rglob("*"))
    terminal = sit_down("new")
    terminal.answer("Message (Enter: none)", "RuntimeError: the axle refused the wheel")
    terminal.answer("Another message (Enter: no more)", "")
    terminal.answer("Title", "\x04")
    assert terminal.end() == 1
    assert "Aborted!" in terminal.shown
    assert sorted(project.rglob("*")) == before


def test_person_is_asked_before_a_known_error_is_written_again(
    project: Path, sit_down: Callable[..., Terminal]
) -> None:
    (project / "train.log").write_text("RuntimeError: wheel 3 came off at 90 km/h\n")
    terminal = sit_down("new", "--from-log", "train.log")
    terminal.answer("Does your error have another cause? [y/N]:", "")
    assert terminal.end() == 1
    assert "wheel, certain: RuntimeError: the wheel came off" in terminal.shown


def test_person_who_types_a_known_message_is_asked_too(sit_down: Callable[..., Terminal]) -> None:
    terminal = sit_down("new")
    terminal.answer("Message (Enter: none)", "RuntimeError: wheel <*> came off at <*> km/h")
    terminal.answer("Another message (Enter: no more)", "")
    terminal.answer("Does your error have another cause? [y/N]:", "n")
    assert terminal.end() == 1


def test_proposals_of_a_log_cannot_steer_the_terminal(
    project: Path, sit_down: Callable[..., Terminal]
) -> None:
    (project / "train.log").write_bytes(
        b"RuntimeError: axle 3 \x1b]0;title\x07 refused \x9b31m\x08\x08 the \xe2\x80\xae wheel\n"
        b"ValueError: the \x00 rim \x7f broke \xc2\x9b2J off the \x1b[2J spoke\x1b\n"
    )
    terminal = sit_down("new", "--from-log", "train.log")
    terminal.answer("0 for none) [1]:", "1, 2")
    terminal.answer("Another message (Enter: no more)", "")
    terminal.answer("Title", "\x04")
    terminal.end()
    assert "1. RuntimeError: axle <#> refused" in terminal.shown
    assert "2. ValueError: the" in terminal.shown
    steering = [char for char in terminal.shown if not char.isprintable() and char not in "\r\n\t"]
    assert steering == []
