"""Reproductions are run, judged by the messages of the whole catalog, and recorded."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.entries import ENTRY, changed, make_catalog
from tests.support.paths import ROOT
from trainwreck import load
from trainwreck.catalog.evidence import read_records, write_record
from trainwreck.catalog.store import load_snapshot
from trainwreck.execution.environment import Machine, probe
from trainwreck.execution.reproduction import Reproducer, Result, Verdict
from trainwreck.model.vocabulary import Evidence, Need
from trainwreck.snapshot.catalog import Snapshot

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


def catalog_of(folder: Path, **entries: str) -> Snapshot:
    named = {
        f"environment/{name}": text.replace("wheel 3", f"{name} 3")
        for name, text in entries.items()
    }
    return load_snapshot(make_catalog(folder, named))


def run(catalog: Snapshot, id_: str = "wheel", machine: Machine | None = None) -> Result:
    return Reproducer(catalog, machine or Machine({}, "3", "")).run(catalog[id_])


def test_error_that_is_raised_and_fixed_is_reproduced(tmp_path: Path) -> None:
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
    assert result.reason == "It needs a car."


def test_record_holds_as_long_as_the_reproduction_does(tmp_path: Path) -> None:
    catalog = catalog_of(tmp_path, wheel=REPRODUCED, axle=REPRODUCED)
    root = tmp_path / "errors"
    for id_ in ("wheel", "axle"):
        record = run(catalog, id_).record
        assert record
        assert write_record(root, record) == tmp_path / "evidence" / f"{id_}.json"
    assert set(read_records(root)) == {"axle", "wheel"}
    assert load(root)["wheel"].evidence is Evidence.REPRODUCED
    (root / "environment" / "wheel.yml").write_text(
        changed(("wheels are", "are"), entry=REPRODUCED)
    )
    later = load(root)
    assert (later["wheel"].evidence, later["wheel"].proof) == (Evidence.MEASURED, None)
    assert later["axle"].evidence is Evidence.REPRODUCED


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
    assert both.stdout.splitlines()[0] == "axle: exempt: It needs a car."
    assert both.stderr == "1 reproduced, 1 exempt\n"
    (file,) = (tmp_path / "evidence").iterdir()
    assert file.name == "wheel.json"
    text = file.read_text()
    record = json.loads(text)
    assert record["device"] == "CPU"
    assert text == json.dumps(record, indent=2, sort_keys=True) + "\n"


def test_records_that_hold_still_are_left_alone_where_only_missing_ones_are_wanted(
    tmp_path: Path,
) -> None:
    catalog_of(tmp_path, wheel=REPRODUCED)
    root, file = tmp_path / "errors", tmp_path / "evidence" / "wheel.json"
    command(root, "--record")
    kept = file.read_text().replace('"device": "CPU"', '"device": "abacus"')
    file.write_text(kept)
    catalog_of(tmp_path, wheel=REPRODUCED, axle=REPRODUCED.replace("the wheel", "the axle"))
    command(root, "--record=missing")
    assert file.read_text() == kept
    assert file.with_name("axle.json").exists()
    command(root, "wheel", "--record")
    assert "abacus" not in file.read_text()


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
    if record:
        write_record(folder / "errors", record)
    return folder / "errors" / "environment" / "wheel.yml"


def test_valid_entry_passes(tmp_path: Path) -> None:
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
