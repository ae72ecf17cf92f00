"""Large logs are read in blocks, and what is found does not depend on how they are read."""

import random
import re
from collections.abc import Iterable, Iterator

import pytest

from tests.support.noisy_logs import by_python, noisy
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching import needles
from trainwreck.matching import scanner as scan
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.judgement import judge
from trainwreck.matching.line_filter import LineFilter
from trainwreck.matching.matcher import Matcher
from trainwreck.matching.results import Match, matches
from trainwreck.matching.scanner import Scanner
from trainwreck.matching.sightings import Collector

CATALOG = load_snapshot()
MATCHER = Matcher(CATALOG.patterns())
SCANNER = Scanner(MATCHER)
FILLER = "2026-11-21 10:00:00 INFO step {} loss=0.{} lr=1e-4 it/s 3.4\n"


def found(chunks: Iterable[bytes]) -> tuple[dict[str, Match], int]:
    collector = Collector(MATCHER)
    for _ in SCANNER.scan(chunks, collector):
        pass
    return {match.title: match for match in judged(collector)}, collector.line_count


def judged(collector: Collector) -> tuple[Match, ...]:
    return matches(judge(collector.sightings, (), CATALOG), CATALOG)


@pytest.fixture(scope="module")
def mixed() -> bytes:
    """Make a log of several blocks with all samples of the catalog in it."""
    chance = random.Random(1)  # noqa: S311  no secret
    parts = []
    for entry in CATALOG:
        for sample in entry.symptom.samples:
            parts.append(sample)
            parts += [FILLER.format(chance.random(), i) for i in range(chance.randrange(200))]
    return "".join(parts).encode()


def test_log_of_several_blocks_is_read_as_a_whole(
    mixed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan, "SMALL", 1 << 30)
    expected, lines = found([mixed])
    monkeypatch.setattr(scan, "SMALL", 0)
    filtered = found([mixed])
    monkeypatch.setattr(scan, "BLOCK", 1 << 17)
    in_blocks = found([mixed])
    in_pieces = found(mixed[at : at + 77_777] for at in range(0, len(mixed), 77_777))
    monkeypatch.setitem(SCANNER.__dict__, "_filter", LineFilter(MATCHER))
    monkeypatch.setattr(needles.Needles, "_database", None)
    without_hyperscan = found([mixed])
    for other, count in (filtered, in_blocks, in_pieces, without_hyperscan):
        assert count == lines == mixed.count(b"\n")
        assert other == expected


def test_noisy_log_is_read_as_if_it_were_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(5)  # noqa: S311  no secret
    diagnoser = Diagnoser(CATALOG)
    excerpts = [m.text for m in MATCHER.messages]
    excerpts += [sample for entry in CATALOG for sample in entry.symptom.samples]
    for _ in range(60):
        text = noisy(chance, excerpts)
        lines = [FILLER.format(number, number) for number in range(chance.choice([0, 200]))]
        text = "".join(lines) + text + "\n" + "".join(lines)
        monkeypatch.setattr(scan, "SMALL", 1 << 30)
        expected = by_python(diagnoser, text)
        monkeypatch.setattr(scan, "SMALL", 0)
        assert by_python(diagnoser, text) == expected, text


@pytest.mark.parametrize("noise", ["\x1b[31m{}\x1b[0m", "\x1b[01;31m\x1b[K{}\x1b[m\x1b[K"])
def test_message_in_colors_is_found_in_a_large_log(noise: str) -> None:
    message = re.sub(r"(\w+)", lambda word: noise.format(word[0]), "No HIP GPUs are available")
    healthy = FILLER.format(1, 1) * 4_000
    (match,) = found([f"{healthy}RuntimeError: {message}\n{healthy}".encode()])[0].values()
    assert (match.id, match.lines[0].number) == ("no-hip-gpus-available", 4_001)


@pytest.mark.parametrize("prefix", ["[rank3]: ", "3: ", "│ "])
def test_wrapped_message_is_found_in_a_large_log(prefix: str) -> None:
    text = "x" * 50 + " RuntimeError: No HIP GPUs are available"
    healthy = FILLER.format(1, 1) * 4_000
    for width in range(60, 90, 3):
        wrapped = "\n".join(prefix + text[at : at + width] for at in range(0, len(text), width))
        (match,) = found([f"{healthy}{wrapped}\n{healthy}".encode()])[0].values()
        assert match.id == "no-hip-gpus-available"


