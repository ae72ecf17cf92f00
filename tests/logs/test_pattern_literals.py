"""Lines that lack the fixed text of a pattern are told from the others without trying it."""

import re

import pytest

from trainwreck.logs import failure_rules, job_facts
from trainwreck.logs.pattern_literals import literals, required_texts, stays_in_line


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        (r".*\bdied with <(\w+)>", ["died with <"]),
        (r"(?:[Rr]ank|RANK) \d+", ["RANK ", "Rank ", "rank "]),
        (r"a+bc(?:def)?g", ["bc"]),
        (r"no (?P<what>door|window): \d", ["no door: ", "no window: "]),
        (r"\bp(?:ass|w(?:d)?)\b", ["pass", "pw"]),
        (r"(?<!\w)key(?= is)", ["key"]),
        (r"[a-z]+(?:out of|at) range", ["at range", "out of range"]),
        (r"(?:end|the end)", ["end"]),
    ],
)
def test_longest_fixed_text_is_found(pattern: str, found: list[str]) -> None:
    assert literals([re.compile(pattern)]) == found


@pytest.mark.parametrize("pattern", [r"\w+", r"a*", r"(?:a|\d)", r"(?:ab)?", r"[a-z]x?"])
def test_pattern_without_fixed_text_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="no fixed text"):
        literals([re.compile(pattern)])


def test_letters_of_either_size_are_no_fixed_text() -> None:
    with pytest.raises(ValueError, match="no fixed text"):
        literals([re.compile("rank", re.IGNORECASE)])


def test_required_text_of_a_pattern_that_ignores_case_is_in_lower_case() -> None:
    assert required_texts(re.compile("OutOf(?:Memory|Range)", re.IGNORECASE)) == {
        "outofmemory",
        "outofrange",
    }


@pytest.mark.parametrize(
    "pattern", [r"a[^\n]b", r"a.b\b", r"(?<![\w-])a(?=[^\r\n]*b)", r"[ \t]+a(?!\d)"]
)
def test_pattern_without_a_line_end_stays_in_its_line(pattern: str) -> None:
    assert stays_in_line(re.compile(pattern))


@pytest.mark.parametrize(
    "pattern",
    [
        r"a\nb",
        r"a[^b]c",
        r"a\s+b",
        r"a[\0-\x20]",
        r"a(?!\W)",
        r"a(?:b|[\r\n])",
        r"(?s)a.b",
        r"a$",
        r"^a",
        r"a[^\S]b",
    ],
)
def test_pattern_that_may_see_a_line_end_does_not(pattern: str) -> None:
    assert not stays_in_line(re.compile(pattern))


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
