"""The counts of a report as a table of the file docs/frequencies.yml, which the site shows."""

import json
from collections.abc import Mapping
from typing import Any

_COMMENT = """\
# A table for docs/frequencies.yml of the catalog. Write your center and the cluster into the title,
# and an address if the numbers are published. Names of nodes, jobs and users are not in it.
"""


def as_frequencies(report: Mapping[str, Any]) -> str:
    """Return the causes of ``report`` that have an entry as YAML; JSON in lines is YAML too."""
    weeks = report["weeks"]
    period = f"{weeks[0]['week']} to {weeks[-1]['week']}" if weeks else report["date"]
    head = {"title": report["site"] or "", "period": period, "share_of": "failed jobs"}
    lines = [f"{name}: {_quoted(value)}" for name, value in head.items()]
    rows = [_row(cause) for cause in report["causes"] if cause["id"]]
    table = "\n  ".join([*lines, f"rows:{'' if rows else ' []'}", *(f"  - {row}" for row in rows)])
    return f"{_COMMENT}- {table}\n"


def _row(cause: Mapping[str, Any]) -> str:
    share = round(100 * cause["share"], 2)
    name, id_ = _quoted(cause["title"]), cause["id"]
    return f"{{name: {name}, error: {id_}, count: {cause['count']}, share: {share}}}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
