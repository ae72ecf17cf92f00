"""Large logs are read in blocks, and what is found does not depend on how they are read."""

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

import pytest

from trainwreck.catalog.store import load_snapshot
from trainwreck.logs.normalizer import Line
from trainwreck.logs.placeholders import PLACEHOLDER
from trainwreck.matching import blocks
from trainwreck.matching.judgement import judge
from trainwreck.matching.matcher import Matcher
from trainwreck.matching.results import Match, matches
from trainwreck.matching.scanner import Scanner
from trainwreck.matching.sightings import Collector
from trainwreck.snapshot.patterns import Purpose

CATALOG = load_snapshot()
MATCHER = Matcher(CATALOG.patterns())
WITH_HYPERSCAN = Scanner(MATCHER)
WITHOUT = Scanner(MATCHER)
WITHOUT.__dict__["_search"] = None
FILLING = 10_000
"""Lines between the samples, however many there are."""
FILLER = "2026-11-21 10:00:00 INFO step {} loss=0.{} lr=1e-4 it/s 3.4\n"


def found(chunks: Iterable[bytes], *, native: bool = True) -> tuple[dict[str, Match], int]:
    scanner = WITH_HYPERSCAN if native else WITHOUT
    collector = Collector(MATCHER)
    for _ in scanner.scan(chunks, collector):
        pass
    return {match.title: match for match in judged(collector)}, collector.line_count


def judged(collector: Collector) -> tuple[Match, ...]:
    return matches(judge(collector.sightings, (), CATALOG), CATALOG)


@pytest.fixture(scope="module")
def mixed() -> bytes:
    """Make a log of many blocks with samples of every fourth entry in it."""
    chance = random.Random(1)  # noqa: S311  no secret
    samples = [sample for entry in [*CATALOG][::4] for sample in entry.symptom.samples]
    most = 2 * FILLING // len(samples)
    parts = []
    for sample in samples:
        parts.append(sample)
        parts += [FILLER.format(chance.random(), i) for i in range(chance.randrange(9, most))]
    return "".join(parts).encode()


def test_log_of_several_blocks_is_read_as_a_whole(
    mixed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, lines = found([mixed], native=False)
    monkeypatch.setattr(blocks, "LARGE", 1 << 15)
    monkeypatch.setattr(blocks, "BLOCK", 1 << 15)
    assert len(mixed) > 20 * blocks.BLOCK
    in_blocks = found([mixed])
    without_hyperscan = found([mixed], native=False)
    in_pieces = found(mixed[at : at + 17_777] for at in range(0, len(mixed), 17_777))
    for other, count in (in_blocks, without_hyperscan, in_pieces):
        assert count == lines == mixed.count(b"\n")
        assert other == expected


def test_message_on_the_edge_of_a_block_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "LARGE", 1 << 15)
    monkeypatch.setattr(blocks, "BLOCK", 1 << 15)
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
    monkeypatch.setattr(blocks, "LARGE", 1 << 15)
    monkeypatch.setattr(blocks, "BLOCK", 1 << 15)
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
    monkeypatch.setattr(blocks, "LARGE", 1 << 15)
    monkeypatch.setattr(blocks, "BLOCK", 1 << 15)
    line = b"[rank0]: Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1)\n"
    assert set(found([line * 2_000])[0]) == set(found([line])[0])


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("end", [b" ", b"\r"])
@pytest.mark.parametrize("healthy", [10, 15_000, 40_000])
def test_causes_come_in_the_order_in_which_one_line_names_them(
    healthy: int, end: bytes, native: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "LARGE", 1 << 17)
    monkeypatch.setattr(blocks, "BLOCK", 1 << 17)
    monkeypatch.setattr(blocks, "PART", 1 << 15)
    fill = (b"fine 3/4 it/s" + end) * healthy
    first = b"RuntimeError: No HIP GPUs are available" + end
    second = b"The server socket has failed to listen on any local network address." + end
    ids = ["no-hip-gpus-available", "address-already-in-use"]
    in_order = found([fill + first + fill + second + fill], native=native)[0]
    turned = found([fill + second + fill + first + fill], native=native)[0]
    assert [match.id for match in in_order.values()] == ids
    assert [match.id for match in turned.values()] == ids[::-1]


