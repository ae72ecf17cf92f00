"""A reproduction is there with its fix or excused, and the evidence fits it."""

from pathlib import Path

import pytest
from trainwreck.catalog.loader import inspect

from tests.support.entries import VERIFIED, changed, make_catalog

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
REPRODUCTION_FAULTS = {
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
        "23: reproduction.fix: holds 2 code fences of python or bash;"
        " write the one that is to be run",
    ),
    "no program": (
        ("```bash\n    true", "```text\n    true"),
        "23: reproduction.fix: holds 0 code fences of python or bash;"
        " write the one that is to be run",
    ),
    "unknown need": (
        ("  error: |", "  needs: [troch]\n  error: |"),
        '19: reproduction.needs.0: "troch" is no need; did you mean "torch"',
    ),
}
EXEMPT = "reproduction:\n  exempt: {}\n  because: {}\n"


@pytest.mark.parametrize("name", REPRODUCTION_FAULTS)
def test_fault_of_a_reproduction_is_reported(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    replacement, expected = REPRODUCTION_FAULTS[name]
    text = changed((VERIFIED, REPRODUCTION + VERIFIED), replacement)
    root = make_catalog(tmp_path, {"numerics/wheel": text})
    (fault,) = inspect(root)[1]
    assert str(fault).startswith(f"errors/numerics/wheel.yml:{expected}")


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
    faults = inspect(make_catalog(tmp_path, {"numerics/wheel": text}))[1]
    assert [fault.problem[: len(problem or "")] for fault in faults] == (
        [problem] if problem else []
    )
