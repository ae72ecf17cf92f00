"""Pickles are read without running them: only plain values come out of one."""

import contextlib
import os
import pickle
import pickletools
import struct
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trainwreck.flight_recorder.plain_pickle import DEEPEST, PickleError, load_plain

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(1 << 63), (1 << 63) - 1)
    | st.floats(allow_nan=False)
    | st.text()
)
PLAIN = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(st.text() | st.integers(-1000, 1000), inner)
    ),
    max_leaves=30,
)

PLAIN_OPERATIONS = {
    *("PROTO", "FRAME", "STOP", "MARK", "NONE", "NEWTRUE", "NEWFALSE"),
    *("BININT", "BININT1", "BININT2", "LONG1", "BINFLOAT"),
    *("BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8"),
    *("EMPTY_LIST", "LIST", "APPEND", "APPENDS"),
    *("EMPTY_DICT", "DICT", "SETITEM", "SETITEMS"),
    *("EMPTY_TUPLE", "TUPLE", "TUPLE1", "TUPLE2", "TUPLE3"),
    *("BINPUT", "LONG_BINPUT", "MEMOIZE", "BINGET", "LONG_BINGET"),
}


class Hostile:
    """Runs a command when a general unpickler reads it."""

    def __init__(self, function: Any, *arguments: Any) -> None:
        self._call = function, arguments

    def __reduce__(self) -> Any:
        return self._call


@given(PLAIN, st.integers(2, pickle.HIGHEST_PROTOCOL))
def test_plain_values_are_read_as_they_were_written(value: Any, protocol: int) -> None:
    assert load_plain(pickle.dumps(value, protocol=protocol)) == value


def test_values_that_occur_twice_are_the_same() -> None:
    shared = ["a"]
    first, second = load_plain(pickle.dumps([shared, shared], protocol=2))
    assert first == second == ["a"]


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize(
    "call",
    [(os.system, "touch owned"), (eval, "open('owned', 'w')"), (bytearray, 1 << 40)],
    ids=["command", "code", "memory"],
)
def test_pickle_that_calls_something_is_refused(
    call: Any, protocol: int, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    data = pickle.dumps({"entries": [Hostile(*call)]}, protocol=protocol)
    with pytest.raises(PickleError, match="plain data"):
        load_plain(data)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "code",
    [one for one in pickletools.opcodes if one.name not in PLAIN_OPERATIONS],
    ids=lambda one: one.name,
)
def test_no_operation_but_those_of_plain_data_is_known(code: pickletools.OpcodeInfo) -> None:
    operation = code.code.encode("latin-1")
    with pytest.raises(PickleError, match=f"operation {code.name}; only plain data"):
        load_plain(b"\x80\x02(}" + operation + b"os\nsystem\n" + bytes(8) + b".")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "ends early"),
        (b"\x80\x02}", "ends early"),
        (b"\x80\x02X\xff\xff\xff\xff.", "ends early"),
        (b"\x80\x04\x8d" + struct.pack("<Q", 1 << 62) + b".", "ends early"),
        (b"\x80\x02X\x02\x00\x00\x00\xc3\x28.", "UTF-8"),
        (b"\x80\x02.", "stack"),
        (b"\x80\x02a.", "stack"),
        (b"\x80\x02K\x01K\x02a.", "stack"),
        (b"\x80\x02(K\x01K\x02u.", "stack"),
        (b"\x80\x02}]K\x01s.", "key"),
        (b"\x80\x02}(K\x01u.", "pair"),
        (b"\x80\x02h\x07.", "memo"),
        (b"\x80\x02" + b"(" * (DEEPEST + 1) + b".", "deep"),
        (b"\x80\x09}.", "protocol"),
    ],
)
def test_damaged_pickle_is_refused_in_words(data: bytes, problem: str) -> None:
    with pytest.raises(PickleError, match=problem):
        load_plain(data)


def test_number_in_the_memo_costs_no_memory() -> None:
    assert load_plain(b"\x80\x02]r\xff\xff\xff\x7f.") == []


def test_list_within_list_within_list_does_no_harm() -> None:
    depth = 200_000
    inner = load_plain(b"\x80\x02" + b"]" * depth + b"a" * (depth - 1) + b".")
    assert isinstance(inner, list)


@given(st.binary(max_size=200).map(lambda rest: b"\x80\x02" + rest))
@example(b"\x80\x02(}}t.")
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(PickleError):
        load_plain(data)
