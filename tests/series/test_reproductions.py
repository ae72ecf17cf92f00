"""Models that were really trained into a silent failure get the right diagnosis."""

import pytest

from tests.support.paths import DATA
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser

LOGS = DATA / "series"
DIAGNOSER = Diagnoser(load_snapshot())
EXPECTED = {
    "zero": ("zero-loss-from-skipped-nans", "loss is exactly 0"),
    "validation": ("validation-loss-nan", "val_loss is nan while loss is finite"),
    "spike": ("loss-spike", "loss jumps by 2 x and does not recover"),
    "stuck": ("loss-not-decreasing", "loss stays within 0.5 %"),
    "slow": ("training-slows-down", "step_time grows by 50 %"),
    "memory": ("memory-grows-steadily", "memory grows steadily by 50 %"),
    "scale": ("nan-gradients", "loss_scale falls to 1"),
    "gradients": ("nan-gradients", "grad_norm is nan for 10 points"),
    "resume": ("loss-jumps-after-resume", "loss jumps by 1.3 x after a resume"),
    "plateau": ("loss-not-decreasing", "loss does not move by 2 %"),
    "outlier": ("loss-spike", "grad_norm jumps by 100 x while loss jumps by 2 x"),
    "overfitting": ("validation-loss-rises", "val_loss grows by 50 % while loss drops by 50 %"),
    "diverged": ("nan-loss", "loss is nan"),
    "skipping": ("nan-gradients", "skipped exceeds 50 %"),
    "epochs": ("training-slows-down", "epoch_time grows by 50 % for 24 points"),
    "decay": ("training-slows-down", "throughput drops by 30 %"),
    "throughput": ("slow-rank-straggler", "throughput differs by 30 % between ranks"),
    "straggler": ("slow-rank-straggler", "step_time differs by 30 % between ranks"),
}


def test_each_log_has_its_diagnosis() -> None:
    assert {path.stem for path in LOGS.glob("*.log")} == set(EXPECTED)


def test_each_condition_of_the_catalog_was_reproduced() -> None:
    conditions = {
        (entry.id, condition) for entry in load_snapshot() for condition in entry.symptom.series
    }
    assert conditions == set(EXPECTED.values())


@pytest.mark.parametrize("name", EXPECTED)
def test_silent_failure_is_named_first_by_its_numbers(name: str) -> None:
    path = LOGS / f"{name}.log"
    first = DIAGNOSER.diagnose([path.read_bytes()], path.name).matches[0]
    assert first.evidence
    assert (first.id, first.evidence.condition) == EXPECTED[name]


@pytest.mark.parametrize(
    ("message", "consequence"),
    [
        ("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.", "cuda"),
        ("torch.OutOfMemoryError: HIP out of memory. Tried to allocate 2.00 GiB.", "rocm"),
        ("slurmstepd: error: Detected 1 oom_kill event in StepId=7.0.", "host"),
    ],
)
def test_leak_comes_before_the_memory_that_it_used_up(message: str, consequence: str) -> None:
    log = (LOGS / "memory.log").read_text(encoding="utf-8") + message + "\n"
    found = [match.id for match in DIAGNOSER.diagnose([log.encode()]).matches]
    assert found == ["memory-grows-steadily", f"{consequence}-out-of-memory"]
