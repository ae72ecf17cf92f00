"""Checks a whole catalog: each entry that changed by itself, and all of them together."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from trainwreck.catalog.clusters import read_clusters
from trainwreck.catalog.sources import Sources, all_files, cluster_pages, code_files, record_files
from trainwreck.catalog.store import no_entries
from trainwreck.checks import ambiguity, cache, code_rules, cross_links, records
from trainwreck.checks.ambiguity import Conflict
from trainwreck.checks.cache import Kept
from trainwreck.checks.findings import Checked
from trainwreck.checks.workers import Workers
from trainwreck.model.problems import CatalogError, Problem, shown
from trainwreck.model.vocabulary import Kind
from trainwreck.snapshot import patterns


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found."""

    problems: tuple[Problem, ...]
    """Every problem, in the order of files and lines."""
    files: tuple[Path, ...]
    """The files of the entries and of the tables of codes."""
    concerned: Mapping[Problem, tuple[Path, ...]]
    """For problems that concern other entries too, their files."""

    def about(self, paths: Iterable[Path]) -> "Report":
        """Return the report on the files under ``paths``, with the problems that concern them."""
        chosen = [path.resolve() for path in paths]

        def is_chosen(file: Path) -> bool:
            return any(file.resolve().is_relative_to(path) for path in chosen)

        problems = tuple(
            problem
            for problem in self.problems
            if any(map(is_chosen, (Path(problem.file), *self.concerned.get(problem, ()))))
        )
        return Report(problems, tuple(filter(is_chosen, self.files)), self.concerned)


def check_catalog(root: Path, *, use_cache: bool = True, processes: int | None = None) -> Report:
    """Check the catalog in the folder ``root``.

    Args:
        root: the folder with the entries.
        use_cache: whether what was found before in files that did not change is used again, and
            kept for the next time.
        processes: how many may share the work, where there is enough of it; 1 is this process
            alone. By default there is one per core.

    """
    place = cache.cache_file(root) if use_cache else None
    with Workers(processes) as workers:
        return _Check(root, cache.read(place), workers).run(place)


def require_no_problems(root: Path, *, use_cache: bool = True) -> None:
    """Check the catalog in the folder ``root``, for what is made of all of it.

    Raises:
        CatalogError: if there is any problem; with all of them.

    """
    if problems := check_catalog(root, use_cache=use_cache).problems:
        raise CatalogError(problems)


