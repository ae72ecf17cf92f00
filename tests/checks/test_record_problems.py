"""A damaged record of a reproduction is named with its file, and ends no command."""

import json
from pathlib import Path

import pytest

from tests.support.command import trainwreck
from tests.support.entries import ENTRY, make_catalog

RECORD = {
    "date": "2026-11-21",
    "platform": "Linux",
    "device": "",
    "versions": {"python": "3.11.2"},
    "message": None,
    "template": None,
    "seconds": 1.5,
    "digest": "0123456789abcdef",
}
SOUND = json.dumps(RECORD, indent=2).encode()


def without(name: str) -> bytes:
    return json.dumps({key: value for key, value in RECORD.items() if key != name}).encode()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (SOUND.replace(b"Linux", b"Lin\xffux"), "byte 0xff in line 3 is not UTF-8"),
        (SOUND.decode().encode("utf-16"), "byte 0xff in line 1 is not UTF-8"),
        (SOUND[:-9], "is not valid JSON: "),
        (SOUND.replace(b"Linux", b"\x00"), "is not valid JSON: Invalid control character"),
        (b"[" * 100_000, "is not valid JSON: "),
        (b"[]", "is not an object"),
        (without("digest"), 'has no "digest"'),
        (SOUND.replace(b"1.5", b'"1.5"'), 'has a "seconds" of the wrong type'),
        (SOUND.replace(b"11-21", b"13-21"), 'has a "date" that is not a day'),
    ],
)
def test_damaged_record_is_named_with_its_file(
    content: bytes, problem: str, tmp_path: Path
) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / "wheel.json").write_bytes(content)
    checked = trainwreck("check", cwd=tmp_path)
    assert checked.returncode == 1
    assert checked.stdout.startswith(f"evidence/wheel.json:1: {problem}")
    assert checked.stdout.splitlines()[0].endswith("; delete it and run: make reproduce")
    shown = trainwreck("show", "wheel", "--catalog", str(root), cwd=tmp_path)
    assert (shown.returncode, shown.stderr) == (0, "")


def test_sound_record_is_no_problem(tmp_path: Path) -> None:
    make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / "wheel.json").write_bytes(SOUND)
    assert trainwreck("check", cwd=tmp_path).stdout == ""
