"""What a log says is found whatever noise is laid over it."""

import random
import re
import string
import textwrap
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainwreck.logs.normalizer import END, Stream, lines, stream
from trainwreck.logs.templates import parse

MESSAGE = (
    "RuntimeError: Expected to have finished reduction in the prior iteration before starting a new"
    " one. This error indicates that your module has parameters that were not used"
)
TEMPLATE = parse(MESSAGE)


def says_it(text: str) -> bool:
    return any(True for _ in TEMPLATE.matches(stream(text)))


def boxed(text: str) -> str:
    inner = [f"│ {line:<76} │" for line in textwrap.wrap(text, 76)]
    return "\n".join(["╭" + "─" * 78 + "╮", *inner, "╰" + "─" * 78 + "╯"])


def interleaved(text: str) -> str:
    """Print ``text`` on two ranks at once, wrapped to 80 columns and mixed line by line."""
    parts = textwrap.wrap(text, 70)
    return "\n".join(f"[rank{rank}]: {part}" for part in parts for rank in (0, 1))


NOISE: dict[str, Callable[[str], str]] = {
    "time": lambda text: f"2026-11-21 10:00:00,123 - ERROR - {text}",
    "rank": lambda text: f"[rank3]: {text}",
    "srun label": lambda text: f"12: {text}",
    "mpirun tag": lambda text: f"[1,3]<stderr>: {text}",
    "torchrun tee": lambda text: f"[default7]:{text}",
    "host, process, thread": lambda text: f"node02:1234:5678 [0] {text}",
    "ray": lambda text: f"(RayTrainWorker pid=1234, ip=10.0.0.7) {text}",
    "kubectl": lambda text: f"[pod/trainer-worker-0/pytorch] {text}",
    "docker build": lambda text: f"#12 4.984 {text}",
    "pytest": lambda text: f"E       {text}",
    "quoted": lambda text: f"> > {text}",
    "several prefixes": lambda text: f"3: 2026-11-21T10:00:00.123Z [rank3]: {text}",
    "colour": lambda text: text.replace("Error", "\x1b[1;31mError\x1b[0m").replace(
        " t", " \x1b[1mt"
    ),
    "hyperlink": lambda text: f"\x1b]8;;https://example.org\x07{text}\x1b]8;;\x07",
    "progress bar": lambda text: f"\r 10%|█   | 1/10 [00:01]\r 20%|██  | 2/10 [00:02]\r{text}",
    "carriage returns": lambda text: f"one\r\n{text}\r\ntwo\r\n",
    "box": boxed,
    "wrapped at words": lambda text: "\n".join(textwrap.wrap(text, 80)),
    "wrapped anywhere": lambda text: re.sub("(.{80})", r"\1\n", text),
    "wrapped with a rank": lambda text: textwrap.fill(
        text, 80, initial_indent="[rank3]: ", subsequent_indent="[rank3]: "
    ),
    "interleaved ranks": interleaved,
    "zeros": lambda text: text.replace("e", "e\x00"),
}


@pytest.mark.parametrize("kind", NOISE)
def test_noise_hides_nothing(kind: str) -> None:
    noisy = NOISE[kind](MESSAGE)
    assert noisy != MESSAGE
    assert says_it(f"epoch 1\n{noisy}\nepoch 2")


WRAPPED = [kind for kind in NOISE if "wrapped" in kind]
OTHER = [kind for kind in NOISE if kind not in (*WRAPPED, "box", "interleaved ranks")]


@given(st.sampled_from(WRAPPED), st.lists(st.sampled_from(OTHER), max_size=3))
def test_noise_upon_noise_hides_nothing(wrapped: str, others: list[str]) -> None:
    text = NOISE[wrapped](MESSAGE)
    for kind in others:
        text = NOISE[kind](text)
    assert says_it(text)


@given(st.text())
def test_any_text_becomes_a_stream(text: str) -> None:
    said = stream(text)
    assert not re.search(r"[ \t\r\f\v]", said.text)
    assert len(said.starts) == len(said.lines)
    assert said.starts == sorted(said.starts)
    numbers = {line.number for line in said.lines}
    assert numbers <= set(range(1, text.count("\n") + 2))


def test_lines_are_numbered_as_editors_do() -> None:
    text = "a\r\nb\rc\n\nd"
    assert [(line.number, line.text) for line in lines(text) if line.text] == [
        (1, "a"),
        (2, "b"),
        (2, "c"),
        (4, "d"),
    ]


@pytest.mark.parametrize(
    ("line", "source"),
    [
        ("[rank3]: x", "3"),
        ("0: [rank17]: x", "17"),
        ("[4] x", "4"),
        ("[1,3]<stdout>: x", "3"),
        ("n1:12345:12399 [2] NCCL INFO x", "n1:12345"),
        ("(Worker pid=99) x", "pid=99"),
        ("[rank: 2] x", "2"),
        ("0: slurmstepd-n1: error: x", None),
        ("0: slurmstepd: error: x", None),
        ("0: slurmstepdx", "0"),
        ("line 12: x", None),
        ("train.py:12: x", None),
        ("tensor([0]): x", None),
        ("12 apples: x", None),
    ],
)
def test_rank_is_read_from_the_prefix(line: str, source: str | None) -> None:
    (found,) = lines(line)
    assert found.source == source


def test_short_lines_are_not_joined() -> None:
    said = stream("step failed\nin epoch 3\n")
    assert said.text == f"stepfailed{END}inepoch3{END}"


def test_new_record_is_not_joined_to_a_full_line() -> None:
    full = "2026-11-21 10:00:00 " + "x" * 100
    assert stream(f"{full}\n2026-11-21 10:00:01 y\n").text.count(END) == 2


def test_line_at_a_position_is_the_one_of_the_log() -> None:
    said: Stream = stream("first\n\nsecond third\n")
    assert said.line_at(said.text.index("third")).number == 3
    assert [line.number for line in said.lines_between(0, 7)] == [1, 3]


def test_long_line_of_anything_is_read() -> None:
    letters = random.Random(1)  # noqa: S311  no secret
    text = "".join(letters.choices(string.printable, k=200_000)).replace("\n", " ")
    assert says_it(f"{text} {MESSAGE} {text}")
