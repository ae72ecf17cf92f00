"""Dumps of the flight recorder: found by their content, read or refused in words."""

import json
import os
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.flight_dumps import RECORDED, dump, entry, write_dumps
from trainwreck.flight_recorder import dump as module
from trainwreck.flight_recorder.dump import DumpError, read_dump
from trainwreck.logs import dump_files
from trainwreck.logs.dump_files import begins_like_a_dump

FRAMES = [
    {"name": "all_reduce", "filename": "/venv/site-packages/torch/distributed/c10d.py", "line": 9},
    {"name": "step", "filename": "/scratch/project/train.py", "line": 88},
    {"name": "<module>", "filename": "/scratch/project/train.py", "line": 120},
]


def written(folder: Path, name: str, content: Any) -> Path:
    path = folder / name
    is_json = name.endswith(".json")
    path.write_bytes(json.dumps(content).encode() if is_json else pickle.dumps(content, 2))
    return path


@pytest.mark.parametrize("path", sorted(RECORDED.rglob("*[0-9]*")), ids=lambda path: path.name)
def test_recorded_dump_is_found_and_read(path: Path) -> None:
    if path.is_dir():
        return
    assert begins_like_a_dump(path)
    read = read_dump(path)
    assert read.rank == int(path.stem[-1])
    assert read.calls[0].operation == "all_reduce"
    assert read.calls[0].input_sizes == ((8,),)
    assert read.calls[0].input_dtypes == ("Float",)
    assert read.calls[0].group == ("0", "default_pg")


@pytest.mark.parametrize("name", ["rank_3", "rank_3.json"])
def test_both_forms_say_the_same(tmp_path: Path, name: str) -> None:
    content = dump(entry(7, "broadcast", sizes=[[4, 2], [3]], frames=FRAMES), ranks=[0, 3])
    read = read_dump(written(tmp_path, name, content))
    (call,) = read.calls
    assert (call.sequence, call.operation, call.group) == (7, "broadcast", ("0", "default_pg"))
    assert call.input_sizes == ((4, 2), (3,))
    assert call.place == "/scratch/project/train.py:88, in step"
    assert read.members == {"0": frozenset({0, 3})}


def test_code_of_the_program_is_named_even_if_it_is_all_in_libraries(tmp_path: Path) -> None:
    content = dump(entry(1, frames=FRAMES[:1]))
    (call,) = read_dump(written(tmp_path, "rank_0", content)).calls
    assert call.place == "/venv/site-packages/torch/distributed/c10d.py:9, in all_reduce"


@pytest.mark.parametrize(
    ("name", "rank"),
    [
        ("nccl_trace_rank_12", 12),
        ("comm_lib_trace_rank_0", 0),
        ("fr-job-4711-rank3-20261122.pkl", 3),
        ("dump.5.pickle", 5),
        ("rank_2/dump", 2),
    ],
)
def test_rank_is_read_from_the_name(tmp_path: Path, name: str, rank: int) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    assert read_dump(written(tmp_path, name, dump(entry(1)))).rank == rank


def test_rank_in_the_dump_counts_more_than_its_name(tmp_path: Path) -> None:
    path = written(tmp_path, "copy-1", dump(entry(1)) | {"rank": 6})
    assert read_dump(path).rank == 6


def test_dump_without_a_rank_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "flight"
    folder.mkdir()
    with pytest.raises(DumpError, match="rename it to rank_<number>"):
        read_dump(written(folder, "dump", dump(entry(1))))


def test_number_that_is_no_rank_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DumpError, match="20261122 is not a rank; rename it to rank_<number>"):
        read_dump(written(tmp_path, "trace-20261122.pkl", dump(entry(1))))


def test_file_that_vanishes_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(DumpError, match="rank_0: cannot be read: No such file"):
        read_dump(tmp_path / "rank_0")


def test_point_to_point_calls_are_left_out(tmp_path: Path) -> None:
    sent = entry(0, "send 0->1") | {"is_p2p": True}
    read = read_dump(written(tmp_path, "rank_0", dump(sent, entry(1))))
    assert [call.operation for call in read.calls] == ["all_reduce"]