def test_many_near_misses_hide_no_error() -> None:
    near = b"RuntimeError: No HIP GPUs are availably\n" * 21_000
    (match,) = found([near, b"RuntimeError: No HIP GPUs are available\n"])[0].values()
    assert (match.id, match.lines[0].number) == ("no-hip-gpus-available", 21_001)


@pytest.mark.parametrize("end", ["\n", "\r", " "])
def test_causes_come_in_the_order_of_a_large_log(end: str) -> None:
    healthy = (FILLER.format(1, 1).strip() + end) * 4_000
    first, second = "No HIP GPUs are available", "CUDA out of memory. Tried to allocate 2 GiB"
    for one, other in ((first, second), (second, first)):
        log = f"{healthy}{one}{end}{healthy}{other}{end}{healthy}\n"
        ids = [match.id for match in found([log.encode()])[0].values()]
        wanted = ["no-hip-gpus-available", "cuda-out-of-memory"]
        assert ids == (wanted if one == first else wanted[::-1])


def test_order_of_logs_does_not_change_what_is_found() -> None:
    small = b"\x1b[31mNo HIP\x1b[0m GPUs are available\n"
    alone = found([small])
    found([FILLER.format(1, 1).encode() * 100_000])
    assert found([small]) == alone


def test_message_on_the_edge_of_a_block_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "SMALL", 0)
    monkeypatch.setattr(scan, "BLOCK", 1 << 15)
    message = b"RuntimeError: No HIP GPUs are available\n"
    for shift in range(0, 2 * len(message), 3):
        filler = b"x" * 99 + b"\n"
        log = filler * ((1 << 15) // 100 - 1) + b"y" * shift + b"\n" + message + filler * 400
        (match,) = found([log])[0].values()
        assert match.count == 1


def test_empty_piece_asks_for_what_there_is() -> None:
    seen: list[int] = []

    def growing() -> Iterator[bytes]:
        yield b"RuntimeError: No HIP GPUs"
        yield b""
        seen.append(len(judged(collector)))
        yield b" are available\nmore\n"
        yield b""
        seen.append(len(judged(collector)))

    collector = Collector(MATCHER)
    for _ in Scanner(MATCHER).scan(growing(), collector):
        pass
    assert seen == [0, 1]
    assert collector.line_count == 2


def test_block_does_not_end_within_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "SMALL", 0)
    monkeypatch.setattr(scan, "BLOCK", 1 << 15)
    for shift in range(60):
        filler = b"x" * 99 + b"\n"
        log = (
            filler * 320
            + b"y" * (700 + shift)
            + b"\n"
            + b"train_loss: nanoseconds\n"
            + filler * 400
        )
        assert found([log])[0] == {}


def test_weak_message_does_not_follow_when_the_strong_one_was_found_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scan, "SMALL", 0)
    monkeypatch.setattr(scan, "BLOCK", 1 << 15)
    line = b"[rank0]: Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1)\n"
    assert set(found([line * 5_000])[0]) == set(found([line])[0])


def test_one_line_of_many_megabytes_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "SMALL", 0)
    monkeypatch.setattr(scan, "BLOCK", 1 << 18)
    log = b"x" * 1_000_000 + b" RuntimeError: No HIP GPUs are available " + b"y" * 1_000_000
    (match,) = found([log])[0].values()
    assert match.id == "no-hip-gpus-available"


@pytest.mark.parametrize(
    "line",
    [
        "RuntimeError: No HIP GPUs are available " * 20_000,
        "é" + " " * 400_000 + "x",
        "│ " * 200_000,
        "\x1b[" * 200_000,
        "[rank1]: " * 50_000,
        "grad norm loss nan " * 20_000,
        "scale " * 60_000,
        "nan " * 200_000,
        "step " * 200_000,
        "loss nan " * 50_000,
        "Missing" * 100_000,
        "\r".join(["a"] * 100_000),
    ],
)
def test_hostile_line_ends_in_time(line: str) -> None:
    # A quadratic reader would take hours: the runner's own time limit is the test.
    assert found([line.encode()])[1] == 1
