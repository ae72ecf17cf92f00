"""Checks entries by themselves."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from trainwreck.catalog.yaml_reader import read
from trainwreck.checks.ambiguity import Sample
from trainwreck.checks.entry_rules import check_alone
from trainwreck.checks.facts import facts, message_lines, pattern_line, samples
from trainwreck.checks.findings import Checked
from trainwreck.checks.snippets import Place, check_code, code
from trainwreck.checks.workers import Workers
from trainwreck.markdown import prose_rules as prose

Task = tuple[Path, bytes | None, str]
"""The file of an entry, its content, and what to call its state."""


def check_entries(tasks: Sequence[Task], workers: Workers) -> dict[str, Checked]:
    """Return what is found in each entry by itself, by the entry's id."""
    checked, places = [], []
    for entry, own_code in workers.map(_check, tasks):
        checked.append(entry)
        places.append(own_code)
    for entry, found in zip(checked, check_code(places), strict=True):
        entry.problems += map(list, found)
    ids = (path.stem for path, _, _ in tasks)
    return dict(zip(ids, checked, strict=True))


def _check(tasks: Iterable[Task]) -> list[tuple[Checked, list[Place]]]:
    return [_checked(*task) for task in tasks]


def _checked(path: Path, content: bytes | None, state: str) -> tuple[Checked, list[Place]]:
    source = read(path, content)
    texts = list(prose.texts(source.data))
    check_alone(source)
    own = [Sample(path.stem, index, *sample) for index, sample in enumerate(samples(source))]
    checked = Checked(
        state,
        [[found.line, found.field, found.message, found.fix] for found in source.problems],
        facts(source, texts),
        message_lines(source),
        pattern_line(source),
        own,
    )
    return checked, list(code(source, texts))
