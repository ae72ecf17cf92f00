"""Lines that lack the fixed text of a pattern are told from the others without trying it."""

import re

import pytest

from trainwreck.logs import failure_rules, job_facts
from trainwreck.logs.pattern_literals import literals


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        (r".*\bdied with <(\w+)>", ["died with <"]),
        (r"(?:[Rr]ank|RANK) \d+", ["RANK", "ank"]),
        (r"a+bc(?:def)?g", ["bc"]),
        (r"no (?P<what>door|window): \d", ["door", "window"]),
    ],
)
def test_longest_fixed_text_is_found(pattern: str, found: list[str]) -> None:
    assert literals([re.compile(pattern)]) == found


@pytest.mark.parametrize("pattern", [r"\w+", r"a*", r"(?:a|\d)"])
def test_pattern_without_fixed_text_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="no fixed text"):
        literals([re.compile(pattern)])


def test_letters_of_either_size_are_no_fixed_text() -> None:
    with pytest.raises(ValueError, match="no fixed text"):
        literals([re.compile("rank", re.IGNORECASE)])


def test_what_the_rules_find_contains_their_fixed_text() -> None:
    said = [
        "Sending process 7 closing signal SIGTERM",
        "Unable to shutdown process 7 via 15, forcefully exiting via 9",
        "x: line 12: 4711 Aborted",
        "world_size=8",
        "rank 3 of 8",
    ]
    patterns = [
        failure_rules.FAILURE_RULES.forced,
        *(rule for rule in failure_rules.REPORTS if rule.pattern.startswith(".*")),
        *job_facts.WORLD_SIZES,
    ]
    texts = literals(patterns)
    for line in said:
        assert any(pattern.search(line) for pattern in patterns), line
        assert any(text in line for text in texts), line
