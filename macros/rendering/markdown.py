"""The catalog as Markdown for the site: one method a macro."""

import itertools
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlencode

import jinja2

from macros.catalog_data.frequencies import Table, frequencies
from macros.entry_form.form import new_error_form
from macros.pages.code_pages import is_filtered
from macros.pages.coverage import SourceDocument
from macros.pages.guides import Guide
from macros.pages.term_lists import by_severity, term_lists
from macros.rendering.fault_logs import FAULTY, FaultLog, KillReport
from macros.rendering.filters import FILTERS, PLACEHOLDERS_EXPLAINED
from macros.rendering.fix_parts import fix_parts, numbered
from trainwreck import Catalog, Entry
from trainwreck.model.clusters import ANYWHERE, Cluster
from trainwreck.model.frameworks import Framework
from trainwreck.model.term import Term
from trainwreck.model.vocabulary import (
    Action,
    Category,
    Evidence,
    Kind,
    Severity,
    TimeToDiagnose,
)
from trainwreck.snapshot.codes import CodeTable

Vocabulary = TypeVar("Vocabulary", bound=Term)
_MANY_CAUSES = 8
"""How many causes an error has that the causal map begins with."""
_TEMPLATES = Path(__file__).parent / "templates"


class SiteMarkdown:
    """Renders the parts of pages that come from the catalog.

    Links are written as ``/errors/<id>.md``, which MkDocs resolves and validates.
    """

    def __init__(  # noqa: PLR0913  what pages may show beside the catalog, each part optional
        self,
        catalog: Catalog,
        repository: str,
        guides: Iterable[Guide] = (),
        sources: Iterable[SourceDocument] = (),
        *,
        tables: Iterable[CodeTable] = (),
        published: Iterable[Table] = (),
        faults: Callable[[], Iterable[FaultLog]] = tuple,
        kills: Callable[[], Iterable[KillReport]] = tuple,
    ) -> None:
        """Render ``catalog``; issues are opened and files edited at ``repository``, an URL."""
        self._catalog = catalog
        self._repository = repository.rstrip("/")
        self._lists = term_lists(catalog)
        self._guides = tuple(guides)
        self._sources = tuple(sources)
        self._tables = {table.id: table for table in tables}
        self._published = tuple(published)
        self._faults = faults
        self._kills = kills
        self._clusters = {cluster.id: cluster for cluster in (*catalog.clusters, ANYWHERE)}
        self._jinja = jinja2.Environment(
            loader=jinja2.FileSystemLoader(_TEMPLATES),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            autoescape=False,  # noqa: S701  the templates make Markdown; plain text is escaped by |plain
        )
        self._jinja.filters |= FILTERS
        self._jinja.tests["cluster"] = lambda term: isinstance(term, Cluster)
        self._jinja.globals |= {
            "catalog": catalog,
            "cluster_of": self._clusters.__getitem__,
            "entry_of": catalog.get,
            "placeholders_explained": PLACEHOLDERS_EXPLAINED,
        }

    @property
    def macros(self) -> tuple[Callable[..., str], ...]:
        """The methods that pages may call."""
        return (
            self.entry,
            self.matrix,
            self.frequency_sources,
            self.term_page,
            self.tags,
            self.cluster_errors,
            self.most_severe,
            self.kind_cards,
            self.category_cards,
            self.framework_cards,
            self.cluster_cards,
            self.guide_cards,
            self.served_by,
            self.quick_reference,
            self.causal_map,
            self.code_table,
            self.code_tables,
            self.coverage,
            self.fault_logs,
            self.kill_reports,
            self.legend,
            self.count,
            self.new_error_form,
        )

    def entry(self, id_: str) -> str:
        """Return the body of an entry's page."""
        entry = self._catalog[id_]
        fix = list(fix_parts(entry, self._clusters))
        return self._render(
            "entry",
            entry=entry,
            fix=fix,
            glance=numbered(fix),
            guides=[guide for guide in self._guides if entry.id in guide.errors],
            edit_url=f"{self._repository}/edit/main/errors/{entry.category}/{entry.id}.yml",
            helped_url=f"{self._repository}/issues/new?{_issue(entry, 'the fix helped')}",
            failed_url=f"{self._repository}/issues/new?{_issue(entry, 'the fix did not help')}",
        )

    def new_error_form(self) -> str:
        """Return the form for an error that the catalog lacks."""
        return new_error_form(self._catalog, self._repository)

    def matrix(self) -> str:
        """Return the table of all errors with its filters."""
        ordered = by_severity(self._catalog)
        present = {
            "Severity": _present(Severity, (entry.severity for entry in ordered)),
            "Cluster": self._present_clusters(ordered),
            "Category": _present(Category, (entry.category for entry in ordered)),
            "Framework": _present(
                Framework, itertools.chain.from_iterable(entry.frameworks for entry in ordered)
            ),
            "Kind": _present(Kind, (entry.symptom.kind for entry in ordered)),
            "Evidence": _present(Evidence, (entry.evidence for entry in ordered)),
        }
        often = frequencies(self._published)
        return self._render("matrix", entries=ordered, choices=present, often=often)

    def frequency_sources(self) -> str:
        """Return the published tables from which the frequencies in the matrix are."""
        return self._render("frequency_sources", tables=self._published)

    def term_page(self, folder: str, value: str, number: int = 1) -> str:
        """Return the body of a page of the list of a term, such as a category."""
        found = self._lists[folder][value]
        return self._render(
            "listing",
            lead=found.term.definition,
            entries=found.on_page(number),
            list=found,
            number=number,
        )

    def tags(self) -> str:
        """Return each term that entries have, with the number of entries and a link to them."""
        used = [(cluster, number) for cluster, number in self._numbered_clusters() if number]
        labels = {one.term.label for found in self._lists.values() for one in found.values()}
        return self._render("tags", lists=self._lists, clusters=used, labels=labels)

    def cluster_errors(self, cluster: str) -> str:
        """Return the tables of the errors seen on a cluster, and of those with steps for it."""
        seen = self._catalog.seen_on(cluster)
        return self._render(
            "cluster_errors",
            cluster=self._clusters[cluster],
            seen=by_severity(seen),
            with_steps=by_severity(self._with_steps_for(cluster)),
        )

    def most_severe(self, number: int) -> str:
        """Return the table of the ``number`` most severe errors, the slowest to diagnose first."""
        ordered = sorted(
            self._catalog,
            key=lambda entry: (entry.severity.rank, -entry.time_to_diagnose.rank, entry.id),
        )
        return self._listing("", ordered[:number], sort=False)

    def kind_cards(self) -> str:
        """Return a card for each kind of symptom that entries have."""
        return self._term_cards("symptoms")

    def category_cards(self) -> str:
        """Return a card for each category that has entries."""
        return self._term_cards("categories")

    def framework_cards(self) -> str:
        """Return a card for each framework that entries have."""
        return self._term_cards("frameworks")

    def cluster_cards(self) -> str:
        """Return a card for each cluster."""
        return self._cards("clusters", self._numbered_clusters())

    def guide_cards(self) -> str:
        """Return a card for each guide."""
        return self._render("guide_cards", guides=self._guides)

    def served_by(self, guide: str) -> str:
        """Return the table of the errors that the guide with this id serves."""
        (found,) = (known for known in self._guides if known.id == guide)
        return self._listing("", [entry for entry in self._catalog if entry.id in found.errors])

    def quick_reference(self) -> str:
        """Return what was reported most often and each category: error, cause and first step."""
        return self._render(
            "quick_reference",
            categories=self._catalog.categories,
            number=len(self._catalog),
            often=self._reported_often(),
        )

    def causal_map(self) -> str:
        """Return a small map for each error with causes, by category, and the same as a list."""
        effects = {
            category: _most_causes_first(entry for entry in entries if entry.caused_by)
            for category, entries in self._catalog.categories.items()
        }
        everywhere = itertools.chain.from_iterable(effects.values())
        common = [e for e in _most_causes_first(everywhere) if len(e.caused_by) >= _MANY_CAUSES]
        return self._render(
            "causal_map",
            common=common,
            categories={category: found for category, found in effects.items() if found},
            causes=[entry for entry in self._catalog if entry.leads_to],
        )

    def code_table(self, id_: str) -> str:
        """Return the body of the page of a table of codes."""
        table = self._tables[id_]
        example = next((code for code in table.codes if code.entry), table.codes[0])
        bare = [code for code in table.codes if not (code.meaning or code.action or code.entry)]
        return self._render(
            "code_table",
            table=table,
            example=example,
            explained=[code for code in table.codes if code not in bare],
            bare=bare,
            is_filtered=is_filtered(table),
        )

    def code_tables(self) -> str:
        """Return the list of the tables of codes, those that jobs print most first."""
        return self._render("code_tables", tables=self._tables.values())

    def coverage(self) -> str:
        """Return which section of which source became what."""
        return self._render("coverage", sources=self._sources)

    def fault_logs(self) -> str:
        """Return what each injected fault leaves in the logs, and what a diagnosis says."""
        return self._render("fault_logs", logs=self._faults(), faulty=FAULTY)

    def kill_reports(self) -> str:
        """Return what each launcher prints of a rank that was killed, and what a diagnosis says."""
        return self._render("kill_reports", reports=self._kills())

    def legend(self) -> str:
        """Return every vocabulary with the definitions that badges link to."""
        vocabularies: dict[str, Iterable[Term | Cluster]] = {
            "Severity": Severity,
            "Time to diagnose": TimeToDiagnose,
            "Kind of symptom": Kind,
            "Category": Category,
            "Cluster": self._clusters.values(),
            "Framework": Framework,
            "What to do with the job": Action,
            "Evidence": Evidence,
        }
        return self._render("legend", vocabularies=vocabularies)

    def count(self) -> str:
        """Return the number of entries."""
        return str(len(self._catalog))

    def _render(self, template: str, **values: object) -> str:
        return self._jinja.get_template(f"{template}.md.jinja").render(**values)

    def _listing(self, lead: str, entries: Iterable[Entry], *, sort: bool = True) -> str:
        chosen = by_severity(entries) if sort else list(entries)
        return self._render("listing", lead=lead, entries=chosen, list=None, number=1)

    def _term_cards(self, folder: str) -> str:
        found = self._lists[folder].values()
        return self._cards(folder, [(one.term, len(one.entries)) for one in found])

    def _cards(self, folder: str, items: Iterable[tuple[Term | Cluster, int]]) -> str:
        return self._render("cards", folder=folder, items=items)

    def _with_steps_for(self, cluster: str) -> list[Entry]:
        """Return the entries that don't name a cluster, but have steps for it."""
        return [
            entry
            for entry in self._catalog
            if cluster not in entry.clusters and any(cluster in step.clusters for step in entry.fix)
        ]

    def _numbered_clusters(self) -> list[tuple[Cluster, int]]:
        """Return each cluster with the number of entries on its page."""
        return [
            (one, len(self._catalog.seen_on(one.id)) + len(self._with_steps_for(one.id)))
            for one in self._catalog.clusters
        ]

    def _reported_often(self) -> list[Entry]:
        """Return the entries in several published tables, those in the most tables first."""
        found = frequencies(self._published)
        several = [id_ for id_, frequency in found.items() if frequency.tables > 1]
        several.sort(key=lambda id_: (-found[id_].tables, -found[id_].share, id_))
        return [self._catalog[id_] for id_ in several]

    def _present_clusters(self, entries: Iterable[Entry]) -> list[Cluster]:
        used = {cluster for entry in entries for cluster in entry.clusters}
        return [cluster for id_, cluster in self._clusters.items() if id_ in used]


def _present(vocabulary: type[Vocabulary], used: Iterable[Vocabulary]) -> list[Vocabulary]:
    found = set(used)
    return [term for term in vocabulary if term in found]


def _most_causes_first(entries: Iterable[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: (-len(entry.caused_by), entry.id))


def _issue(entry: Entry, outcome: str) -> str:
    body = (
        f"Entry: {entry.id}\n\nWhat I saw (the lines of the log):\n\n\n"
        "Which step I tried, and what happened:\n\n\nCluster and versions:\n"
    )
    return urlencode({"title": f"{entry.id}: {outcome}", "body": body})
