"""A report for publishing: without names of nodes, jobs, users and files, and without log lines."""

import re
from collections.abc import Mapping
from typing import Any

_EXCEPTION = re.compile(r"(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Timeout)\b")


def anonymized(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of ``report`` that names nobody and nothing of the cluster.

    Counts, shares, entries of the catalog and weeks stay. Nodes and jobs are numbered. Of an error
    that no entry explains, only the name of its exception stays.
    """
    return {
        **report,
        "anonymous": True,
        "site": None,
        "causes": [{**cause, "example": None, "notes": []} for cause in report["causes"]],
        "codes": [{**code, "notes": []} for code in report["codes"]],
        "nodes": {
            **report["nodes"],
            "rows": [
                {**row, "node": f"node {number}"}
                for number, row in enumerate(report["nodes"]["rows"], 1)
            ],
        },
        "retries": {
            **report["retries"],
            "rows": [
                {
                    **row,
                    "job": f"job {number}",
                    "error": _exception(row["error"] or ""),
                    "logs": [],
                }
                for number, row in enumerate(report["retries"]["rows"], 1)
            ],
        },
        "unknown": [
            {
                "template": _exception(group["template"]),
                "count": group["count"],
                "example": None,
                "log": None,
                "command": None,
            }
            for group in report["unknown"]
        ],
        "unreadable": [],
    }


def _exception(template: str) -> str | None:
    match = _EXCEPTION.match(template)
    return match[0].rpartition(".")[2] if match else None
