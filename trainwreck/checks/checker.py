"""Checks a whole catalog: each entry that changed by itself, and all of them together."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from trainwreck.catalog.clusters import read_clusters
from trainwreck.catalog.sources import Sources, all_files, cluster_pages, record_files
from trainwreck.catalog.store import no_entries
from trainwreck.checks import ambiguity, cache, cross_links, records
from trainwreck.checks.ambiguity import Conflict
from trainwreck.checks.cache import Checked, Kept
from trainwreck.model.problems import CatalogError, Problem, shown
from trainwreck.model.vocabulary import Kind
from trainwreck.snapshot import patterns
from trainwreck.snapshot.patterns import Pattern


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found."""

    problems: tuple[Problem, ...]
    """Every problem, in the order of files and lines."""
    concerned: Mapping[Problem, tuple[Path, ...]]
    """For problems that concern other entries too, their files."""

    def about(self, paths: Iterable[Path]) -> tuple[Problem, ...]:
        """Return the problems in the files under ``paths``, and those that concern them."""
        chosen = [path.resolve() for path in paths]

        def is_chosen(file: Path) -> bool:
            return any(file.resolve().is_relative_to(path) for path in chosen)

        return tuple(
            problem
            for problem in self.problems
            if any(map(is_chosen, (Path(problem.file), *self.concerned.get(problem, ()))))
        )


def check_catalog(root: Path, *, use_cache: bool = True) -> Report:
    """Check the catalog in the folder ``root``.

    Args:
        root: the folder with the entries.
        use_cache: whether what was found before in files that did not change is used again, and
            kept for the next time.

    """
    place = cache.cache_file(root) if use_cache else None
    return _Check(root, cache.read(place)).run(place)


def require_no_problems(root: Path, *, use_cache: bool = True) -> None:
    """Check the catalog in the folder ``root``, for what is made of all of it.

    Raises:
        CatalogError: if there is any problem; with all of them.

    """
    if problems := check_catalog(root, use_cache=use_cache).problems:
        raise CatalogError(problems)


class _Check:
    """One run over a catalog."""

    def __init__(self, root: Path, kept: Kept) -> None:
        self._root, self._kept = root, kept
        files = all_files(root)
        self._records = record_files(root)
        self._sources = Sources(root, [*files, *self._records], kept.sources)
        self._entries: dict[str, Path] = {}
        self._problems = list(self._misplaced(files))

    def run(self, place: Path | None) -> Report:
        checked = self._checked()
        conflicts = self._conflicts(checked)
        examined = records.examine(self._records, self._sources, self._kept.records)
        if self._sources.changed or self._kept.conflicts is None:
            cache.write(place, Kept(self._sources.marks, checked, examined, conflicts))
        self._problems += records.problems(self._records, examined, self._entries)
        for id_, one in checked.items():
            self._problems += (self._problem(id_, *flaw) for flaw in one.problems)
        self._add_links(checked)
        concerned = {}
        for conflict in conflicts:
            problem = self._problem(
                conflict.entry, conflict.line, conflict.field, conflict.message, conflict.fix
            )
            self._problems.append(problem)
            concerned[problem] = tuple(self._entries[id_] for id_ in conflict.others)
        return Report(tuple(sorted(self._problems)), concerned)

    def _misplaced(self, files: Sequence[Path]) -> Iterator[Problem]:
        """Note the file of each entry; yield the problems of files that cannot be one."""
        for path in files:
            first = self._entries.get(path.stem)
            if path.suffix != ".yml":
                fix = "move it away, or end its name in .yml"
                yield Problem(shown(path), 1, "", "is not an entry", fix)
            elif first:
                message = f"has the same id as {first.parent.name}/{first.name}"
                fix = "an id is unique in the whole catalog: rename one of the files"
                yield Problem(shown(path), 1, "", message, fix)
            else:
                self._entries[path.stem] = path
        if not self._entries:
            yield no_entries(self._root)

    def _checked(self) -> dict[str, Checked]:
        """Return what is found in each entry by itself."""
        tasks, found = [], {}
        for id_, path in self._entries.items():
            state = f"{path.parent.name} {self._sources.digest(path)}"
            before = self._kept.entries.get(id_)
            if before and before.state == state:
                found[id_] = before
            else:
                tasks.append((path, self._sources.content(path), state))
        if tasks:
            from trainwreck.checks.entries import check_entries  # noqa: PLC0415  slow to import

            found |= check_entries(tasks)
        return {id_: found[id_] for id_ in self._entries}

    def _conflicts(self, checked: Mapping[str, Checked]) -> Sequence[Conflict]:
        """Return the conflicts between entries; note in their samples what these lead to."""
        before = self._kept.entries
        changed = [id_ for id_ in {**before, **checked} if before.get(id_) != checked.get(id_)]
        if not changed and self._kept.conflicts is not None:
            return self._kept.conflicts
        touched = [
            _patterns(known[id_]) for known in (before, checked) for id_ in changed if id_ in known
        ]
        everything = [pattern for one in checked.values() for pattern in _patterns(one)]
        samples = [sample for one in checked.values() for sample in one.samples]
        doubtful = sorted(
            ambiguity.in_doubt(
                samples,
                [pattern for found in touched for pattern in found],
                links_changed=any(
                    _relations(before, id_) != _relations(checked, id_) for id_ in changed
                ),
            )
        )
        judged = ambiguity.judge(
            [samples[position] for position in doubtful],
            everything,
            _Relations(checked),
        )
        for sample in judged:
            checked[sample.entry].samples[sample.index] = sample
        samples = [sample for one in checked.values() for sample in one.samples]
        lines = {id_: one.message_lines for id_, one in checked.items()}
        return list(ambiguity.conflicts(samples, everything, lines))

    def _add_links(self, checked: Mapping[str, Checked]) -> None:
        clusters, problems = read_clusters(cluster_pages(self._root))
        self._problems += problems
        facts = {id_: one.facts for id_, one in checked.items()}
        today = dt.datetime.now().astimezone().date()
        for finding in cross_links.check(facts, [cluster.id for cluster in clusters], today):
            self._problems.append(self._problem(*finding))

    def _problem(self, id_: str, line: int, field: str, message: str, fix: str) -> Problem:
        return Problem(shown(self._entries[id_]), line, field, message, fix)


def _patterns(checked: Checked) -> list[Pattern]:
    return list(patterns.read(checked.patterns))


def _relations(checked: Mapping[str, Checked], id_: str) -> tuple[object, ...]:
    known = _Relations(checked)
    return (list(known.caused_by(id_)), known.narrows(id_), known.kind(id_))


class _Relations:
    """How the entries relate, by the facts that were found in their files."""

    def __init__(self, checked: Mapping[str, Checked]) -> None:
        self._checked = checked

    def caused_by(self, id_: str) -> Sequence[str]:
        return self._names(id_, "caused_by")

    def narrows(self, id_: str) -> str | None:
        return next(iter(self._names(id_, "narrows")), None)

    def kind(self, id_: str) -> Kind:
        known = self._checked.get(id_)
        kind = known.facts["kind"] if known else None
        return Kind(kind) if kind in list(Kind) else Kind.CRASH

    def _names(self, id_: str, field: str) -> Sequence[str]:
        known = self._checked.get(id_)
        listed = known.facts["names"].get(field, ()) if known else ()
        return [name for name, _, _ in listed if name in self._checked]
