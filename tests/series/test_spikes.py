"""Lines with an unusually high loss are found without reading every line."""

import math
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trainwreck.series.spikes import MOST_SPIKES, RECENT, SpikeWatch, at_least

LIMITS = st.floats(1e-6, 1e6)
PRINTED = st.sampled_from(["{:.6f}", "{:.4f}", "{:.6E}", "{:.3e}", "{!r}", "{:.0f}", "{:g}"])


@given(LIMITS, st.floats(1e-7, 1e8), PRINTED)
@example(999999.9999999999, 999999.9999999999, "{!r}")
def test_expression_finds_the_numbers_from_a_limit_on(
    limit: float, value: float, form: str
) -> None:
    text = form.format(value)
    found = re.match(at_least(limit), text) is not None
    assert "{0}" not in at_least(limit)  # Hyperscan would refuse it
    assert "{0,0}" not in at_least(limit)
    if float(text) >= limit:
        assert found
    if float(text) < 0.89 * limit and "e" not in text.lower():
        assert not found


def watch(text: str, losses: list[float]) -> SpikeWatch:
    found = SpikeWatch()
    for loss in losses:
        found.learn(text.format(loss), loss)
    return found


@pytest.mark.parametrize(
    "form", ["step 3 loss {}", "{{'loss': '{}', 'epoch': 3}}", "it 5 | lm loss: {:.6E} | lr: 1"]
)
def test_spike_is_found_in_text_and_in_bytes(form: str) -> None:
    usual = watch(form, [1.1] * RECENT)
    for loss, expected in ((2.6, True), (25.0, True), (1.3, False), (0.26, False)):
        text = form.format(loss)
        assert usual.is_spike(text) == expected
        assert usual.expression
        assert re.search(usual.expression, text) or not expected


def test_expression_is_kept_while_the_loss_falls_slowly() -> None:
    usual = watch("loss {}", [2.0] * RECENT)
    before = usual.expression
    for loss, is_kept in ((1.95, True), (1.0, False)):
        for _ in range(2 * RECENT):
            usual.learn("", loss)
        assert (usual.expression == before) == is_kept


def test_a_few_low_losses_are_not_what_is_usual() -> None:
    usual = watch("loss {}", [2.0] * RECENT + [0.2] * RECENT)
    assert not usual.is_spike("loss 2.0")
    for _ in range(RECENT):
        usual.watch("loss 0.2 lr 1")
    assert usual.is_spike("loss 2.0")


def test_expression_that_finds_too_much_is_made_anew() -> None:
    usual = watch("loss {}", [1.0] * RECENT)
    before = usual.expression
    usual.tighten()
    assert usual.expression == before  # it finds hardly more than the limit
    for _ in range(RECENT):
        usual.learn("", 1.6)
    assert usual.expression == before
    usual.tighten()
    assert usual.expression != before


def test_nothing_is_a_spike_before_enough_was_read() -> None:
    usual = watch("loss {}", [1.0] * (RECENT - 1))
    assert not usual.is_spike("loss 900")
    assert usual.expression is None


@pytest.mark.parametrize("loss", [-1.0, 0.0, math.nan])
def test_a_loss_without_a_level_has_no_spikes(loss: float) -> None:
    usual = watch("loss {}", [loss] * RECENT)
    assert not usual.is_spike("loss 900")
    assert usual.expression is None


def test_only_so_many_spikes_are_found() -> None:
    usual = watch("loss {}", [1.0] * RECENT)
    assert sum(usual.is_spike("loss 9.0") for _ in range(9 * MOST_SPIKES)) == MOST_SPIKES
    assert usual.expression is None
