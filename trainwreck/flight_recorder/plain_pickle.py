"""Reads the plain values of a pickle without running it.

A pickle is a program: a general unpickler imports and calls what it names. This reader knows only
the operations that build numbers, text, lists, tuples and dictionaries, and refuses all others, so
that a file of unknown origin can neither run anything nor claim more memory than its size warrants.

Source: the opcodes as CPython's ``Lib/pickletools.py`` describes them.
"""

import struct
from collections.abc import Callable
from typing import Any

DEEPEST = 64
"""Marks that may be open at a time."""
MOST_OPERATIONS = 8_000_000
"""A dump with 20,000 calls takes about half as many."""
_NEWEST_PROTOCOL = 5
_LONGEST_INTEGER = 16
_MEMO = "refers to a value that is not in the memo"
_STACK = "takes more from its stack than is there"


class PickleError(ValueError):
    """A pickle is damaged, too large, or contains more than plain data."""


def load_plain(data: bytes) -> Any:
    """Return the value that the pickle ``data`` describes.

    It consists of None, bool, int, float, str, list, tuple, and dict with keys of str and int.

    Raises:
        PickleError: if it contains anything else, is damaged, or takes too many operations.

    """
    machine = _Machine(data)
    for _ in range(MOST_OPERATIONS):
        code = machine.byte()
        if code == _STOP:
            return machine.pop()
        operation = _OPERATIONS.get(code)
        if operation is None:
            raise PickleError(_unknown(code))
        operation(machine)
    raise PickleError(f"takes more than {MOST_OPERATIONS:,} operations")


class _Machine:
    """The stack and the memo that the operations of a pickle work on."""

    __slots__ = ("_at", "_data", "marks", "memo", "stack")

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0
        self.stack: list[Any] = []
        self.marks: list[list[Any]] = []
        self.memo: dict[int, Any] = {}

    def byte(self) -> int:
        at = self._at
        if at >= len(self._data):
            raise PickleError("ends early")
        self._at = at + 1
        return self._data[at]

    def take(self, size: int) -> bytes:
        end = self._at + size
        if end > len(self._data):
            raise PickleError("ends early")
        taken = self._data[self._at : end]
        self._at = end
        return taken

    def number(self, form: struct.Struct) -> Any:
        return form.unpack(self.take(form.size))[0]

    def push(self, value: Any) -> None:
        self.stack.append(value)

    def pop(self) -> Any:
        if not self.stack:
            raise PickleError(_STACK)
        return self.stack.pop()

    def top(self, kind: type) -> Any:
        if not self.stack or type(self.stack[-1]) is not kind:
            raise PickleError(_STACK)
        return self.stack[-1]

    def mark(self) -> None:
        if len(self.marks) >= DEEPEST:
            raise PickleError(f"is nested more than {DEEPEST} deep")
        self.marks.append(self.stack)
        self.stack = []

    def since_mark(self) -> list[Any]:
        if not self.marks:
            raise PickleError(_STACK)
        items, self.stack = self.stack, self.marks.pop()
        return items

    def put(self, index: int) -> None:
        if not self.stack:
            raise PickleError(_STACK)
        self.memo[index] = self.stack[-1]

    def get(self, index: int) -> None:
        if index not in self.memo:
            raise PickleError(_MEMO)
        self.stack.append(self.memo[index])


def _protocol(machine: _Machine) -> None:
    version = machine.byte()
    if version > _NEWEST_PROTOCOL:
        raise PickleError(f"is of protocol {version}, which is not known")


def _text(size: struct.Struct) -> Callable[[_Machine], None]:
    def operation(machine: _Machine) -> None:
        taken = machine.take(machine.number(size))
        try:
            machine.push(taken.decode("utf-8", "surrogatepass"))
        except UnicodeDecodeError:
            raise PickleError("contains text that is not UTF-8") from None

    return operation


