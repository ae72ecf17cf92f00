"""An entry as text for the terminal and as JSON for programs."""

import json
from collections.abc import Iterable, Iterator

from trainwreck.catalog.loader import Catalog
from trainwreck.model.entry import Entry, FixStep

_BOLD, _PLAIN = "\033[1m", "\033[0m"


def as_json(catalog: Catalog, entry: Entry) -> str:
    """Return all fields of ``entry`` with its id, category and the links derived from others."""
    data = entry.model_dump(mode="json")
    data["causes"] = [effect.id for effect in catalog.causes[entry.id]]
    data["related"] = [other.id for other in catalog.related[entry.id]]
    return json.dumps(data, indent=2, ensure_ascii=False)


def as_text(
    catalog: Catalog, entry: Entry, cluster: str | None = None, *, colour: bool = False
) -> str:
    """Return ``entry`` as Markdown that reads well in a terminal.

    Args:
        catalog: where the linked entries are.
        entry: what to show.
        cluster: leave out the steps that are for other clusters only.
        colour: set the headings in bold with terminal escape codes.

    """
    blocks: list[str] = []
    for heading, text in _sections(catalog, entry, cluster):
        title = f"{_BOLD}{heading}{_PLAIN}" if colour else heading
        blocks += [title, text.rstrip()]
    return "\n\n".join(blocks)


def _sections(catalog: Catalog, entry: Entry, cluster: str | None) -> Iterator[tuple[str, str]]:
    yield f"# {entry.title}", _facts(catalog, entry)
    if entry.withdrawn:
        yield "## Withdrawn", entry.withdrawn
    quoted = "\n".join(
        f"    {line}" for text in entry.symptom.messages for line in text.split("\n")
    )
    yield "## First step", entry.first_step
    yield "## Symptom", entry.symptom.summary.rstrip() + (f"\n\n{quoted}" if quoted else "")
    yield "## Confirm it", entry.confirm
    yield "## Root cause", entry.root_cause
    steps = [
        step for step in entry.fix if not cluster or not step.clusters or cluster in step.clusters
    ]
    yield "## Fix", "\n\n".join(_step(number, step) for number, step in enumerate(steps, start=1))
    if entry.failed_attempts:
        attempts = (f"- {item.tried}: {item.result.strip()}" for item in entry.failed_attempts)
        yield "## What did not help", "\n".join(attempts)
    if entry.as_reported:
        yield "## As it was reported", entry.as_reported
    if entry.prevention:
        yield "## Prevention", entry.prevention
    links = {
        "Caused by": catalog.caused_by(entry),
        "Causes": catalog.causes[entry.id],
        "Related": catalog.related[entry.id],
    }
    if any(links.values()):
        yield (
            "## See also",
            "\n".join(f"{name}: {_ids(others)}" for name, others in links.items() if others),
        )
    if entry.references:
        yield "## References", "\n".join(f"- {ref.title}: {ref.url}" for ref in entry.references)


def _applies(step: FixStep, cluster: str | None) -> bool:
    return not cluster or not step.clusters or cluster in step.clusters


def _facts(catalog: Catalog, entry: Entry) -> str:
    labels = {cluster.id: cluster.label for cluster in catalog.clusters}
    return (
        f"{entry.id} | {entry.category.label} | {entry.symptom.kind.label}\n"
        f"Severity: {entry.severity.label}; time to diagnose: {entry.time_to_diagnose.label};"
        f" clusters: {', '.join(labels.get(id_, id_) for id_ in entry.clusters)}\n"
        f"{entry.verified.evidence.label} {entry.verified.date}: {entry.verified.versions}"
    )


def _step(number: int, step: FixStep) -> str:
    where = f" ({', '.join(step.clusters)})" if step.clusters else ""
    parts = [f"{number}. {step.title}{where}"]
    if step.when:
        parts.append(f"When: {step.when}")
    if step.danger:
        parts.append(f"DANGER: {step.danger}")
    return "\n\n".join([*parts, step.text.rstrip()])


def _ids(entries: Iterable[Entry]) -> str:
    return ", ".join(entry.id for entry in entries)