def test_lines_of_few_letters_are_not_all_held_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[int] = []
    read = Collector.read

    def noting(collector: Collector, lines: list[Line], *, numbers: bool = True) -> None:
        held.append(len(lines))
        read(collector, lines, numbers=numbers)

    monkeypatch.setattr(blocks, "PART", 1 << 15)
    monkeypatch.setattr(Collector, "read", noting)
    assert found([b"a\n" * 100_000 + b"RuntimeError: No HIP GPUs are available\n"])[1] == 100_001
    assert sum(held) >= 100_001
    assert max(held) < 40_000


def test_one_line_of_many_megabytes_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "LARGE", 1 << 18)
    monkeypatch.setattr(blocks, "BLOCK", 1 << 18)
    log = b"x" * 1_000_000 + b" RuntimeError: No HIP GPUs are available " + b"y" * 1_000_000
    (match,) = found([log])[0].values()
    assert match.id == "no-hip-gpus-available"


@pytest.mark.parametrize(
    "said",
    [
        "\x1b[31mRuntimeError\x1b[0m: No \x1b[1mHIP\x1b[0m GPUs are available",
        "RuntimeError: No HIP GP\x1b[01;31m\x1b[KUs are ava\x1b[m\x1b[Kilable",
        "RuntimeError: No H\0IP GPUs a\0re available",
        "RuntimeError: No H\u200bIP GPUs are avai\ufefflable",
        "RUNTIMEERROR: NO   HIP\tGPUS ARE AVAILABLE",
        f"\u2502 {'RuntimeError: No HIP GPUs are':>66} \u2502\n\u2502 {'available':<66} \u2502",
    ],
)
def test_noise_within_a_message_does_not_hide_it_in_a_large_log(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "LARGE", 1 << 15)
    monkeypatch.setattr(blocks, "BLOCK", 1 << 15)
    filler = "".join(FILLER.format(number, number) for number in range(2_000))
    (match,) = found([f"{filler}{said}\n{filler}".encode()])[0].values()
    assert match.id == "no-hip-gpus-available"
    assert match.lines[0].number == 2_001


