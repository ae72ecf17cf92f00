"""Checks entries by themselves: those whose files changed, all of them on all cores if many."""

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from trainwreck.catalog.yaml_reader import EntrySource
from trainwreck.checks.ambiguity import Sample
from trainwreck.checks.cache import Checked
from trainwreck.checks.entry_rules import read_and_check
from trainwreck.checks.facts import facts, message_lines, pattern_line, samples
from trainwreck.checks.snippets import check_code

_AT_ONCE = 200
"""Entries that one process checks together; fewer in all are not worth another process."""

Task = tuple[Path, bytes | None, str]
"""The file of an entry, its content, and what to call its state."""


def check_entries(tasks: Sequence[Task]) -> dict[str, Checked]:
    """Return what is found in each entry by itself, by the entry's id."""
    groups = [tasks[start : start + _AT_ONCE] for start in range(0, len(tasks), _AT_ONCE)]
    found: dict[str, Checked] = {}
    for result in _mapped(groups):
        found |= result
    return found


def _mapped(groups: Sequence[Sequence[Task]]) -> Iterator[Mapping[str, Checked]]:
    if len(groups) < 2 or (os.cpu_count() or 1) < 2:  # noqa: PLR2004  nothing to share
        yield from map(_check_group, groups)
        return
    with ProcessPoolExecutor() as pool:
        yield from pool.map(_check_group, groups)


def _check_group(tasks: Sequence[Task]) -> dict[str, Checked]:
    sources = [read_and_check(path, content) for path, content, _ in tasks]
    check_code(sources)
    return {
        source.path.stem: _checked(source, state)
        for source, (_, _, state) in zip(sources, tasks, strict=True)
    }


def _checked(source: EntrySource, state: str) -> Checked:
    id_ = source.path.stem
    own = (Sample(id_, index, *sample) for index, sample in enumerate(samples(source)))
    return Checked(
        state,
        [[found.line, found.field, found.message, found.fix] for found in source.problems],
        facts(source),
        message_lines(source),
        pattern_line(source),
        list(own),
    )
