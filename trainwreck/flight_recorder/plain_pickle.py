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


class PickleError(ValueError):
    """A pickle is damaged, too large, or contains more than plain data."""


def load_plain(data: bytes) -> Any:
    """Return the value that the pickle ``data`` describes.

    It consists of None, bool, int, float, str, list, tuple, and dict with keys of str and int.

    Raises:
        PickleError: if it contains anything else, is damaged, or takes too many operations.

    """
    machine = _Machine(data)
    try:
        for _ in range(MOST_OPERATIONS):
            code = data[machine.at]
            machine.at += 1
            if code == _STOP:
                return machine.stack.pop()
            _OPERATIONS[code](machine)
    except (IndexError, struct.error):
        raise PickleError("ends early, or takes more from its stack than is there") from None
    except KeyError:
        raise PickleError("refers to a value that is not in its memo") from None
    raise PickleError(f"takes more than {MOST_OPERATIONS:,} operations")


class _Machine:
    """The stack and the memo that the operations of a pickle work on."""

    __slots__ = ("at", "data", "marks", "memo", "stack")

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0
        self.stack: list[Any] = []
        self.marks: list[list[Any]] = []
        self.memo: dict[int, Any] = {}

    def take(self, size: int) -> bytes:
        end = self.at + size
        if end > len(self.data):
            raise IndexError
        taken = self.data[self.at : end]
        self.at = end
        return taken

    def number(self, form: struct.Struct) -> Any:
        (value,) = form.unpack_from(self.data, self.at)
        self.at += form.size
        return value

    def since_mark(self) -> list[Any]:
        items, self.stack = self.stack, self.marks.pop()
        return items

    def top(self, kind: type) -> Any:
        top = self.stack[-1]
        if type(top) is not kind:
            raise PickleError(f"adds to what is not a {kind.__name__} on its stack")
        return top


def _protocol(machine: _Machine) -> None:
    version = machine.number(_BYTE)
    if version > _NEWEST_PROTOCOL:
        raise PickleError(f"is of protocol {version}, which is not known")


def _frame(machine: _Machine) -> None:
    machine.at += _UINT8.size  # only says how much to read at once


def _mark(machine: _Machine) -> None:
    if len(machine.marks) >= DEEPEST:
        raise PickleError(f"is nested more than {DEEPEST} deep")
    machine.marks.append(machine.stack)
    machine.stack = []


def _text(size: struct.Struct) -> Callable[[_Machine], None]:
    def operation(machine: _Machine) -> None:
        taken = machine.take(machine.number(size))
        try:
            machine.stack.append(taken.decode("utf-8", "surrogatepass"))
        except UnicodeDecodeError:
            raise PickleError("contains text that is not UTF-8") from None

    return operation


def _number(form: struct.Struct) -> Callable[[_Machine], None]:
    return lambda machine: machine.stack.append(machine.number(form))


def _byte(machine: _Machine) -> None:
    machine.stack.append(machine.data[machine.at])
    machine.at += 1


def _long(machine: _Machine) -> None:
    size = machine.number(_BYTE)
    if size > _LONGEST_INTEGER:
        raise PickleError(f"contains an integer of {size} bytes")
    machine.stack.append(int.from_bytes(machine.take(size), "little", signed=True))


def _constant(value: Any) -> Callable[[_Machine], None]:
    return lambda machine: machine.stack.append(value)


def _empty(kind: type) -> Callable[[_Machine], None]:
    return lambda machine: machine.stack.append(kind())


def _append(machine: _Machine) -> None:
    item = machine.stack.pop()
    machine.top(list).append(item)


def _appends(machine: _Machine) -> None:
    items = machine.since_mark()
    machine.top(list).extend(items)


def _list(machine: _Machine) -> None:
    items = machine.since_mark()
    machine.stack.append(items)


def _set_item(machine: _Machine) -> None:
    value, key = machine.stack.pop(), machine.stack.pop()
    _fill(machine.top(dict), [key, value])


def _set_items(machine: _Machine) -> None:
    items = machine.since_mark()
    _fill(machine.top(dict), items)


def _dict(machine: _Machine) -> None:
    made: dict[Any, Any] = {}
    _fill(made, machine.since_mark())
    machine.stack.append(made)


def _fill(target: dict[Any, Any], items: list[Any]) -> None:
    if len(items) % 2:
        raise PickleError("contains half a pair of a dictionary")
    for key, value in zip(items[::2], items[1::2], strict=True):
        if type(key) is not str and type(key) is not int:
            raise PickleError("contains a key that is neither text nor an integer")
        target[key] = value


def _tuple(machine: _Machine) -> None:
    items = machine.since_mark()
    machine.stack.append(tuple(items))


def _tuple_of(number: int) -> Callable[[_Machine], None]:
    def operation(machine: _Machine) -> None:
        machine.stack.append(tuple([machine.stack.pop() for _ in range(number)][::-1]))

    return operation


def _put(machine: _Machine) -> None:
    machine.memo[machine.data[machine.at]] = machine.stack[-1]
    machine.at += 1


def _put_far(machine: _Machine) -> None:
    machine.memo[machine.number(_UINT4)] = machine.stack[-1]


def _memoize(machine: _Machine) -> None:
    machine.memo[len(machine.memo)] = machine.stack[-1]


def _get(machine: _Machine) -> None:
    machine.stack.append(machine.memo[machine.data[machine.at]])
    machine.at += 1


def _get_far(machine: _Machine) -> None:
    machine.stack.append(machine.memo[machine.number(_UINT4)])


def _refuse(code: int) -> Callable[[_Machine], None]:
    def operation(_: _Machine) -> None:
        import pickletools  # noqa: PLC0415  only names what is refused

        names = {one.code: one.name for one in pickletools.opcodes}
        name = names.get(chr(code), f"{code:#04x}")
        raise PickleError(
            f"contains the operation {name}; only plain data is read, and nothing is run"
        )

    return operation


_UINT2, _UINT4, _UINT8 = struct.Struct("<H"), struct.Struct("<I"), struct.Struct("<Q")
_BYTE, _INT4, _FLOAT = struct.Struct("<B"), struct.Struct("<i"), struct.Struct(">d")
_STOP = ord(".")
_KNOWN: dict[int, Callable[[_Machine], None]] = {
    0x80: _protocol,
    0x95: _frame,
    ord("("): _mark,
    ord("N"): _constant(None),
    0x88: _constant(True),  # noqa: FBT003
    0x89: _constant(False),  # noqa: FBT003
    ord("J"): _number(_INT4),
    ord("K"): _byte,
    ord("M"): _number(_UINT2),
    ord("G"): _number(_FLOAT),
    0x8A: _long,
    ord("X"): _text(_UINT4),
    0x8C: _text(_BYTE),
    0x8D: _text(_UINT8),
    ord("]"): _empty(list),
    ord("l"): _list,
    ord("a"): _append,
    ord("e"): _appends,
    ord("}"): _empty(dict),
    ord("d"): _dict,
    ord("s"): _set_item,
    ord("u"): _set_items,
    ord(")"): _constant(()),
    ord("t"): _tuple,
    0x85: _tuple_of(1),
    0x86: _tuple_of(2),
    0x87: _tuple_of(3),
    ord("q"): _put,
    ord("r"): _put_far,
    0x94: _memoize,
    ord("h"): _get,
    ord("j"): _get_far,
}
_OPERATIONS = [_KNOWN.get(code) or _refuse(code) for code in range(256)]
