"""Lines up the collectives of all ranks, and finds the first that not all of them called alike."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from trainwreck.flight_recorder.differences import Difference, differences, signature
from trainwreck.flight_recorder.dump import Call, Dump

DEFAULT_GROUP = "default_pg"
"""What PyTorch says of the process group of all ranks."""
_MOST_REORDERED = 8
_SPARSEST = 64
"""Ranks per dump up to which all ranks are taken to be those up to the highest with a dump."""


class FindingKind(StrEnum):
    """What is wrong with a collective."""

    DIFFERENT = "different"
    """Ranks called it with another operation, size or dtype."""
    ORDER = "order"
    """A rank made the calls of the others in another order."""
    MISSING = "missing"
    """A rank never called it, as its own dump shows."""
    NO_DUMP = "no-dump"
    """All ranks with a dump called it, and one wrote none."""
    INCOMPLETE = "incomplete"
    """All ranks called it alike, and it did not end."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The first collective of a process group that went wrong."""

    kind: FindingKind
    group: tuple[str, str]
    """Name of the process group, and what it is for."""
    sequence: int
    """Number of the collective in its group, which NCCL's messages call SeqNum."""
    operation: str
    """What most ranks called."""
    joined: tuple[int, ...]
    """Ranks that called it."""
    missing: tuple[int, ...] = ()
    """Ranks whose dumps show that they did not."""
    without_dump: tuple[int, ...] = ()
    """Ranks of the group of which there is no dump."""
    odd: tuple[int, ...] = ()
    """Ranks that called something else than the majority."""
    differences: tuple[Difference, ...] = ()
    states: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """How far the call got, with the ranks, if it was the same on all."""
    place: str | None = None
    """Where most ranks called it."""
    last_calls: Mapping[int, Call] = field(default_factory=dict)
    """The last call of each rank that is missing or odd: of any group, or the odd one."""
    since: int = 0
    """When the first rank called it, in nanoseconds since 1970."""


class _Group:
    """A process group with the calls of each rank of which there is a dump."""

    def __init__(
        self, name: tuple[str, str], members: frozenset[int], dumped: Collection[int]
    ) -> None:
        self.name, self.members = name, members
        self.without_dump = members.difference(dumped)
        self.calls: dict[int, dict[int, list[Call]]] = {}
        self.last_calls: dict[int, Call] = {}
        self._last: dict[int, int] = {}

    def add(self, dump: Dump, calls: Iterable[Call]) -> None:
        """Add the ``calls`` of this group that a dump contains."""
        if dump.calls:
            self.last_calls[dump.rank] = dump.calls[-1]
        own: dict[int, list[Call]] = {}
        for call in calls:
            own.setdefault(call.sequence, []).append(call)
        # A rank that dropped its first calls may have dropped those of this group.
        if own or not dump.has_dropped:
            self.calls[dump.rank] = own
            self._last[dump.rank] = max(own, default=-1)

    def sequences(self) -> list[int]:
        """Return the numbers of the collectives that all buffers go back to."""
        first = max((min(own) for own in self.calls.values() if own), default=0)
        known = {sequence for own in self.calls.values() for sequence in own}
        return sorted(sequence for sequence in known if sequence >= first)

    def joined(self, sequence: int) -> dict[int, list[Call]]:
        return {rank: own[sequence] for rank, own in self.calls.items() if sequence in own}

    def missing(self, sequence: int) -> list[int]:
        return [rank for rank, last in self._last.items() if last < sequence]


def analyze(dumps: Sequence[Dump]) -> tuple[Finding, ...]:
    """Return the first collective that went wrong in each process group, the likely cause first.

    Args:
        dumps: one of each rank; ranks may be missing.

    """
    found = [finding for group in _groups(dumps) if (finding := _first(group))]
    waiting = {rank for finding in found for rank in finding.joined}
    return tuple(sorted(found, key=lambda finding: _order(finding, waiting)))


