"""Rules on what a diagnosis makes of the catalog: no message collides, no sample misleads."""

from collections.abc import Mapping

from trainwreck.catalog.yaml_reader import Source
from trainwreck.logs.templates import parse
from trainwreck.matching.matcher import Matcher
from trainwreck.matching.results import Collector
from trainwreck.snapshot.compiled import Compiled


def check(compiled: Compiled, sources: Mapping[str, Source]) -> None:
    """Report messages that two entries share, and samples that lead to another entry first."""
    _check_messages(compiled, sources)
    matcher = Matcher(compiled.entries.values())
    for entry in compiled.entries.values():
        for index, sample in enumerate(entry.samples):
            collector = Collector(matcher)
            collector.add(matcher.find(sample))
            found = collector.matches(compiled)
            where = ("symptom", "samples", index)
            if not found:
                sources[entry.id].report(
                    where,
                    "leads to no entry: no message stands in it",
                    "add a message that it holds, or delete the sample",
                )
            elif found[0].entry.id != entry.id:
                other = found[0]
                sources[entry.id].report(
                    where,
                    f'leads to {other.entry.id} first, by its message "{other.message}"',
                    "add a message with more fixed text, narrow the other, or use unless:",
                )


def _check_messages(compiled: Compiled, sources: Mapping[str, Source]) -> None:
    owners: dict[tuple[object, ...], str] = {}
    for entry in compiled.entries.values():
        for index, message in enumerate(entry.messages):
            template = parse(message)
            key = (template.pieces, template.gaps)
            owner = owners.setdefault(key, entry.id)
            if owner != entry.id:
                sources[entry.id].report(
                    ("symptom", "messages", index),
                    f"is a message of {owner} too",
                    "keep it in the entry whose cause is likelier, or add what tells them apart",
                )
