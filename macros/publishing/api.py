"""The static JSON API, version 1; ``docs/api.md`` describes every field.

Fields are only ever added. Whatever would change or drop one gets a folder ``api/v2/`` beside this.
"""

import json
from collections.abc import Iterator
from typing import Any

from macros.catalog_data.compiled_catalog import compiled_catalog
from trainwreck import Catalog, Entry
from trainwreck.matching.codes import Reading
from trainwreck.model.json_schema import schema
from trainwreck.output.codes import as_plain as code_as_plain
from trainwreck.output.entry import as_plain
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.snapshot.codes import Code, CodeTable

SCHEMA_VERSION = "1.3"
"""The second number is raised where a field is added."""
LICENSE = "CC-BY-4.0"
"""Of what the entries say, by its SPDX identifier."""
LICENSE_URL = "https://creativecommons.org/licenses/by/4.0/"
_ROOT = "api/v1/"


def documents(catalog: Snapshot, base: str, generated_at: str) -> Iterator[tuple[str, str]]:
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
            "license": LICENSE,
            "total": total,
            "data": data,
        }
        return json.dumps(document, ensure_ascii=False)

    entries = catalog.entries.values()
    listed = [_summary(entry, base) for entry in entries]
    yield f"{_ROOT}errors.json", envelope(listed, len(listed))
    for entry in entries:
        text = envelope(_details(entry, base), 1)
        for id_ in (entry.id, *entry.aliases):  # a host of static files cannot redirect programs
            yield f"{_ROOT}errors/{id_}.json", text
    yield f"{_ROOT}catalog.json", envelope(compiled_catalog(catalog), len(catalog))
    yield f"{_ROOT}schema.json", schema(catalog.clusters)
    tables = tuple(catalog.code_tables())
    listed_tables = [_table(table, base) for table in tables]
    yield f"{_ROOT}codes.json", envelope(listed_tables, len(listed_tables))
    for table in tables:
        codes = [_code(table, code, catalog, base) for code in table.codes]
        yield f"{_ROOT}codes/{table.id}.json", envelope(codes, len(codes))


def _summary(entry: Entry, base: str) -> dict[str, Any]:
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
        "messages": [message.text for message in entry.symptom.messages],
        "verdict": entry.verdict,
        "cause": entry.cause,
        "first_step": entry.first_step,
        "action": entry.action.decision,
        "evidence": entry.evidence,
        "verified": str(entry.verified.date),
        "withdrawn": entry.withdrawn,
    }


def _table(table: CodeTable, base: str) -> dict[str, Any]:
    source = table.source
    return {
        "id": table.id,
        "title": table.title,
        "summary": table.summary,
        "source": {"title": source.title, "url": source.url, "version": source.version},
        "forms": table.forms,
        "patterns": [pattern.text for pattern in table.patterns],
        "total": len(table.codes),
        "url": f"{base}codes/{table.id}/",
        "api_url": f"{base}{_ROOT}codes/{table.id}.json",
    }


def _code(table: CodeTable, code: Code, catalog: Catalog, base: str) -> dict[str, Any]:
    entry = catalog.get(code.entry) if code.entry else None
    return {**code_as_plain(Reading(table, code, entry)), "url": base + table.url(code)}


def _details(entry: Entry, base: str) -> dict[str, Any]:
    url = page_url(entry, base)
    return {**as_plain(entry), "url": url, "markdown_url": f"{url}index.html.md"}


def page_url(entry: Entry, base: str) -> str:
    """Return the address of the page of ``entry`` on the site at ``base``."""
    return f"{base}errors/{entry.id}/"
