"""The static JSON API, version 1; ``docs/api.md`` describes every field.

Fields are only ever added. Whatever would change or drop one gets a folder ``api/v2/`` beside this.
"""

import json
from collections.abc import Iterator
from typing import Any

from trainwreck import Catalog, Entry
from trainwreck.model.json_schema import schema
from trainwreck.snapshot.compiled import compile_catalog

SCHEMA_VERSION = "1.1"
"""The second number is raised where a field is added."""
LICENCE = "CC-BY-4.0"
"""Of what the entries say, by its SPDX identifier."""
LICENCE_URL = "https://creativecommons.org/licenses/by/4.0/"
_ROOT = "api/v1/"


def documents(catalog: Catalog, base: str, generated_at: str) -> Iterator[tuple[str, str]]:
    """Yield the address of each document, relative to the site, and its text.

    Args:
        catalog: the entries.
        base: address of the site, with a slash at its end.
        generated_at: time of the build, as in RFC 3339.

    """

    def envelope(data: Any, total: int) -> str:
        document = {
            "schema_version": SCHEMA_VERSION,
            "generated_at": generated_at,
            "license": LICENCE,
            "total": total,
            "data": data,
        }
        return json.dumps(document, ensure_ascii=False)

    entries = catalog.entries.values()
    listed = [_summary(catalog, entry, base) for entry in entries]
    yield f"{_ROOT}errors.json", envelope(listed, len(listed))
    for entry in entries:
        text = envelope(_details(catalog, entry, base), 1)
        for id_ in (entry.id, *entry.aliases):  # a host of static files cannot redirect programs
            yield f"{_ROOT}errors/{id_}.json", text
    yield f"{_ROOT}catalog.json", envelope(compile_catalog(catalog), len(catalog))
    yield f"{_ROOT}schema.json", schema(catalog.clusters)


def _summary(catalog: Catalog, entry: Entry, base: str) -> dict[str, Any]:
    return {
        "id": entry.id,
        "title": entry.title,
        "url": page_url(entry, base),
        "api_url": f"{base}{_ROOT}errors/{entry.id}.json",
        "category": entry.category,
        "severity": entry.severity,
        "time_to_diagnose": entry.time_to_diagnose,
        "kind": entry.symptom.kind,
        "clusters": entry.clusters,
        "frameworks": entry.frameworks,
        "messages": entry.symptom.messages,
        "cause": entry.cause,
        "first_step": entry.first_step,
        "evidence": catalog.standing(entry),
        "verified": str(entry.verified.date),
        "withdrawn": entry.withdrawn,
    }


def _details(catalog: Catalog, entry: Entry, base: str) -> dict[str, Any]:
    plain = entry.model_dump(mode="json")
    proof = catalog.proof(entry)
    numbers = [number for number, _ in entry.numbered_fix]
    steps = zip(numbers, plain["fix"], strict=True)
    return {
        **plain,
        "url": page_url(entry, base),
        "markdown_url": f"{page_url(entry, base)}index.html.md",
        "cause": entry.cause,
        "fix": [{"number": number, **step} for number, step in steps],
        "causes": [effect.id for effect in catalog.causes[entry.id]],
        "related": [other.id for other in catalog.related[entry.id]],
        "evidence": catalog.standing(entry),
        "proof": proof.model_dump(mode="json") if proof else None,
    }


def page_url(entry: Entry, base: str) -> str:
    """Return the address of the page of ``entry`` on the site at ``base``."""
    return f"{base}errors/{entry.id}/"
