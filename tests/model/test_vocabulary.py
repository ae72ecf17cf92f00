"""The closed vocabularies are complete and keep their order."""

import pytest

from trainwreck.model import vocabulary
from trainwreck.model.vocabulary import Severity, Term

VOCABULARIES = [
    value
    for value in vars(vocabulary).values()
    if isinstance(value, type) and issubclass(value, Term) and value is not Term
]


@pytest.mark.parametrize("terms", VOCABULARIES, ids=lambda terms: terms.__name__)
def test_every_value_has_a_label_and_a_definition(terms: type[Term]) -> None:
    for term in terms:
        assert term.label
        assert term.definition.endswith(".")


def test_severities_sort_from_the_gravest() -> None:
    assert min(Severity, key=lambda severity: severity.rank) is Severity.CRITICAL


def test_term_is_its_value() -> None:
    assert Severity("high") is Severity.HIGH
    assert f"{Severity.HIGH}" == "high"
