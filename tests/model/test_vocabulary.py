"""The closed vocabularies are complete and keep their order."""

import re
import subprocess
import sys

import pytest

from trainwreck.model import vocabulary
from trainwreck.model.frameworks import Framework
from trainwreck.model.term import Term
from trainwreck.model.vocabulary import Severity

VOCABULARIES: list[type[Term]] = [
    Framework,
    *(
        value
        for value in vars(vocabulary).values()
        if isinstance(value, type) and issubclass(value, Term) and value is not Term
    ),
]


@pytest.mark.parametrize("terms", VOCABULARIES, ids=lambda terms: terms.__name__)
def test_every_value_has_a_label_and_a_definition(terms: type[Term]) -> None:
    for term in terms:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", term.value)
        assert term.label
        assert term.definition.endswith(".")


@pytest.mark.parametrize("framework", Framework)
def test_framework_shows_itself_by_words_of_letters_and_digits(framework: Framework) -> None:
    assert framework.words
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", word) for word in framework.words)


def test_severities_sort_from_the_most_severe() -> None:
    assert min(Severity, key=lambda severity: severity.rank) is Severity.CRITICAL


def test_term_is_its_value() -> None:
    assert Severity("high") is Severity.HIGH
    assert f"{Severity.HIGH}" == "high"
    assert Framework("xla") is Framework.XLA


def test_vocabulary_is_imported_without_pydantic() -> None:
    code = (
        "import sys, trainwreck.model.frameworks, trainwreck.snapshot.entry\n"
        "print([name for name in sys.modules if name.startswith(('pydantic', 'yaml'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
