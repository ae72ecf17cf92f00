"""The catalog for programs that match messages themselves: the browser, and the JSON API."""

from typing import Any

from trainwreck import Catalog, Entry

FORMAT = 1
"""Raised when the meaning of a field changes."""


def compiled_catalog(catalog: Catalog) -> dict[str, Any]:
    """Return ``catalog`` as plain values.

    Entries that were withdrawn are left out: no diagnosis may lead to them.
    """
    return {
        "format": FORMAT,
        "digest": catalog.digest,
        "clusters": {cluster.id: cluster.label for cluster in catalog.clusters},
        "entries": [_entry(entry) for entry in catalog],
    }


def searched_texts(catalog: Catalog) -> dict[str, str]:
    """Return the messages and keywords of each entry, by its id, for the filter of the matrix."""
    return {
        entry.id: " ".join(
            [*(message.text for message in entry.symptom.messages), *entry.symptom.keywords]
        )
        for entry in catalog
    }


def _entry(entry: Entry) -> dict[str, Any]:
    symptom = entry.symptom
    prose = [entry.confirm, entry.root_cause, entry.prevention, entry.as_reported]
    prose += [f"{attempt.tried}. {attempt.result}" for attempt in entry.failed_attempts]
    prose += [entry.category.label, *(framework.label for framework in entry.frameworks)]
    return {
        "id": entry.id,
        "title": entry.title,
        "verdict": entry.verdict,
        "category": entry.category,
        "severity": entry.severity,
        "kind": symptom.kind,
        "clusters": entry.clusters,
        "url": entry.url,
        "caused_by": [link.id for link in entry.caused_by],
        "narrows": entry.narrows.id if entry.narrows else None,
        "messages": [message.text for message in symptom.messages],
        "secondary": [message.text for message in symptom.messages if message.secondary],
        "unless": symptom.unless,
        "telltales": symptom.telltales,
        "samples": symptom.samples,
        "keywords": symptom.keywords,
        "summary": symptom.summary,
        "cause": entry.cause,
        "first_step": entry.first_step,
        "action": {"decision": entry.action.decision, "reason": entry.action.reason},
        "fix": [
            {
                "number": step.number,
                "anchor": step.anchor,
                "title": step.title,
                "text": step.text,
                "when": step.when,
                "danger": step.danger,
                "clusters": step.clusters,
            }
            for step in entry.fix
        ],
        "prose": "\n".join(text for text in prose if text),
    }