def found_in_both(said: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Yield what is found in a small log, and in a large one by a scanner that read no other."""
    filler = "".join(FILLER.format(number, number) for number in range(2_000))
    for log in (f"{said}\n", f"{filler}{said}\n{filler}"):
        collector = Collector(MATCHER)
        list(Scanner(MATCHER).scan([log.encode()], collector))
        yield [match.id or "" for match in judged(collector)]
        monkeypatch.setattr(blocks, "LARGE", 1 << 15)
        monkeypatch.setattr(blocks, "BLOCK", 1 << 15)


@pytest.mark.parametrize(
    ("said", "id_"),
    [
        (
            "[rank1]: srun: error: node17: tasks 1-11: Segmentation fault (core dum\n[rank1]: ped)",
            "segmentation-fault",
        ),
        (
            "2026-11-21 10:06:00,123 - [rank8]: torch._inductor.exc.CppCompileError:"
            " C++ \x1b[31mcompile\r\n[rank8]: error\x1b[0m",
            "inductor-cpp-compile-error",
        ),
        (
            "[rank8]: The above is from torch._inductor.exc.CppCompileError: C++ comp\r"
            "[rank8]: ile error",
            "inductor-cpp-compile-error",
        ),
        (
            "\u2502 [rank0]: ValueError: Caught ValueError in DataLoader worker proces \u2502\n"
            "\u2502 s 5.                                                              \u2502",
            "dataloader-worker-raised",
        ),
    ],
)
def test_break_within_the_only_anchor_does_not_hide_it_in_a_large_log(
    said: str, id_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(found_in_both(said, monkeypatch)) == [[id_], [id_]]


def test_break_within_the_word_that_is_looked_for_hides_a_short_message_in_a_large_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The limit that docs/matching.md names: to look for a second word costs too much time.
    said = (
        "2026-11-21 10:06:00,123 - [rank7]: torch._inductor.exc.CppComp\n"
        "[rank7]: ileError: C++ compile error"
    )
    assert list(found_in_both(said, monkeypatch)) == [["inductor-cpp-compile-error"], []]


def test_small_log_is_read_alike_after_a_large_one() -> None:
    # Broken where no anchor of the message is left.
    small = b"x" * 50 + b" RuntimeError: No HI\n[rank0]: P GPUs are avai\n"
    fresh = Scanner(MATCHER)
    before = Collector(MATCHER)
    after = Collector(MATCHER)
    list(fresh.scan([small], before))
    list(fresh.scan([b"healthy\n" * blocks.LARGE], Collector(MATCHER)))
    list(fresh.scan([small], after))
    assert after.sightings == before.sightings


def test_near_misses_hide_no_error_however_many_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "LARGE", 1 << 15)
    near = b"step %d: No HIP, GPUs are: available\n"
    real = b"RuntimeError: No HIP GPUs are available\n"
    log = b"".join(near % number for number in range(10_000)) + real
    (match,) = found([log])[0].values()
    assert [line.number for line in match.lines] == [10_001]


def test_failures_are_kept_where_their_messages_are_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(blocks, "LARGE", 1 << 15)
    monkeypatch.setattr(blocks, "BLOCK", 1 << 15)
    log = b"fine\n" * 20_000 + b"frobnicate.WheelError: off\n" + b"fine\n" * 20_000
    collector = Collector(MATCHER)
    list(WITH_HYPERSCAN.scan([log], collector))
    (failure,) = collector.failures
    assert (failure.text, failure.line) == ("frobnicate.WheelError: off", 20_001)


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
    ],
)
def test_hostile_line_ends_in_time(line: str) -> None:
    # A quadratic reader would take hours: the runner's own time limit is the test.
    assert found([line.encode()])[1] == 1


@pytest.mark.parametrize("line", ["nan nan nan nan\n", "loss 0.6931\n", "step step step\n"])
def test_many_lines_that_nearly_match_end_in_time(line: str) -> None:
    # As above: every pair of lines would be compared.
    assert found([line.encode() * 20_000], native=False)[1] == 20_000


def is_rare(anchor: str) -> bool:
    words = re.sub(r"\[[^]]*\]|\\W|\{[\d,]*\}", "", anchor)
    # What ends in "nan" may be short: in a healthy log nothing does.
    return len(words) >= (4 if words.endswith("nan") else 6)


def test_every_message_has_anchors_that_are_rare() -> None:
    messages = [pattern for pattern in MATCHER.messages if pattern.purpose == Purpose.MESSAGE]
    without = [
        (message.entry, message.text, message.anchors)
        for message in messages
        if not message.anchors or not all(map(is_rare, message.anchors))
    ]
    assert messages
    assert without == []


def test_every_message_of_the_catalog_is_found_in_a_large_log() -> None:
    scanner = Scanner(MATCHER)
    search = scanner._search  # noqa: SLF001  it finds the anchors as for a log, without the reading
    assert search
    spans, log = {}, b""
    for index, message in enumerate(MATCHER.messages):
        text = PLACEHOLDER.sub(lambda mark: " 7 " if "#" in mark[0] else ": ", message.text)
        if message.purpose != Purpose.EXCEPTION and MATCHER.find(text, only=[index]):
            log += b"fine\nfine\n"
            spans[index] = (len(log), len(log) + len(text.encode()))
            log += text.encode() + b"\n"
    found: dict[int, list[int]] = defaultdict(list)
    for anchor, ends in search.search(log).ends.items():
        for index in scanner._anchored[anchor][1]:  # noqa: SLF001
            found[index] += ends
    lost = [
        (MATCHER.messages[index].entry, MATCHER.messages[index].text)
        for index, (start, end) in spans.items()
        if not any(start < place <= end + 1 for place in found[index])
    ]
    assert spans
    assert lost == []
