"""A server of the Model Context Protocol: assistants in editors diagnose, search and look up.

Speaks over standard input and output; nothing is sent anywhere. Source: modelcontextprotocol.io and
the official Python package ``mcp``, whose low-level server leaves it to us to judge arguments, so
that what is wrong with them is said in our words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import anyio
from mcp import types as protocol
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from trainwreck.catalog.loader import Catalog
from trainwreck.markdown.absolute_links import portable
from trainwreck.matching.engine import Doctor
from trainwreck.mcp.arguments import (
    Arguments,
    ForDiagnose,
    ForSearch,
    ForShow,
    input_schema,
    judged,
)
from trainwreck.metadata import SITE, __version__
from trainwreck.model.problems import did_you_mean
from trainwreck.output import diagnosis as report
from trainwreck.output.entry import as_text
from trainwreck.snapshot.compiled import compile_catalog, from_plain

_INSTRUCTIONS = (
    "Errors that training jobs on GPUs and clusters die of, with root causes and fixes. Call"
    " diagnose with the log or the lines around the error first; show gives an entry in full."
    " Steps with a danger note can destroy data: show the note before the command."
)


class Answers:
    """What the tools answer: each method is one, and its docstring tells assistants of it."""

    def __init__(self, catalog: Catalog) -> None:
        """Answer from ``catalog``."""
        self._catalog = catalog
        self._doctor = Doctor(from_plain(compile_catalog(catalog)))

    def diagnose(self, given: ForDiagnose) -> dict[str, Any]:
        """Name the errors that explain a log, the earliest cause first."""
        diagnosis = self._doctor.diagnose([given.log.encode("utf-8", "replace")], "log")
        return report.as_plain([diagnosis], given.cluster)[0]

    def search(self, given: ForSearch) -> dict[str, Any]:
        """Name the entries most like some words, those whose message stands in them first."""
        found = [
            {
                "id": entry.id,
                "title": entry.title,
                "cause": portable(entry.cause),
                "first_step": entry.first_step,
                "url": SITE + entry.url,
            }
            for entry in self._doctor.search(given.words, given.limit)
        ]
        return {"result": found}

    def show(self, given: ForShow) -> list[protocol.TextContent]:
        """Return an entry as Markdown: symptom, how to confirm it, root cause, fix."""
        entry = self._catalog.find(given.id)
        if not entry:
            advice = did_you_mean(given.id, list(self._catalog.entries))
            raise ValueError(f'id: no entry "{given.id}"; {advice}')
        text = portable(as_text(self._catalog, entry, given.cluster))
        return [protocol.TextContent(type="text", text=text)]


@dataclass(frozen=True)
class _Tool:
    takes: type[Arguments]
    answer: Callable[[Any], Any]


def server(catalog: Catalog) -> Server[Any, Any]:
    """Return the server for ``catalog``, not yet running."""
    answers = Answers(catalog)
    clusters = [cluster.id for cluster in catalog.clusters]
    tools: Mapping[str, _Tool] = {
        "diagnose": _Tool(ForDiagnose, answers.diagnose),
        "search": _Tool(ForSearch, answers.search),
        "show": _Tool(ForShow, answers.show),
    }
    result: Server[Any, Any] = Server(
        "trainwreck", version=__version__, instructions=_INSTRUCTIONS, website_url=SITE
    )

    async def list_tools() -> list[protocol.Tool]:
        return [
            protocol.Tool(
                name=name,
                description=tool.answer.__doc__,
                inputSchema=input_schema(tool.takes, clusters),
            )
            for name, tool in tools.items()
        ]

    async def call_tool(name: str, arguments: dict[str, Any]) -> Any:
        """Answer a call; the text of an exception is the answer too, marked as an error."""
        if name not in tools:
            raise ValueError(f'no tool "{name}"; {did_you_mean(name, list(tools))}')
        tool = tools[name]
        return tool.answer(judged(tool.takes, arguments, clusters))

    result.list_tools()(list_tools)  # type: ignore[no-untyped-call]
    result.call_tool(validate_input=False)(call_tool)
    return result


def run(catalog: Catalog) -> None:
    """Serve ``catalog`` over standard input and output until the input ends."""
    served = server(catalog)

    async def serve() -> None:
        async with stdio_server() as (read, write):
            await served.run(read, write, served.create_initialization_options())

    try:
        anyio.run(serve)
    except* anyio.ClosedResourceError:
        pass  # the input ended while an answer was still to be written: nobody waits for it