def _groups(dumps: Sequence[Dump]) -> Iterable[_Group]:
    """Return the process groups; one name may stand for several, of other ranks."""
    calls: dict[tuple[str, str], dict[int, list[Call]]] = {}
    for dump in dumps:
        for call in dump.calls:
            calls.setdefault(call.group, {}).setdefault(dump.rank, []).append(call)
    world = frozenset(range(max((dump.rank for dump in dumps), default=-1) + 1))
    is_guessed = len(world) <= _SPARSEST * len(dumps)
    groups: list[_Group] = []
    for name, own in calls.items():
        # Where the members were not recorded, those are it that called anything.
        others = world if is_guessed and name[1] == DEFAULT_GROUP else frozenset(own)
        recorded = {dump.rank: dump.members.get(name[0]) for dump in dumps}
        for members in dict.fromkeys(recorded[rank] or others for rank in own):
            group = _Group(name, members, recorded.keys())
            for dump in dumps:
                if dump.rank in members and recorded[dump.rank] in (members, None):
                    group.add(dump, own.get(dump.rank, ()))
            groups.append(group)
    return groups


def _first(group: _Group) -> Finding | None:
    """Return the first collective of a group that went wrong; None if none did."""
    for sequence in group.sequences():
        found = differences(group.joined(sequence))
        if kind := _kind(group, sequence, found):
            return _finding(kind, group, sequence, found)
    return None


def _kind(group: _Group, sequence: int, found: Sequence[Difference]) -> FindingKind | None:
    if found:
        odd = found[0].odd
        is_order = odd and all(_is_reordered(group, sequence, rank, odd) for rank in odd)
        return FindingKind.ORDER if is_order else FindingKind.DIFFERENT
    if group.missing(sequence):
        return FindingKind.MISSING
    if all(call.is_completed for own in group.joined(sequence).values() for call in own):
        return None
    return FindingKind.NO_DUMP if group.without_dump else FindingKind.INCOMPLETE


def _finding(
    kind: FindingKind, group: _Group, sequence: int, found: tuple[Difference, ...]
) -> Finding:
    joined, missing = group.joined(sequence), group.missing(sequence)
    odd = found[0].odd if found else ()
    common = next(own[0] for rank, own in sorted(joined.items()) if rank not in odd)
    of_odd = {rank: joined[rank][0] for rank in odd}
    of_missing = {rank: group.last_calls[rank] for rank in missing if rank in group.last_calls}
    return Finding(
        kind=kind,
        group=group.name,
        sequence=sequence,
        operation=common.operation,
        joined=tuple(sorted(joined)),
        missing=tuple(sorted(missing)),
        without_dump=tuple(sorted(group.without_dump)),
        odd=odd,
        differences=found,
        states=_states(joined),
        place=common.place,
        last_calls=of_odd | of_missing,
        since=min(call.created for own in joined.values() for call in own),
    )


def _states(joined: Mapping[int, Sequence[Call]]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    ranks: dict[str, list[int]] = {}
    for rank, own in sorted(joined.items()):
        behind = next((call.state for call in own if not call.is_completed), "completed")
        ranks.setdefault(behind, []).append(rank)
    return tuple((state, tuple(own)) for state, own in sorted(ranks.items()))


def _is_reordered(group: _Group, sequence: int, rank: int, odd: Sequence[int]) -> bool:
    """Tell whether a rank soon makes the same calls as another one, in another order."""
    other = next(one for one in sorted(group.calls) if one not in odd)
    mine, others = group.calls[rank], group.calls[other]
    counts: Counter[object] = Counter()
    for number in range(sequence, sequence + _MOST_REORDERED):
        if number not in mine or number not in others:
            return False
        counts[signature(mine[number])] += 1
        counts[signature(others[number])] -= 1
        if not any(counts.values()):
            return True
    return False


def _order(finding: Finding, waiting: Collection[int]) -> tuple[int, int]:
    """Return a key that puts the likely cause first.

    A rank that is missing from one group often waits in another one, whose missing rank then is to
    blame for both. Where ranks wait for each other in a circle, the call that began first counts.
    """
    if finding.kind is FindingKind.MISSING and not set(finding.missing).isdisjoint(waiting):
        return 3, finding.since
    later = {FindingKind.NO_DUMP: 1, FindingKind.INCOMPLETE: 2}
    return later.get(finding.kind, 0), finding.since
