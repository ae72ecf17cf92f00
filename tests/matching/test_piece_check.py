"""No message is ruled out that the normalized text contains, however noisy the log."""

import random

import pytest

from tests.support.noisy_logs import noisy
from trainwreck.catalog.store import load_snapshot
from trainwreck.logs.normalizer import stream
from trainwreck.logs.templates import parse
from trainwreck.matching.blocks import without_noise
from trainwreck.matching.piece_check import may_match
from trainwreck.snapshot.patterns import Purpose

PATTERNS = [one for one in load_snapshot().patterns() if one.purpose != Purpose.EXCEPTION]


@pytest.mark.parametrize("seed", range(150))
def test_what_a_noisy_log_says_is_not_ruled_out(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  no secret
    texts = [pattern.text for pattern in PATTERNS]
    log = noisy(chance, texts)
    said = stream(log)
    plain = without_noise(log.encode())
    for pattern in PATTERNS:
        if list(pattern.template.matches(said)):
            assert may_match(plain, [pattern.template]), pattern.text


@pytest.mark.parametrize(
    ("message", "log", "may"),
    [
        ("loss=2.30\nloss=2.30", b"loss=2.30\nloss=2.31\n", False),
        ("loss=2.30\nloss=2.30", b"loss=2.30\nloss = 2.30\n", True),
        ("No 'x' here", b'NO "x"\there\n', True),
        ("out of memory", b"out of disk", False),
        ("out of memory", b"ran out of mem\n[rank1]: ory", True),
        ("out of memory", "out of Men\u212a".encode(), True),
        ("a <*> b", b"a\n", False),
    ],
)
def test_pieces_are_looked_for(message: str, log: bytes, may: bool) -> None:
    assert may_match(log, [parse(message)]) is may
