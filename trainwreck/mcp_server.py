"""A server of the Model Context Protocol: assistants in editors diagnose, search and look up.

Speaks over standard input and output; nothing is sent anywhere. Source: modelcontextprotocol.io and
the official Python package ``mcp``.
"""

from typing import Any

from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError

from trainwreck import SITE, __version__, report
from trainwreck.catalog import Catalog
from trainwreck.compiled import compile_catalog, from_plain
from trainwreck.doctor import Doctor
from trainwreck.faults import did_you_mean
from trainwreck.show import as_text

MOST_ENTRIES = 20
_INSTRUCTIONS = (
    "Errors that training jobs on GPUs and clusters die of, with root causes and fixes. Call"
    " diagnose with the log or the lines around the error first; show gives an entry in full."
    " Steps with a danger note can destroy data: show the note before the command."
)


def server(catalog: Catalog) -> FastMCP[Any]:
    """Return the server for ``catalog``, not yet running."""
    doctor = Doctor(from_plain(compile_catalog(catalog)))
    result: FastMCP[Any] = FastMCP("trainwreck", instructions=_INSTRUCTIONS, website_url=SITE)
    result._mcp_server.version = __version__  # noqa: SLF001  there is no public way to tell it

    @result.tool()
    def diagnose(log: str, cluster: str | None = None) -> dict[str, Any]:
        """Name the errors that explain a log, the earliest cause first.

        Args:
            log: what the job printed, whole or in part.
            cluster: id of the cluster on which it ran; leaves out the steps for others.

        """
        _known_cluster(catalog, cluster)
        diagnosis = doctor.diagnose([log.encode("utf-8", "replace")], "log")
        return report.as_plain([diagnosis], cluster)[0]

    @result.tool()
    def search(words: str, limit: int = 5) -> list[dict[str, str]]:
        """Name the entries that are most like some words, those whose message stands in them first.

        Args:
            words: a line of a log, or what is seen in plain words.
            limit: how many, from 1 to 20.

        """
        if not 1 <= limit <= MOST_ENTRIES:
            raise ToolError(f"limit is {limit}; write a number from 1 to {MOST_ENTRIES}")
        return [
            {
                "id": entry.id,
                "title": entry.title,
                "cause": entry.cause,
                "first_step": entry.first_step,
                "url": SITE + entry.url,
            }
            for entry in doctor.search(words, limit)
        ]

    @result.tool()
    def show(id: str, cluster: str | None = None) -> str:  # noqa: A002  the catalog's own word
        """Return an entry as Markdown: symptom, how to confirm it, root cause, fix.

        Args:
            id: the entry's id, such as disk-quota-exceeded.
            cluster: id of the cluster; leaves out the steps for others.

        """
        _known_cluster(catalog, cluster)
        entry = catalog.find(id)
        if not entry:
            raise ToolError(f'no entry "{id}"; {did_you_mean(id, list(catalog.entries))}')
        return as_text(catalog, entry, cluster)

    return result


def _known_cluster(catalog: Catalog, cluster: str | None) -> None:
    known = [item.id for item in catalog.clusters]
    if cluster is not None and cluster not in known:
        raise ToolError(f'no cluster "{cluster}"; {did_you_mean(cluster, known)}')
