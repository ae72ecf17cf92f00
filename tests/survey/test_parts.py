"""The finished rows of a survey."""

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from trainwreck.survey.errors import InputError, OutputError
from trainwreck.survey.inputs import LogFile
from trainwreck.survey.parts import Parts, unwritable
from trainwreck.survey.rows import SCHEMA, unreadable

A, B, C = (LogFile(f"/logs/{name}.out", 10, 1_700_000_000) for name in "abc")


def rows(*logs: LogFile) -> list[dict[str, Any]]:
    return [unreadable(log, None, "is not here") for log in logs]


def paths(parts: Parts) -> list[str]:
    return [row["path"] for row in parts.rows()]


def test_finished_logs_are_not_read_again(tmp_path: Path) -> None:
    Parts(tmp_path, "digest").add(rows(A, B))
    again = Parts(tmp_path, "digest")
    assert again.remaining([A, B, C]) == [C]
    again.add(rows(C))
    assert paths(again) == [A.path, B.path, C.path]


def test_log_that_changed_is_read_again_and_its_row_dropped(tmp_path: Path) -> None:
    parts = Parts(tmp_path, "digest")
    parts.add(rows(A, B))
    longer = LogFile(B.path, 11, B.modified)
    assert parts.remaining([A, longer]) == [longer]
    assert paths(parts) == [A.path]


def test_log_that_is_no_longer_named_has_no_row(tmp_path: Path) -> None:
    parts = Parts(tmp_path, "digest")
    parts.add(rows(A, B))
    assert parts.remaining([B]) == []
    assert paths(parts) == [B.path]


def test_log_without_a_known_time_is_finished_too(tmp_path: Path) -> None:
    parts, log = Parts(tmp_path, "digest"), LogFile("s3://logs/a.out")
    parts.add(rows(log))
    assert parts.remaining([log]) == []


def test_log_of_two_parts_has_one_row(tmp_path: Path) -> None:
    parts = Parts(tmp_path, "digest")
    parts.add(rows(A))
    parts.add(rows(A, B))
    assert parts.remaining([A, B]) == []
    assert paths(parts) == [A.path, B.path]


def test_damaged_part_is_read_again(tmp_path: Path) -> None:
    parts = Parts(tmp_path, "digest")
    parts.add(rows(A))
    (file,) = (tmp_path / "parts").glob("*.parquet")
    file.write_bytes(file.read_bytes()[:-20])
    again = Parts(tmp_path, "digest")
    assert again.remaining([A]) == [A]
    again.add(rows(A))
    assert paths(again) == [A.path]


def test_leftover_of_a_killed_run_is_deleted(tmp_path: Path) -> None:
    Parts(tmp_path, "digest")
    leftover = tmp_path / "parts" / ".part-00000.parquet.x1"
    leftover.write_bytes(b"PAR1")
    Parts(tmp_path, "digest")
    assert not leftover.exists()


def test_rows_of_another_catalog_are_refused_or_discarded(tmp_path: Path) -> None:
    Parts(tmp_path, "digest").add(rows(A))
    with pytest.raises(InputError, match="another catalog or version of trainwreck"):
        Parts(tmp_path, "other")
    assert Parts(tmp_path, "other", restart=True).remaining([A]) == [A]


def test_folder_with_anything_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("\\begin{document}")
    with pytest.raises(InputError, match="is not empty, and not the output of a survey"):
        Parts(tmp_path, "digest", restart=True)


def test_file_is_no_output_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    with pytest.raises(InputError, match="is not a folder"):
        Parts(tmp_path / "out", "digest")


def test_damaged_manifest_asks_for_a_restart(tmp_path: Path) -> None:
    Parts(tmp_path, "digest")
    (tmp_path / "survey.json").write_text("{")
    with pytest.raises(InputError, match="--restart"):
        Parts(tmp_path, "digest")


def test_full_disk_keeps_finished_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = Parts(tmp_path, "digest")
    parts.add(rows(A))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("trainwreck.survey.parts.write_whole", full)
    with pytest.raises(OutputError, match="No space left on device; free some space"):
        parts.add(rows(B))
    assert paths(parts) == [A.path]


def test_error_of_a_library_is_said_in_the_words_of_the_system() -> None:
    error = OSError(28, "Error writing bytes to file. Detail: [errno 28] No space left on device")
    assert str(unwritable(Path("out"), error)).startswith(
        "out: cannot be written: No space left on device; free some space"
    )


def test_every_column_is_described(tmp_path: Path) -> None:
    parts = Parts(tmp_path, "digest")
    parts.add(rows(A))
    (file,) = (tmp_path / "parts").glob("*.parquet")
    assert pq.read_schema(file).names == SCHEMA.names
    assert all(field.metadata[b"description"] for field in SCHEMA)
    assert json.loads((tmp_path / "survey.json").read_text())["catalog"] == "digest"
