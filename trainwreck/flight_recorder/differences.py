"""What may not differ between the ranks that call one collective.

Source: the rules by which PyTorch's own ``torchfrtrace`` compares calls, in its modules
``torch/distributed/flight_recorder/components/types.py`` and ``utils.py``.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from trainwreck.flight_recorder.dump import Call

_UNEVEN = re.compile(r"all_?to_?all|_v(?:_single)?$")
_ROOT_GIVES = ("scatter",)
_ROOT_GETS = ("gather",)
_ROOT_SENDS = ("scatter", "broadcast")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the ranks disagree about."""

    field: str
    """What differs: "operation", "input size", "output dtype", "number of inputs" and so on."""
    values: tuple[tuple[str, tuple[int, ...]], ...]
    """Each value with its ranks, that of the most ranks first."""

    @property
    def odd(self) -> tuple[int, ...]:
        """The ranks that disagree with a majority; none if no value has one."""
        first, *others = (ranks for _, ranks in self.values)
        if any(len(ranks) == len(first) for ranks in others):
            return ()
        return tuple(sorted(rank for ranks in others for rank in ranks))


def differences(calls: Mapping[int, Sequence[Call]]) -> tuple[Difference, ...]:
    """Return what differs between the calls of one collective, by rank.

    A rank has several calls where they were coalesced. If the operations differ, nothing else is
    compared.
    """
    operations = {rank: " + ".join(one.operation for one in own) for rank, own in calls.items()}
    if different := _difference("operation", operations):
        return (different,)
    number = min(map(len, calls.values()), default=0)
    return tuple(
        found
        for index in range(number)
        for found in _of_one({rank: own[index] for rank, own in calls.items()})
    )


def signature(calls: Sequence[Call]) -> Hashable:
    """Return what two ranks must have in common."""
    return tuple(
        (call.operation, *(str(_tensors(call, side)) for side in _SIDES), *_dtypes(call))
        for call in calls
    )


_SIDES: Mapping[str, Callable[[Call], tuple[tuple[int, ...], ...]]] = {
    "input": lambda call: call.input_sizes,
    "output": lambda call: call.output_sizes,
}


def _of_one(calls: Mapping[int, Call]) -> Iterator[Difference]:
    for side in _SIDES:
        tensors = {rank: _tensors(call, side) for rank, call in calls.items()}
        if found := _of_tensors(side, tensors):
            yield found
    for number, side in enumerate(_SIDES):
        known = {rank: _dtypes(call)[number] for rank, call in calls.items()}
        if found := _difference(f"{side} dtype", {r: v for r, v in known.items() if v}):
            yield found


def _of_tensors(side: str, tensors: Mapping[int, Sequence[object]]) -> Difference | None:
    counts = {rank: str(len(own)) for rank, own in tensors.items()}
    if found := _difference(f"number of {side}s", counts):
        return found
    number = len(next(iter(tensors.values()), ()))
    for index in range(number):
        field = f"{side} size" if number == 1 else f"size of {side} {index}"
        if found := _difference(field, {rank: str(own[index]) for rank, own in tensors.items()}):
            return found
    return None


def _tensors(call: Call, side: str) -> tuple[list[int], ...]:
    """Return the sizes that all ranks must share; none where each may have its own."""
    free = {"input": _ROOT_GIVES, "output": _ROOT_GETS}[side]
    if call.operation in free or _UNEVEN.search(call.operation):
        return ()
    return tuple(map(list, _SIDES[side](call)))


def _dtypes(call: Call) -> tuple[str, str]:
    """Return the dtypes of inputs and outputs that all ranks must share; empty for any."""
    given = "" if call.operation in _ROOT_SENDS else ", ".join(sorted(set(call.input_dtypes)))
    gotten = "" if call.operation in _ROOT_GETS else ", ".join(sorted(set(call.output_dtypes)))
    return given, gotten


def _difference(field: str, values: Mapping[int, str]) -> Difference | None:
    ranks: dict[str, list[int]] = {}
    for rank, value in sorted(values.items()):
        ranks.setdefault(value, []).append(rank)
    if len(ranks) < len(("one", "another")):
        return None
    ordered = sorted(ranks.items(), key=lambda item: -len(item[1]))
    return Difference(field, tuple((value, tuple(own)) for value, own in ordered))
