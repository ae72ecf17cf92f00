"""Which entries replace the general ones that they narrow."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from trainwreck.matching.explanation import Seen
from trainwreck.matching.sightings import Level, Sighting


class Generality(Protocol):
    """Which entries are more general than others, by their ids."""

    def narrows(self, id_: str) -> str | None:
        """Return the id of the more general entry that an entry specializes."""


def narrowed(
    sightings: Mapping[str, Mapping[Level, Sighting]], relations: Generality
) -> dict[str, Seen]:
    """Return what was seen, with narrower entries in place of general ones."""
    own = {id_: seen for id_, levels in sightings.items() if (seen := _own(levels))}
    selected = dict(own)
    replaced: set[str] = set()
    hinted: dict[str, tuple[int, str]] = {}
    for id_, levels in sightings.items():
        general = relations.narrows(id_)
        telltale = levels.get(Level.TELLTALE)
        if general not in own:
            continue
        if id_ in own:
            merged = own[id_].sighting.merged(telltale)
            selected[id_] = replace(own[id_], sighting=merged, general=general)
            replaced.add(general)
        elif telltale:
            hinted[general] = max(hinted.get(general, (0, "")), (telltale.weight, id_))
    for general, (_, id_) in hinted.items():
        if general not in replaced:
            merged = own[general].sighting.merged(sightings[id_][Level.TELLTALE])
            selected[id_] = replace(own[general], sighting=merged, general=general)
            replaced.add(general)
    return {id_: seen for id_, seen in selected.items() if id_ not in replaced}


def _own(levels: Mapping[Level, Sighting]) -> Seen | None:
    primary, secondary = levels.get(Level.PRIMARY), levels.get(Level.SECONDARY)
    numbers = levels.get(Level.NUMBERS)
    if primary:
        evidence = numbers.evidence if numbers else None
        reports = frozenset(secondary.numbers if secondary else ())
        return Seen(replace(primary, evidence=evidence), is_primary=True, reports=reports)
    if secondary:
        return Seen(secondary, is_primary=False)
    return Seen(numbers, is_primary=True, is_numeric=True) if numbers else None
