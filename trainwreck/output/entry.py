"""An entry as text for the terminal, as plain values, and as JSON for programs."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

import click

from trainwreck.model.clusters import Cluster
from trainwreck.snapshot.entry import Entry, Link, Step


def as_plain(entry: Entry) -> dict[str, Any]:
    """Return every field of ``entry`` as plain values: text, numbers, lists, mappings and None."""
    plain: dict[str, Any] = json.loads(json.dumps(asdict(entry), default=str))
    plain["patterns"] = plain["symptom"]["messages"]
    plain["symptom"]["messages"] = [message.text for message in entry.symptom.messages]
    plain["fix"] = [_plain_step(step) for step in entry.fix]
    links = {"caused_by": entry.caused_by, "causes": entry.leads_to, "related": entry.related}
    del plain["leads_to"]
    return {
        **plain,
        **{name: [link.id for link in found] for name, found in links.items()},
        "narrows": entry.narrows.id if entry.narrows else None,
    }


def as_json(entry: Entry) -> str:
    """Return every field of ``entry`` as a JSON object."""
    return json.dumps(as_plain(entry), indent=2, ensure_ascii=False)


def as_text(
    entry: Entry, clusters: Iterable[Cluster], cluster: str | None = None, *, color: bool = False
) -> str:
    """Return ``entry`` as Markdown that reads well in a terminal.

    Args:
        entry: what to show.
        clusters: those that there are, for their labels.
        cluster: leave out the steps that are for other clusters only.
        color: style the headings for a terminal.

    """
    labels = {known.id: known.label for known in clusters}
    blocks: list[str] = []
    for heading, text in _sections(entry, labels, cluster):
        title = click.style(heading, bold=True) if color else heading
        blocks += [title, text.rstrip()]
    return "\n\n".join(blocks)


def _plain_step(step: Step) -> dict[str, Any]:
    return {
        "number": step.number,
        "anchor": step.anchor,
        "title": step.title,
        "when": step.when,
        "clusters": list(step.clusters),
        "danger": step.danger,
        "text": step.text,
    }


def _sections(
    entry: Entry, labels: Mapping[str, str], cluster: str | None
) -> Iterator[tuple[str, str]]:
    yield f"# {entry.title}", _facts(entry, labels)
    if entry.withdrawn:
        yield "## Withdrawn", entry.withdrawn
    yield "## First step", entry.first_step
    yield "## What to do with the job", f"{entry.action.decision.label}. {entry.action.reason}"
    yield "## Symptom", entry.symptom.summary.rstrip() + _quoted(entry)
    yield "## Confirm it", entry.confirm
    yield "## Root cause", "\n\n".join(filter(None, (entry.cause, entry.root_cause)))
    yield "## Fix", "\n\n".join(map(_step, entry.steps(cluster)))
    if entry.failed_attempts:
        attempts = (f"- {item.tried}: {item.result.strip()}" for item in entry.failed_attempts)
        yield "## What did not help", "\n".join(attempts)
    if entry.as_reported:
        yield "## Reported vs. measured", entry.as_reported
    if entry.prevention:
        yield "## Prevention", entry.prevention
    links = {"Caused by": entry.caused_by, "Leads to": entry.leads_to, "Related": entry.related}
    if any(links.values()):
        lines = (f"{name}: {_ids(others)}" for name, others in links.items() if others)
        yield "## See also", "\n".join(lines)
    if entry.references:
        yield "## References", "\n".join(f"- {ref.title}: {ref.url}" for ref in entry.references)


def _quoted(entry: Entry) -> str:
    lines = [line for message in entry.symptom.messages for line in message.text.split("\n")]
    said = "\n\n" + "\n".join(f"    {line}" for line in lines) if lines else ""
    numbers = ", ".join(f"`{condition}`" for condition in entry.symptom.series)
    return said + (f"\n\nAlso found by numbers: {numbers}." if numbers else "")


def _facts(entry: Entry, labels: Mapping[str, str]) -> str:
    return (
        f"{entry.id} | {entry.category.label} | {entry.symptom.kind.label}\n"
        f"Severity: {entry.severity.label}; time to diagnose: {entry.time_to_diagnose.label};"
        f" clusters: {', '.join(labels.get(id_, id_) for id_ in entry.clusters)}\n"
        f"{entry.verified.evidence.label} {entry.verified.date}: {entry.verified.versions}"
    )


def _step(step: Step) -> str:
    where = f" ({', '.join(step.clusters)})" if step.clusters else ""
    parts = [f"{step.number}. {step.title}{where}"]
    if step.when:
        parts.append(f"When: {step.when}")
    if step.danger:
        parts.append(f"DANGER: {step.danger}")
    return "\n\n".join([*parts, step.text.rstrip()])


def _ids(links: Iterable[Link]) -> str:
    return ", ".join(link.id for link in links)