def test_fields_of_older_versions_are_read(tmp_path: Path) -> None:
    old = entry(4)
    del old["process_group"], old["collective_seq_id"], old["is_p2p"]
    content = dump(old | {"pg_name": "2", "seq_id": 4})
    (call,) = read_dump(written(tmp_path, "rank_0", content)).calls
    assert (call.group, call.sequence) == (("2", ""), 4)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"collective_seq_id": "7"}, r"entries\[1\].collective_seq_id is not a whole number"),
        ({"profiling_name": None}, r"entries\[1\].profiling_name is not text"),
        ({"input_sizes": [[1, "x"]]}, r"entries\[1\].input_sizes is not a list of sizes"),
        ({"input_sizes": 7}, r"entries\[1\].input_sizes is not a list of sizes"),
        ({"output_dtypes": [1]}, r"entries\[1\].output_dtypes is not a list of texts"),
        ({"process_group": [["0"], 1]}, r"entries\[1\].process_group is not a pair of texts"),
    ],
)
@pytest.mark.parametrize("name", ["rank_0", "rank_0.json"])
def test_field_of_a_wrong_type_is_named(
    tmp_path: Path, name: str, change: dict[str, Any], problem: str
) -> None:
    path = written(tmp_path, name, dump(entry(1), entry(2) | change))
    with pytest.raises(DumpError, match=problem) as caught:
        read_dump(path)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"[" * 100_000, "nested too deep"),
        (b'{"pg_config": ', "not valid JSON"),
        (b'{"pg_config": "\xff"}', "not valid JSON"),
        (b"[1, 2]", "no list of entries"),
        (b'{"pg_config": {}, "entries": 3}', "no list of entries"),
        (b'{"pg_config": {}, "entries": [3]}', r"entries\[0\] is not a dictionary"),
        (b'{"entries": [{"record_id": ' + b"9" * 5000 + b"}]}", "not valid JSON"),
        (b"\x80\x02cos\nsystem\n", "only plain data"),
    ],
)
def test_damaged_dump_is_refused_in_words(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "rank_0"
    path.write_bytes(content)
    with pytest.raises(DumpError, match=problem):
        read_dump(path)


def test_dump_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LARGEST", 100)
    with pytest.raises(DumpError, match="larger than 100 bytes"):
        read_dump(written(tmp_path, "rank_0", dump(entry(1))))


@pytest.mark.parametrize("field", ["state", "pg_name", "profiling_name", "frames", "ranks"])
def test_value_that_grows_without_bound_when_written_out_does_no_harm(
    tmp_path: Path, field: str
) -> None:
    doubled: list[Any] = ["x"]
    for _ in range(60):
        doubled = [doubled, doubled]
    fields: dict[str, Any] = entry(1) | {field: doubled}
    if field == "pg_name":
        del fields["process_group"]
    if field == "frames":
        fields["frames"] = [{"filename": "train.py", "line": doubled, "name": doubled}]
    content = dump(fields) | {"pg_config": {"0": {"ranks": doubled}}}
    try:
        read = read_dump(written(tmp_path, "rank_0", content))
    except DumpError as error:
        assert len(str(error)) < 300  # noqa: PT017  either will do
    else:
        assert read.members == {}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(sorted(entry(1))), JSON), JSON)
def test_any_values_are_read_or_refused(tmp_path: Path, change: Any, config: Any) -> None:
    path = written(tmp_path, "rank_0.json", dump(entry(1) | change) | {"pg_config": config})
    try:
        read = read_dump(path)
    except DumpError as error:
        assert str(path) in str(error)  # noqa: PT017  either will do
    else:
        assert len(read.calls) <= 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"epoch 1\n",
        b'{"loss": 1.0, "entries": 3}\n',
        b'{"message": "collective"}',
        pickle.dumps({"weights": [1.0]}),
        b"PK\x03\x04pg_config",
    ],
)
def test_other_files_are_no_dumps(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "rank_0"
    path.write_bytes(content)
    assert not begins_like_a_dump(path)


def test_pipe_is_no_dump(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "rank_0")
    assert not begins_like_a_dump(tmp_path / "rank_0")
    assert not begins_like_a_dump(tmp_path)
    assert not begins_like_a_dump(tmp_path / "missing")


def test_dumps_are_found_in_a_folder_of_many_logs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        (tmp_path / f"job-{number}.out").write_text("epoch 1\n")
    dumps = write_dumps(tmp_path, {rank: dump(entry(1)) for rank in range(3)})
    monkeypatch.setattr(dump_files, "MOST_LOOKED_AT", 5)
    assert dump_files.dumps_in(tmp_path) == tuple(dumps)
    assert dump_files.dumps_in(tmp_path / "missing") == ()
