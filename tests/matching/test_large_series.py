"""The numbers of a log lead to the same whether it is small or read in blocks."""

import functools
import math
import random
from collections.abc import Callable

import pytest

from trainwreck.catalog.store import load_snapshot
from trainwreck.matching import blocks, sampling
from trainwreck.matching.engine import Diagnoser

NATIVE, PLAIN = Diagnoser(load_snapshot()), Diagnoser(load_snapshot())
PLAIN._scanner.__dict__["_search"] = None  # noqa: SLF001  as where Hyperscan isn't installed
FEW, MANY, MOST = 1_500, 14_000, 60_000
PADDING = "lr 3.000e-04 data 0.001 mem 34.2 GiB"
MOST_SERIES_POINTS = 4096


def log(
    count: int,
    loss: Callable[[float], float],
    norm: Callable[[float], float],
    resumed: float = math.inf,
) -> bytes:
    chance = random.Random(1)  # noqa: S311  a seed makes it repeatable
    lines = []
    for step in range(count):
        place = step / count
        noise = 1 + chance.gauss(0, 0.01)
        lines.append(
            f"step {step} loss {loss(place) * noise:.4f} grad_norm {norm(place) * noise:.3f}"
            f" {PADDING}"
        )
        if (step + 1) / count >= resumed > place:
            lines.append("resuming from checkpoint out/step-6")
    return ("\n".join(lines) + "\n").encode()


def descent(place: float) -> float:
    return 2 + 4 * math.exp(-20 * place)


def steady(_: float) -> float:
    return 1.0


def noise(place: float) -> float:
    return 3 * random.Random(place).random()  # noqa: S311  a seed makes it repeatable


def once(usual: Callable[[float], float], peak: float, count: int) -> Callable[[float], float]:
    """Return ``usual`` with one number that is ``peak``."""
    return lambda place: peak if round(place * count) == round(0.437 * count) else usual(place)


CASES: dict[str, Callable[[int], bytes]] = {
    "a jump that stays": lambda count: log(
        count, lambda place: descent(place) if place < 0.4371 else 7.5, steady
    ),
    "a single spike": lambda count: log(
        count, once(descent, 9.0, count), once(steady, 300.0, count)
    ),
    "a spike in noise": lambda count: log(
        count, once(noise, 40.0, count), once(steady, 300.0, count)
    ),
    "a plateau": lambda count: log(count, lambda _: 2.303, steady),
    "a jump after a resume": lambda count: log(
        count, lambda place: descent(place) if place < 0.6 else descent(place - 0.6), steady, 0.6
    ),
    "a healthy run": lambda count: log(count, descent, steady),
    "noise": lambda count: log(count, descent, lambda place: 1 + math.sin(1e6 * place) ** 2),
}


@functools.cache
def made(name: str, count: int) -> bytes:
    """Return the log of a case with so many steps."""
    return CASES[name](count)


def outcome(diagnoser: Diagnoser, text: bytes) -> list[tuple[str | None, str]]:
    chunks = [text[at : at + (1 << 18)] for at in range(0, len(text), 1 << 18)]
    diagnosis = diagnoser.diagnose(chunks, "train.log")
    for series in diagnosis.series:
        assert len(series.buckets) < MOST_SERIES_POINTS
    return [(match.id, match.evidence.condition) for match in diagnosis.matches if match.evidence]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("diagnoser", [NATIVE, PLAIN], ids=["Hyperscan", "plain"])
def test_log_in_blocks_leads_to_what_a_small_one_does(
    name: str, diagnoser: Diagnoser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "LARGE", 1 << 19)
    monkeypatch.setattr(blocks, "BLOCK", 1 << 17)
    monkeypatch.setattr(sampling, "APART", sampling.APART >> 3)
    small, large = made(name, FEW), made(name, MANY)
    assert len(large) > 2 * blocks.LARGE
    expected = outcome(diagnoser, small)
    assert bool(expected) == (name not in {"a healthy run", "noise"})
    assert outcome(diagnoser, large) == expected


@pytest.mark.parametrize("name", ["a single spike", "a plateau"])
def test_large_log_leads_to_what_a_small_one_does(name: str) -> None:
    large = made(name, MOST)
    assert len(large) > blocks.LARGE
    assert outcome(NATIVE, large) == outcome(NATIVE, made(name, FEW))


def test_spike_is_located_in_a_large_log() -> None:
    matches = NATIVE.diagnose([made("a single spike", MOST)], "train.log").matches
    evidence = next(match.evidence for match in matches if match.evidence)
    assert evidence
    assert evidence.point.step == round(0.437 * MOST)


@pytest.mark.parametrize("name", CASES)
def test_log_of_known_size_leads_to_the_same(name: str) -> None:
    text = CASES[name](MOST)
    found = [NATIVE.diagnose([text], size=size) for size in (0, len(text))]
    before, after = ([match.id for match in each.matches] for each in found)
    assert before == after
    counts = [sum(series.count for series in each.series) for each in found]
    assert counts[1] <= counts[0]
    assert found[0].runs == found[1].runs


def test_small_log_is_read_whole_after_a_large_one() -> None:
    small = made("a healthy run", FEW)
    NATIVE.diagnose([made("a healthy run", MOST)], "large.log")
    series = NATIVE.diagnose([small], "small.log").series
    assert {one.count for one in series if one.metric == "loss"} == {FEW}


@pytest.mark.parametrize("sign", ["Traceback (most recent call last):", "***** Running training"])
def test_runs_of_a_large_log_are_told_apart(sign: str) -> None:
    run = log(MOST // 2, descent, steady)
    saved = b"saved checkpoint at step 29000\n"
    text = run[:-200] + b"\n" + saved + sign.encode() + b"\n" + run
    assert len(text) > blocks.LARGE
    runs = NATIVE.diagnose([text], "train.log").runs
    assert [run.checkpoint_step for run in runs] == [29000, None]
    assert runs[0].last_step == int(run[:-200].rsplit(b"\nstep ", 1)[1].split()[0])
    assert runs[-1].last_step == MOST // 2 - 1


def test_numbers_in_a_report_that_was_printed_into_the_log_are_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(blocks, "LARGE", 1 << 15)
    monkeypatch.setattr(blocks, "BLOCK", 1 << 15)
    steps = "".join(f"step {step} loss 2.{step % 10}\n" for step in range(5_000))
    report = (
        "[rank0]: trainwreck diagnosis of train.log (5,000 lines)\n"
        "    7 | step 7 loss nan\n"
        "    9 | step 9 loss nan, Resuming from checkpoint\n"
        "end of trainwreck diagnosis\n"
    )
    more = "".join(f"step {step} loss 2.{step % 10}\n" for step in range(5_000, 6_000))
    for log in (steps + report, steps + report + more):
        diagnosis = NATIVE.diagnose([log.encode()])
        assert diagnosis.line_count == log.count("\n")
        assert [(run.first_step, run.last_step) for run in diagnosis.runs] == [
            (0, 4_999 if log.endswith(report) else 5_999)
        ]
        assert diagnosis.matches == ()
