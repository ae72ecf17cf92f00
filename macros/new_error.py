"""The form for a new error: ``trainwreck new`` in the browser.

Its fields, words and rules come from the code of the command, so that both ask and judge alike. The
form holds them as JSON for ``docs/assets/javascripts/new-error*.js``, schema included: one page
works from the disk too.
"""

import json
import re
from pathlib import Path
from typing import Any

import jinja2

from macros.javascript_patterns import javascript
from macros.new_error_fields import sections, skeleton
from trainwreck import Catalog
from trainwreck.catalog.yaml_reader import LONGEST_FILE
from trainwreck.drafting import first_look, proposals
from trainwreck.logs import redaction
from trainwreck.logs.templates import ANYWHERE
from trainwreck.markdown import prose_rules as prose
from trainwreck.model.clusters import ANY_CLUSTER
from trainwreck.model.entry import SCHEMA_LINE
from trainwreck.model.field_types import (
    ID_PATTERN,
    LEAST_LITERAL_CHARACTERS,
    LONGEST_ID,
)
from trainwreck.model.frameworks import Framework
from trainwreck.model.json_schema import schema
from trainwreck.model.vocabulary import KINDS_THAT_PRINT

_TEMPLATES = Path(__file__).parent / "templates"
_OWN = {
    "space": re.compile(r"\s+"),
    "ends": re.compile(r"^\s+|\s+$"),
    "end": re.compile(r"\s+$"),
}


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
        "fields": {item.name: {"label": item.label, "path": item.path} for item in listed},
        "schema": json.loads(schema(catalog.clusters)),
        "schemaLine": SCHEMA_LINE,
        "skeleton": json.loads(json.dumps(skeleton(), default=str)),
        "former": _former(catalog),
        "idPattern": ID_PATTERN,
        "anyCluster": ANY_CLUSTER,
        "kindsThatPrint": [str(kind) for kind in KINDS_THAT_PRINT],
        "signs": {str(term): sorted(term.words) for term in Framework},
        "redaction": {
            "names": [javascript(pattern) for pattern in redaction.WHO],
            "replacements": [
                {"pattern": javascript(pattern), "with": replacement.replace(r"\g<", "$<")}
                for pattern, replacement in redaction.REPLACEMENTS
            ],
            "traces": [
                {
                    "pattern": javascript(trace.pattern),
                    "telling": javascript(trace.telling),
                    "problem": trace.problem,
                    "placeholder": trace.placeholder,
                }
                for trace in redaction.TRACES
            ],
            "noNames": sorted(redaction.NO_NAMES),
            "shortestName": redaction.SHORTEST_NAME,
        },
        "patterns": {
            name: javascript(pattern)
            for name, pattern in (
                first_look.PATTERNS | proposals.PATTERNS | prose.PATTERNS | _OWN
            ).items()
        },
        "limits": {
            **proposals.LIMITS,
            "title": first_look.LONGEST_TITLE,
            "wordsOfAnId": first_look.WORDS_OF_AN_ID,
            "lettersAnywhere": ANYWHERE,
            "leastLetters": LEAST_LITERAL_CHARACTERS,
            "file": LONGEST_FILE,
            "id": LONGEST_ID,
        },
    }


def _former(catalog: Catalog) -> dict[str, str]:
    """Return the ids that no diagnosis names and that are taken all the same, with their pages."""
    entries = catalog.entries.values()
    return {**catalog.aliases, **{entry.id: entry.id for entry in entries if entry.withdrawn}}
