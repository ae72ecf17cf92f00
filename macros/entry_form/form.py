"""The form for a new error: ``trainwreck new`` in the browser.

Its fields and words come from the code of the command, so that both ask alike. The page holds them
as JSON for ``browser/entry-form``.
"""

import json
import re
from pathlib import Path
from typing import Any

import jinja2

from macros.entry_form.fields import sections, skeleton
from trainwreck import Catalog
from trainwreck.catalog.yaml_reader import LONGEST_FILE
from trainwreck.model.entry import SCHEMA_LINE
from trainwreck.model.field_types import ID_PATTERN

_TEMPLATES = Path(__file__).parent


def new_error_form(catalog: Catalog, repository: str) -> str:
    """Return the form as HTML, hidden until its script runs.

    Args:
        catalog: the entries that there are.
        repository: address of the repository on its host.

    """
    jinja = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    # Of JSON in HTML only this could end the element.
    data = json.dumps(form_data(catalog), ensure_ascii=False).replace("<", r"\u003c")
    host = re.sub(r"^https?://|/.*", "", repository)
    return jinja.get_template("new_error.html.jinja").render(
        sections=sections(catalog), repository=repository.rstrip("/"), host=host, data=data
    )


def form_data(catalog: Catalog) -> dict[str, Any]:
    """Return what the scripts of the form need, as plain values."""
    listed = [item for section in sections(catalog) for item in section.fields]
    return {
        "fields": {
            item.name: {
                "label": item.label,
                "control": item.control,
                "path": item.path,
                "optional": item.optional,
            }
            for item in listed
        },
        "schemaLine": SCHEMA_LINE,
        "skeleton": json.loads(json.dumps(skeleton(), default=str)),
        "idPattern": ID_PATTERN,
        "longestFile": LONGEST_FILE,
    }