class _Check:
    """One run over a catalog."""

    def __init__(self, root: Path, kept: Kept, workers: Workers) -> None:
        self._root, self._kept, self._workers = root, kept, workers
        files = all_files(root)
        self._records = record_files(root)
        self._tables = code_files(root)
        self._sources = Sources([*files, *self._records, *self._tables], kept.sources)
        self._entries: dict[str, Path] = {}
        self._concerned: dict[Problem, tuple[Path, ...]] = {}
        self._problems = list(self._misplaced(files))

    def run(self, place: Path | None) -> Report:
        checked = self._checked()
        conflicts = self._conflicts(checked)
        examined = records.examine(self._records, self._sources, self._kept.records)
        tables = code_rules.examine(self._tables, self._sources, self._kept.tables)
        if self._sources.changed or self._kept.conflicts is None:
            cache.write(place, Kept(self._sources.marks, checked, examined, tables, conflicts))
        self._problems += records.problems(self._records, examined, self._entries)
        self._problems += code_rules.problems(self._tables, tables, self._entries)
        for id_, one in checked.items():
            self._problems += (self._problem(id_, *flaw) for flaw in one.problems)
        self._add_links(checked)
        for conflict in conflicts:
            problem = self._problem(
                conflict.entry, conflict.line, conflict.field, conflict.message, conflict.fix
            )
            self._problems.append(problem)
            self._concerned[problem] = tuple(self._entries[id_] for id_ in conflict.others)
        files = (*self._entries.values(), *self._tables)
        return Report(tuple(sorted(self._problems)), files, self._concerned)

    def _misplaced(self, files: Sequence[Path]) -> Iterator[Problem]:
        """Note the file of each entry; yield the problems of files that cannot be one."""
        for path in files:
            first = self._entries.get(path.stem)
            if path.suffix != ".yml":
                fix = "move it elsewhere, or give it the extension .yml"
                yield Problem(shown(path), 1, "", "is not an entry", fix)
            elif first:
                message = f"has the same id as {first.parent.name}/{first.name}"
                fix = "IDs are unique across the catalog: rename one of the files"
                problem = Problem(shown(path), 1, "", message, fix)
                self._concerned[problem] = (first,)
                yield problem
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

            found |= check_entries(tasks, self._workers)
        return {id_: found[id_] for id_ in self._entries}

    def _conflicts(self, checked: Mapping[str, Checked]) -> Sequence[Conflict]:
        """Return the conflicts between entries; note in their samples what these lead to."""
        before = self._kept.entries
        changed = {id_ for id_ in {**before, **checked} if before.get(id_) != checked.get(id_)}
        if not changed and self._kept.conflicts is not None:
            return self._kept.conflicts
        lines = b"\n".join(one.patterns for one in checked.values())
        everything = list(patterns.read(lines))
        was = b"\n".join(before[id_].patterns for id_ in changed if id_ in before)
        touched = [*patterns.read(was), *(p for p in everything if p.entry in changed)]
        samples = [sample for one in checked.values() for sample in one.samples]
        links_before, links = _Links(before), _Links(checked)
        doubtful = sorted(
            ambiguity.in_doubt(
                samples,
                touched,
                links_changed=any(links_before.of(id_) != links.of(id_) for id_ in changed),
            )
        )
        if doubtful:
            chosen = [samples[position] for position in doubtful]
            for sample in ambiguity.judge(chosen, everything, links, self._workers):
                checked[sample.entry].samples[sample.index] = sample
        samples = [sample for one in checked.values() for sample in one.samples]
        places = {id_: one.message_lines for id_, one in checked.items()}
        return list(ambiguity.conflicts(samples, everything, places))

    def _add_links(self, checked: Mapping[str, Checked]) -> None:
        clusters, problems = read_clusters(cluster_pages(self._root))
        self._problems += problems
        facts = {id_: one.facts for id_, one in checked.items()}
        today = dt.datetime.now().astimezone().date()
        for finding in cross_links.check(
            facts, [cluster.id for cluster in clusters], today, _pages(self._root)
        ):
            self._problems.append(self._problem(*finding))

    def _problem(self, id_: str, line: int, field: str, message: str, fix: str) -> Problem:
        return Problem(shown(self._entries[id_]), line, field, message, fix)


def _pages(root: Path) -> frozenset[str] | None:
    """Return the written pages of the site, by their paths in ``docs``; None if there is none."""
    docs = root.parent / "docs"
    if not (docs / "index.md").exists():  # a catalog without a site, such as that of the wheel
        return None
    return frozenset(path.relative_to(docs).as_posix() for path in docs.rglob("*.md"))


class _Links:
    """How the entries relate, by the facts that were found in their files."""

    def __init__(self, checked: Mapping[str, Checked]) -> None:
        self._links = {id_: _links(one, checked) for id_, one in checked.items()}

    def of(self, id_: str) -> tuple[tuple[str, ...], str | None, Kind]:
        return self._links.get(id_, ((), None, Kind.CRASH))

    def caused_by(self, id_: str) -> Sequence[str]:
        return self.of(id_)[0]

    def narrows(self, id_: str) -> str | None:
        return self.of(id_)[1]

    def kind(self, id_: str) -> Kind:
        return self.of(id_)[2]


def _links(
    one: Checked, checked: Mapping[str, Checked]
) -> tuple[tuple[str, ...], str | None, Kind]:
    def names(field: str) -> tuple[str, ...]:
        listed = one.facts["names"].get(field, ())
        return tuple(name for name, _, _ in listed if name in checked)

    kind = one.facts["kind"]
    return (
        names("caused_by"),
        next(iter(names("narrows")), None),
        Kind(kind) if kind in list(Kind) else Kind.CRASH,
    )
