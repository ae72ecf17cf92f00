"""The JSON Schemas of entries and of tables of codes, for editors and other tools."""

import json
from collections.abc import Sequence
from typing import Any

from trainwreck.model.clusters import ANYWHERE, Cluster
from trainwreck.model.code_fields import CodeTableFields
from trainwreck.model.entry import EntryFields


def schema(clusters: Sequence[Cluster]) -> str:
    """Return the JSON Schema (draft 2020-12) of an entry file, as text that ends in a newline.

    ``clusters`` are the values that the field ``clusters`` may take.
    """
    result: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    result |= EntryFields.model_json_schema()
    result["title"] = "trainwreck entry"
    known = [_choice(cluster) for cluster in clusters]
    _properties(result)["clusters"]["items"] = {"oneOf": [_choice(ANYWHERE), *known]}
    # An empty oneOf is not allowed; the schema "false" admits nothing either.
    _properties(result["$defs"]["FixStep"])["clusters"]["items"] = (
        {"oneOf": known} if known else False
    )
    return json.dumps(_without_line_breaks(result), indent=2, ensure_ascii=False) + "\n"


def code_schema() -> str:
    """Return the JSON Schema of a table of codes, in the same form."""
    result: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    result |= CodeTableFields.model_json_schema()
    result["title"] = "trainwreck table of codes"
    return json.dumps(_without_line_breaks(result), indent=2, ensure_ascii=False) + "\n"


def _choice(cluster: Cluster) -> dict[str, str]:
    return {"const": cluster.id, "description": cluster.definition}


def _properties(part: dict[str, Any]) -> dict[str, Any]:
    properties: dict[str, Any] = part["properties"]
    return properties


def _without_line_breaks(value: Any) -> Any:
    """Join the lines of descriptions, which are broken where the source code's lines end."""
    if isinstance(value, dict):
        return {
            key: " ".join(item.split())
            if key == "description" and isinstance(item, str)
            else _without_line_breaks(item)
            for key, item in value.items()
        }
    return [_without_line_breaks(item) for item in value] if isinstance(value, list) else value