def _number(form: struct.Struct) -> Callable[[_Machine], None]:
    return lambda machine: machine.push(machine.number(form))


def _long(machine: _Machine) -> None:
    size = machine.byte()
    if size > _LONGEST_INTEGER:
        raise PickleError(f"contains an integer of {size} bytes")
    machine.push(int.from_bytes(machine.take(size), "little", signed=True))


def _constant(value: Any) -> Callable[[_Machine], None]:
    return lambda machine: machine.push(value)


def _empty(kind: type) -> Callable[[_Machine], None]:
    return lambda machine: machine.push(kind())


def _append(machine: _Machine) -> None:
    item = machine.pop()
    machine.top(list).append(item)


def _appends(machine: _Machine) -> None:
    items = machine.since_mark()
    machine.top(list).extend(items)


def _set_item(machine: _Machine) -> None:
    value, key = machine.pop(), machine.pop()
    _fill(machine.top(dict), [key, value])


def _set_items(machine: _Machine) -> None:
    items = machine.since_mark()
    _fill(machine.top(dict), items)


def _dict(machine: _Machine) -> None:
    made: dict[Any, Any] = {}
    _fill(made, machine.since_mark())
    machine.push(made)


def _fill(target: dict[Any, Any], items: list[Any]) -> None:
    if len(items) % 2:
        raise PickleError("contains half a pair of a dictionary")
    for key, value in zip(items[::2], items[1::2], strict=True):
        if type(key) not in (str, int):
            raise PickleError("contains a key that is neither text nor an integer")
        target[key] = value


def _tuple_of(number: int) -> Callable[[_Machine], None]:
    def operation(machine: _Machine) -> None:
        machine.push(tuple([machine.pop() for _ in range(number)][::-1]))

    return operation


_UINT2, _UINT4, _UINT8 = struct.Struct("<H"), struct.Struct("<I"), struct.Struct("<Q")
_BYTE, _INT4, _FLOAT = struct.Struct("<B"), struct.Struct("<i"), struct.Struct(">d")
_STOP = ord(".")
_OPERATIONS: dict[int, Callable[[_Machine], None]] = {
    0x80: _protocol,
    0x95: lambda machine: machine.number(_UINT8),  # a frame: only says how much to read at once
    ord("("): _Machine.mark,
    ord("N"): _constant(None),
    0x88: _constant(True),  # noqa: FBT003
    0x89: _constant(False),  # noqa: FBT003
    ord("J"): _number(_INT4),
    ord("K"): _number(_BYTE),
    ord("M"): _number(_UINT2),
    ord("G"): _number(_FLOAT),
    0x8A: _long,
    ord("X"): _text(_UINT4),
    0x8C: _text(_BYTE),
    0x8D: _text(_UINT8),
    ord("}"): _empty(dict),
    ord("]"): _empty(list),
    ord(")"): _constant(()),
    ord("l"): lambda machine: machine.push(machine.since_mark()),
    ord("t"): lambda machine: machine.push(tuple(machine.since_mark())),
    0x85: _tuple_of(1),
    0x86: _tuple_of(2),
    0x87: _tuple_of(3),
    ord("d"): _dict,
    ord("a"): _append,
    ord("e"): _appends,
    ord("s"): _set_item,
    ord("u"): _set_items,
    ord("q"): lambda machine: machine.put(machine.byte()),
    ord("r"): lambda machine: machine.put(machine.number(_UINT4)),
    0x94: lambda machine: machine.put(len(machine.memo)),
    ord("h"): lambda machine: machine.get(machine.byte()),
    ord("j"): lambda machine: machine.get(machine.number(_UINT4)),
}


def _unknown(code: int) -> str:
    import pickletools  # noqa: PLC0415  only names what is refused

    names = {one.code: one.name for one in pickletools.opcodes}
    name = names.get(chr(code), f"{code:#04x}")
    return f"contains the operation {name}; only plain data is read, and nothing is run"
