"""Reads the file of a center's notes, and says what is wrong with it by line and field."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from trainwreck.catalog.yaml_reader import EntrySource, read
from trainwreck.model.problems import CatalogError, did_you_mean
from trainwreck.notes.site_notes import EntryNotes, SiteLink, SiteNotes
from trainwreck.snapshot.catalog import Snapshot

_Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000)]
_Address = Annotated[str, StringConstraints(pattern=r"^(https?://|mailto:)\S+$")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Link(_Strict):
    title: _Text
    url: _Address


class _EntryFields(_Strict):
    limits: _Text | None = None
    steps: tuple[_Text, ...] = ()
    contact: _Text | None = None
    links: tuple[_Link, ...] = ()


class _File(_Strict):
    site: _Text
    contact: _Text | None = None
    entries: dict[str, _EntryFields] = Field(default_factory=dict)
    codes: dict[str, _EntryFields] = Field(default_factory=dict)


_MODELS: tuple[type[BaseModel], ...] = (_File, _EntryFields, _Link)
"""The models of the file, of the notes on an entry or code, and of a link."""

_EXPLANATIONS = {
    "missing": ("is missing", "add it"),
    "string_pattern_mismatch": ("is not an address", "begin it with https://, http:// or mailto:"),
    "string_type": ("is not text", "put it in quotes"),
    "tuple_type": ("is not a list", 'begin each item with "- "'),
    "model_type": ("is not a mapping", "write fields with values"),
    "dict_type": ("is not a mapping", "write fields with values"),
}
"""What is wrong and what would be right, by the type of error that pydantic found."""


def read_notes(path: Path, catalog: Snapshot) -> SiteNotes:
    """Return the notes in a YAML file.

    Args:
        path: the file.
        catalog: the entries that it may name, by their ids or former ids, and the codes.

    Raises:
        CatalogError: if it cannot be read or anything in it is wrong.

    """
    source = read(path)
    fields, codes = None, {}
    if not source.problems:
        fields = _validated(source)
    if fields:
        for id_ in fields.entries:
            if not catalog.get(id_):
                remedy = did_you_mean(id_, list(catalog.ids))
                source.report(("entries", id_), "there is no such entry", remedy)
        codes = _codes(fields.codes, source, catalog)
    if source.problems or fields is None:
        raise CatalogError(source.problems)
    entries = {
        entry.id: _notes(notes)
        for id_, notes in fields.entries.items()
        if (entry := catalog.get(id_))
    }
    return SiteNotes(fields.site, fields.contact, entries, codes)


def _codes(
    fields: Mapping[str, _EntryFields], source: EntrySource, catalog: Snapshot
) -> dict[str, EntryNotes]:
    """Return the notes by the code as a diagnosis names it; report what is no code."""
    found = {}
    for key, notes in fields.items():
        table, _, written = key.partition(" ")
        if table not in catalog.code_table_ids:
            problem = "there is no such table of codes"
            source.report(("codes", key), problem, did_you_mean(table, catalog.code_table_ids))
            continue
        named = {
            name.lower(): code.label
            for code in catalog.code_table(table).codes
            for name in (code.label, code.name)
            if name
        }
        if label := named.get(written.strip().lower()):
            found[f"{table} {label}"] = _notes(notes)
        else:
            codes = catalog.code_table(table).codes
            remedy = did_you_mean(written, [code.name or code.label for code in codes])
            source.report(("codes", key), f"{table} has no such code", remedy)
    return found


def _validated(source: EntrySource) -> _File | None:
    try:
        return _File.model_validate(source.data)
    except ValidationError as error:
        for details in error.errors(include_url=False):
            source.report(details["loc"], *_explained(details))
    return None


def _explained(details: ErrorDetails) -> tuple[str, str]:
    """Return what is wrong, and what would be right."""
    if details["type"] == "extra_forbidden":
        where = details["loc"]
        model = _MODELS[0 if len(where) == 1 else 2 if "links" in where else 1]
        return "is not a field of the notes", did_you_mean(str(where[-1]), list(model.model_fields))
    return _EXPLANATIONS.get(details["type"], (details["msg"], "see the page on integrations"))


def _notes(fields: _EntryFields) -> EntryNotes:
    links = tuple(SiteLink(link.title, link.url) for link in fields.links)
    return EntryNotes(fields.limits, fields.steps, fields.contact, links)
