"""Reproductions are run, judged by the messages of the whole catalog, and put in the ledger."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.entries import ENTRY, changed, make_catalog
from tests.support.paths import ROOT
from trainwreck import Catalog, load
from trainwreck.catalog.evidence import NAME, read_ledger, write_ledger
from trainwreck.execution.environment import Machine, probe
from trainwreck.execution.reproduction import Reproducer, Result, Verdict
from trainwreck.model.vocabulary import Evidence, Need

RAISES = "raise RuntimeError('wheel 3 came off at 90 km/h')"
REPRODUCTION = f"""\
reproduction:
  error: |
    ```python
    >>> {RAISES}
    Traceback (most recent call last):
    ...
    RuntimeError: wheel 3 came off at 90 km/h
    ```
  fix: |
    ```bash
    echo 'all wheels are on'
    ```
verified:
"""
REPRODUCED = changed(("verified:\n", REPRODUCTION))
EXEMPT = changed(
    ("evidence: measured", "evidence: reported"),
    ("verified:\n", "reproduction:\n  exempt: site\n  because: It needs a car.\nverified:\n"),
)


def catalog_of(folder: Path, **entries: str) -> Catalog:
    named = {
        f"environment/{name}": text.replace("wheel 3", f"{name} 3")
        for name, text in entries.items()
    }
    return load(make_catalog(folder, named))


def run(catalog: Catalog, id_: str = "wheel", machine: Machine | None = None) -> Result:
    return Reproducer(catalog, machine or Machine({}, "3", "")).run(catalog.entries[id_])


def test_error_that_is_raised_and_cured_is_reproduced(tmp_path: Path) -> None:
    result = run(catalog_of(tmp_path, wheel=REPRODUCED))
    assert result.verdict is Verdict.REPRODUCED
    assert result.record
    assert result.record.message == "RuntimeError: wheel 3 came off at 90 km/h"
    assert result.record.template == "RuntimeError: wheel <*> came off at <*> km/h"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("wheel 3 came", "tyre 3 came", "error: none of the messages was printed"),
        ("RuntimeError: wheel 3", "RuntimeError: wheel 4", "error: printed something else"),
        ("echo 'all wheels are on'", "exit 3", "fix: ended with status 3"),
        ("all wheels are on", "RuntimeError: wheel 1 came off at 2 km/h", "fix: still prints"),
    ],
)
def test_what_is_no_proof_fails_with_the_reason(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    text = REPRODUCED.replace(old, new) if "tyre" in new else changed((old, new), entry=REPRODUCED)
    result = run(catalog_of(tmp_path, wheel=text))
    assert result.verdict is Verdict.FAILED
    assert result.reason.startswith(reason)


def test_message_that_is_another_entrys_fails(tmp_path: Path) -> None:
    other = changed(("wheel <*> came off at <*> km/h", "wheel <#> came off at <*> km/h"))
    general = changed(("wheel <*> came off at", "wheel <*> came"), entry=REPRODUCED)
    result = run(catalog_of(tmp_path, wheel=general, other=other))
    assert result.verdict is Verdict.FAILED
    assert "matches other first" in result.reason


def test_missing_need_is_named_with_the_remedy(tmp_path: Path) -> None:
    text = changed(("  error: |", "  needs: [torch, git]\n  error: |"), entry=REPRODUCED)
    machine = Machine({Need.GIT: "2.39"}, "3", "")
    result = run(catalog_of(tmp_path, wheel=text), machine=machine)
    assert (result.verdict, result.reason) == (
        Verdict.MISSING,
        "needs PyTorch: pip install torch",
    )


def test_exemption_is_told_with_its_reason(tmp_path: Path) -> None:
    result = run(catalog_of(tmp_path, wheel=EXEMPT))
    assert result.verdict is Verdict.EXEMPT
    assert result.reason == "Needs a certain cluster: It needs a car."


def test_ledger_keeps_what_still_holds_and_drops_the_rest(tmp_path: Path) -> None:
    catalog = catalog_of(tmp_path, wheel=REPRODUCED, axle=REPRODUCED)
    root = tmp_path / "errors"
    records = [run(catalog, id_).record for id_ in ("wheel", "axle")]
    write_ledger(root, catalog, [record for record in records if record])
    assert set(read_ledger(root)[0]) == {"axle", "wheel"}
    again = load(root)
    assert again.standing(again.entries["wheel"]) is Evidence.REPRODUCED
    (root / "environment" / "wheel.yml").write_text(
        changed(("wheels are", "are"), entry=REPRODUCED)
    )
    later = load(root)
    assert later.standing(later.entries["wheel"]) is Evidence.MEASURED
    write_ledger(root, later, [])
    assert set(read_ledger(root)[0]) == {"axle"}


def test_damaged_ledger_is_a_fault_with_its_line(tmp_path: Path) -> None:
    catalog = catalog_of(tmp_path, wheel=REPRODUCED)
    record = run(catalog).record
    assert record
    path = tmp_path / "errors" / NAME
    path.write_text(record.model_dump_json() + "\n{\n")
    records, (fault,) = read_ledger(tmp_path / "errors")
    assert set(records) == {"wheel"}
    assert fault.line == 2
    assert "is no record" in fault.problem


def test_probe_finds_what_is_here_and_not_what_is_not() -> None:
    machine = probe()
    assert machine.python == sys.version.split()[0]
    assert machine.missing([Need.CUDA]) == [Need.CUDA]
    assert (Need.GIT in machine.versions) == bool(shutil.which("git"))


def command(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-m", "trainwreck", "reproduce", "--catalog", str(root)]
    return subprocess.run([*program, *arguments], capture_output=True, text=True, check=False)


def test_command_shows_one_in_full_and_records_all(tmp_path: Path) -> None:
    catalog_of(tmp_path, wheel=REPRODUCED, axle=EXEMPT)
    root = tmp_path / "errors"
    one = command(root, "wheel")
    assert one.returncode == 0
    assert "    all wheels are on" in one.stdout
    assert one.stdout.splitlines()[-1].startswith("wheel: reproduced in ")
    both = command(root, "--record")
    assert both.returncode == 0
    assert both.stdout.splitlines()[0] == "axle: exempt: Needs a certain cluster: It needs a car."
    assert both.stderr == "1 reproduced, 1 exempt\n"
    (line,) = (root / NAME).read_text().splitlines()
    assert json.loads(line)["device"] == "CPU"


def test_records_that_hold_still_are_left_alone_where_only_missing_ones_are_wanted(
    tmp_path: Path,
) -> None:
    catalog_of(tmp_path, wheel=REPRODUCED)
    ledger = tmp_path / "errors" / NAME
    command(ledger.parent, "--record")
    kept = ledger.read_text().replace('"device":"CPU"', '"device":"abacus"')
    ledger.write_text(kept)
    catalog_of(tmp_path, wheel=REPRODUCED, axle=REPRODUCED.replace("the wheel", "the axle"))
    command(ledger.parent, "--record=missing")
    lines = ledger.read_text().splitlines()
    assert f"{lines[1]}\n" == kept
    assert json.loads(lines[0])["id"] == "axle"
    command(ledger.parent, "wheel", "--record")
    assert "abacus" not in ledger.read_text()


def test_command_ends_with_the_status_that_its_help_tells(tmp_path: Path) -> None:
    needy = changed(("  error: |", "  needs: [cuda]\n  error: |"), entry=REPRODUCED)
    light = changed(("  error: |", "  needs: [torch-xla]\n  error: |"), entry=REPRODUCED)
    catalog_of(tmp_path, failing=REPRODUCED.replace("wheel 3", "tyre 3"), gpu=needy, xla=light)
    catalog_of(tmp_path, unwritten=ENTRY)
    root = tmp_path / "errors"
    assert command(root, "failing").returncode == 1
    assert command(root, "unwritten").returncode == 1
    assert command(root, "gpu").returncode == 2
    assert command(root, "--gpu").returncode == 2
    assert command(root, "no-such-entry").returncode == 2
    for name in ("failing", "unwritten"):
        (root / "environment" / f"{name}.yml").unlink()
    assert command(root).returncode == 0
    assert command(root, "--strict").returncode == 2


def checked(project: Path) -> str:
    """Run the tests of a small project's entries and pages with the repository's own collector."""
    shutil.copy(ROOT / "conftest.py", project)
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "errors", "docs"],
        cwd=project,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode in (0, 1), found.stdout + found.stderr
    return found.stdout if found.returncode else ""


def recorded(folder: Path, text: str) -> Path:
    catalog = catalog_of(folder, wheel=text)
    record = run(catalog).record
    write_ledger(folder / "errors", catalog, [record] if record else [])
    return folder / "errors" / "environment" / "wheel.yml"


def test_sound_entry_passes(tmp_path: Path) -> None:
    recorded(tmp_path, REPRODUCED)
    assert checked(tmp_path) == ""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "wheel <*> came off at <*> km/h",
            "wheel <*> rolled away at <*> km/h",
            "errors/environment/wheel.yml:18: reproduction: error: none of the messages",
        ),
        (
            "echo 'all wheels are on'",
            "echo 'all wheels",
            "errors/environment/wheel.yml:28: SC1073",
        ),
        (
            "all wheels are on",
            "every wheel is on",
            "errors/environment/wheel.yml:18: reproduction: was changed after it was last run",
        ),
        (
            "Look at the axle; a wheel that came off is not on it any more.",
            "|\n  Look at the axle:\n\n  ```bash not-run: cluster\n  ls\n  ```",
            'errors/environment/wheel.yml:15: is marked "cluster", which does not hold',
        ),
        (
            "Look at the axle; a wheel that came off is not on it any more.",
            "|\n  Look at the axle:\n\n  ```bash not-run: project\n  true\n  ```",
            'errors/environment/wheel.yml:15: is marked "not-run: project", but it runs',
        ),
        (
            "Look at the axle; a wheel that came off is not on it any more.",
            "|\n  Look at the axle, all of them:\n\n  ```python\n  >>> 1 + 1\n  3\n  ```",
            "errors/environment/wheel.yml:15: ended with status 1",
        ),
    ],
)
def test_what_is_broken_is_named_with_file_and_line(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    path = recorded(tmp_path, REPRODUCED)
    path.write_text(changed((old, new), entry=REPRODUCED))
    assert message in checked(tmp_path)
