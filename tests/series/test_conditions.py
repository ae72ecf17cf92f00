"""The language of conditions, and what it says of texts that it does not know."""

import re

import pytest

from trainwreck.series.conditions import GRAMMAR, METRICS, TESTS, ConditionError, parse_condition
from trainwreck.series.metric_data import metric_data


@pytest.mark.parametrize("id_", TESTS)
def test_each_test_is_understood_and_in_the_grammar(id_: str) -> None:
    text = f"loss {TESTS[id_].phrase.replace('N', '2.5')}"
    assert parse_condition(text).test == id_
    assert re.fullmatch(GRAMMAR, text)


def test_points_and_a_second_test() -> None:
    found = parse_condition("val_loss is nan for 3 points while loss is finite")
    assert (found.metric, found.points) == ("val_loss", 3)
    assert found.also is not None
    assert (found.also.metric, found.also.test) == ("loss", "is-finite")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("los is nan", 'did you mean "loss"?'),
        ("loss jump by 3 x", 'did you mean "jumps by N x"?'),
        ("loss is nan for 0 points", "takes 0 points"),
        ("loss is nan while acc is 1", "is not a metric"),
        ("loss", "is not a test"),
        ("", "is not a metric"),
    ],
)
def test_unknown_text_is_answered_with_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(ConditionError, match=re.escape(said)):
        parse_condition(text)


def test_metrics_of_conditions_are_metrics_of_logs() -> None:
    known = set(metric_data().metric_of.values()) | {"val_accuracy"}
    assert set(METRICS) <= known
