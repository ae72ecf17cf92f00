"""A reproduction is there with its fix or excused, and the evidence fits it."""

from pathlib import Path

import pytest

from tests.support.entries import VERIFIED, changed, make_catalog
from trainwreck.checks.checker import check_catalog

REPRODUCTION = """\
reproduction:
  error: |
    ```bash
    echo RuntimeError: wheel 1 came off at 2 km/h
    ```
  fix: |
    ```bash
    true
    ```
"""
REPRODUCTION_PROBLEMS = {
    "exempt and given": (
        ("  fix: |", "  exempt: site\n  because: No car.\n  fix: |"),
        "18: reproduction: is both exempt and given; delete exempt: and because:",
    ),
    "no fix": (
        ("  fix: |\n    ```bash\n    true\n    ```\n", ""),
        "18: reproduction: does not show both the error and the fix;"
        " give error: and fix:, or exempt: and because:",
    ),
    "two programs": (
        ("    true\n    ```\n", "    true\n    ```\n\n    ```python\n    x = 1\n    ```\n"),
        "23: reproduction.fix: contains 2 code fences of python or bash; keep the one to run",
    ),
    "no program": (
        ("```bash\n    true", "```text\n    true"),
        "23: reproduction.fix: contains 0 code fences of python or bash; keep the one to run",
    ),
    "unknown need": (
        ("  error: |", "  needs: [troch]\n  error: |"),
        '19: reproduction.needs.0: "troch" is not a valid need; did you mean "torch"',
    ),
}
EXEMPT = "reproduction:\n  exempt: {}\n  because: {}\n"


@pytest.mark.parametrize("name", REPRODUCTION_PROBLEMS)
def test_problem_of_a_reproduction_is_reported(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    replacement, expected = REPRODUCTION_PROBLEMS[name]
    text = changed((VERIFIED, REPRODUCTION + VERIFIED), replacement)
    root = make_catalog(tmp_path, {"numerics/wheel": text})
    (one,) = check_catalog(root).problems
    assert str(one).startswith(f"errors/numerics/wheel.yml:{expected}")


@pytest.mark.parametrize(
    ("reproduction", "evidence", "problem"),
    [
        (EXEMPT.format("site", "No car."), "measured", "is called measured, but the error was not"),
        ("reproduction:\n  exempt: site\n", "reported", "does not say why it is exempt"),
        ("reproduction:\n  because: No car.\n", "reported", "gives a reason but no exemption"),
        ("", "reproduced", "cannot be written by hand"),
        (EXEMPT.format("site", "No car."), "reported", None),
        (EXEMPT.format("nothing-to-raise", "No car."), "measured", None),
    ],
)
def test_evidence_must_fit_the_reproduction(
    reproduction: str, evidence: str, problem: str | None, tmp_path: Path
) -> None:
    verified = VERIFIED.replace("measured", evidence)
    text = changed((VERIFIED, reproduction + verified))
    found = check_catalog(make_catalog(tmp_path, {"numerics/wheel": text})).problems
    assert [one.message[: len(problem or "")] for one in found] == ([problem] if problem else [])
