"""A center's own notes on errors."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT
from trainwreck.catalog.store import load_snapshot
from trainwreck.model.problems import CatalogError
from trainwreck.notes.overlay import read_notes
from trainwreck.notes.site_notes import EntryNotes, SiteLink, SiteNotes

LOG = "RuntimeError: No HIP GPUs are available\n"
NOTES = """\
site: Example HPC
contact: support@example.org
entries:
  no-hip-gpus-available:
    limits: 8 GPUs per node
    steps:
      - Load the module rocm first.
    links:
      - title: GPU nodes
        url: https://docs.example.org/gpu
codes:
  errno EPROTO:
    limits: No such files on tape.
"""


def read(tmp_path: Path, text: str) -> SiteNotes:
    path = tmp_path / "notes.yml"
    path.write_text(text)
    return read_notes(path, load_snapshot(ROOT / "errors"))


def diagnose(tmp_path: Path, *options: str, notes: str = NOTES) -> subprocess.CompletedProcess[str]:
    (tmp_path / "notes.yml").write_text(notes)
    command = [sys.executable, "-m", "trainwreck", "diagnose", "--notes", "notes.yml", *options]
    return subprocess.run(
        command, cwd=tmp_path, input=LOG, capture_output=True, text=True, check=False
    )


def test_notes_are_read_with_the_contact_of_the_center(tmp_path: Path) -> None:
    notes = read(tmp_path, NOTES)
    assert notes.on("no-hip-gpus-available") == EntryNotes(
        limits="8 GPUs per node",
        steps=("Load the module rocm first.",),
        contact="support@example.org",
        links=(SiteLink("GPU nodes", "https://docs.example.org/gpu"),),
    )
    assert notes.on("nan-loss") is None
    assert notes.on(None) is None


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("site: Example HPC\n", "", "notes.yml:1: site: is missing; add it"),
        (
            "no-hip-gpus-available:",
            "no-hip-gpus-availble:",
            'notes.yml:4: entries.no-hip-gpus-availble: there is no such entry; did you mean "no-',
        ),
        ("limits:", "limit:", 'limit: is not a field of the notes; did you mean "limits"'),
        ("https://docs", "docs", "notes.yml:10: entries.no-hip-gpus-available.links.0.url: is not"),
        ("8 GPUs per node", "8", "limits: is not text; put it in quotes"),
        ("\n      - Load the module rocm first.", " Load it.", "steps: is not a list"),
        ("site: Example HPC", "site: [", "is not valid YAML"),
        ("errno EPROTO", "erno 71", "notes.yml:12: codes.erno 71: there is no such table of codes"),
        ("EPROTO", "EPROTOO", 'errno EPROTOO: errno has no such code; did you mean "EPROTO'),
    ],
)
def test_wrong_notes_are_reported_with_line_and_field(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    with pytest.raises(CatalogError) as raised:
        read(tmp_path, NOTES.replace(old, new))
    assert problem in str(raised.value)


def test_diagnosis_shows_the_notes(tmp_path: Path) -> None:
    text = diagnose(tmp_path).stdout
    assert "  At Example HPC:\n    Limits: 8 GPUs per node\n" in text
    assert "    GPU nodes: https://docs.example.org/gpu\n" in text


def test_diagnosis_as_json_has_the_notes(tmp_path: Path) -> None:
    (log,) = json.loads(diagnose(tmp_path, "--format", "json").stdout)
    added: dict[str, Any] = log["matches"][0]["site_notes"]
    assert (added["site"], added["contact"]) == ("Example HPC", "support@example.org")


def test_notes_on_codes_are_found_by_name_and_number(tmp_path: Path) -> None:
    expected = EntryNotes(limits="No such files on tape.", contact="support@example.org")
    for written in ("EPROTO", "71"):
        notes = read(tmp_path, NOTES.replace("EPROTO", written))
        assert notes.on_code("errno 71") == expected
    assert notes.on_code("errno 72") is None


def test_diagnosis_shows_the_notes_on_a_code(tmp_path: Path) -> None:
    (tmp_path / "job.log").write_text("libfoo: open failed with errno 71\n")
    text = diagnose(tmp_path, "job.log").stdout
    assert "      At Example HPC:\n        Limits: No such files on tape.\n" in text
    (log,) = json.loads(diagnose(tmp_path, "job.log", "--format", "json").stdout)
    assert log["codes"][0]["site_notes"]["limits"] == "No such files on tape."


def test_wrong_notes_end_a_diagnosis(tmp_path: Path) -> None:
    done = diagnose(tmp_path, notes="site: [")
    assert done.returncode == 2
    assert done.stderr.startswith("notes.yml:")
    assert "Traceback" not in done.stderr
