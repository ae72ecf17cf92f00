"""A server of the Model Context Protocol: assistants in editors diagnose, search and look up.

Speaks over standard input and output; nothing is sent anywhere. Source: modelcontextprotocol.io and
the official Python package ``mcp``.
"""

import re
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from io import TextIOWrapper
from typing import Any, BinaryIO, cast

import anyio
from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from mcp.server.fastmcp.tools import Tool
from mcp.server.stdio import stdio_server
from mcp.types import ContentBlock, ToolAnnotations
from pydantic import ValidationError, create_model
from pydantic_core import ErrorDetails

from trainwreck.mcp.tools import MOST_ENTRIES, Tools
from trainwreck.metadata import SITE, __version__
from trainwreck.model.problems import did_you_mean
from trainwreck.snapshot.catalog import Snapshot

_INSTRUCTIONS = (
    "Errors that GPU training jobs die of, with root causes and fixes. Start with diagnose and the"
    " log, the lines around the error, or the path of the log; show returns an entry in full;"
    " explain says what a single code means, such as exit code 137. Steps with a danger note can"
    " destroy data: show the note before the command."
)
_READS_ONLY = ToolAnnotations(
    readOnlyHint=True, destructiveHint=False, idempotentHint=True, openWorldHint=False
)
# An escaped backslash, a pair, or half of a pair, which is no text and would get no answer.
_HALF = re.compile(
    r"(\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)


class Server(FastMCP[None]):
    """The server for one catalog. What is wrong with a call is said in words for the caller."""

    def __init__(self, catalog: Snapshot) -> None:
        """Prepare to answer from ``catalog``."""
        tools = Tools(catalog)
        clusters = [cluster.id for cluster in catalog.clusters]
        self._known = {
            "diagnose": _tool(tools.diagnose, clusters, structured=True),
            "search": _tool(tools.search, clusters, structured=True),
            "explain": _tool(tools.explain, clusters, structured=True),
            "show": _tool(tools.show, clusters, structured=False),
        }
        super().__init__(
            "trainwreck",
            instructions=_INSTRUCTIONS,
            website_url=SITE,
            tools=list(self._known.values()),
            log_level="ERROR",
        )
        self._mcp_server.version = __version__  # for which there is no argument

    async def run_stdio_async(self) -> None:
        """Serve over standard input and output."""
        stdin = cast("anyio.AsyncFile[str]", server_lines(sys.stdin.buffer))
        async with stdio_server(stdin) as (reading, writing):
            options = self._mcp_server.create_initialization_options()
            await self._mcp_server.run(reading, writing, options)

    async def call_tool(
        self, name: str, arguments: dict[str, Any]
    ) -> Sequence[ContentBlock] | dict[str, Any]:
        """Answer a call; the text of an error is the answer too, marked as an error."""
        if name not in self._known:
            raise ToolError(f'no tool "{name}"; {did_you_mean(name, list(self._known))}')
        try:
            return await super().call_tool(name, arguments)
        except ToolError as error:
            if isinstance(cause := error.__cause__, ValidationError):
                properties = self._known[name].parameters["properties"]
                found = cause.errors(include_url=False)
                text = "\n".join(_worded(properties, details) for details in found)
                raise ToolError(text) from None
            raise ToolError(str(cause or error)) from None


def run(catalog: Snapshot) -> None:
    """Serve ``catalog`` over standard input and output until the input ends."""
    try:
        Server(catalog).run()
    except* anyio.ClosedResourceError:
        pass  # the input ended while an answer was still to be written: nobody waits for it


async def server_lines(stdin: BinaryIO) -> AsyncIterator[str]:
    """Yield the lines of the input, which have a replacement character for half of a pair."""
    async for line in anyio.wrap_file(TextIOWrapper(stdin, encoding="utf-8", errors="replace")):
        yield _HALF.sub(lambda found: found[1] or r"\ufffd", line)


def _tool(function: Callable[..., Any], clusters: Sequence[str], *, structured: bool) -> Tool:
    """Return ``function`` as a tool that refuses arguments which it does not have."""
    tool = Tool.from_function(
        function, annotations=_READS_ONLY, structured_output=None if structured else False
    )
    arguments = tool.fn_metadata.arg_model
    closed = create_model(
        arguments.__name__, __base__=arguments, __cls_kwargs__={"extra": "forbid"}
    )
    tool.fn_metadata.arg_model = closed  # type: ignore[assignment]  # derived from it
    tool.parameters = closed.model_json_schema(by_alias=True)
    if cluster := tool.parameters["properties"].get("cluster"):
        text = next(choice for choice in cluster["anyOf"] if choice["type"] == "string")
        text["enum"] = list(clusters)
    return tool


def _worded(properties: dict[str, Any], details: ErrorDetails) -> str:
    name = str(details["loc"][0])
    if details["type"] == "extra_forbidden":
        advice = did_you_mean(name, list(properties))
        return f"{name}: is not an argument of this tool; {advice}"
    explanation = _EXPLANATIONS.get(details["type"])
    message, fix = explanation(details) if explanation else (details["msg"], "change it")
    return f"{name}: {message}; {fix}: {properties[name]['description']}"


_IN_RANGE = f"write a number from 1 to {MOST_ENTRIES}"
_EXPLANATIONS: dict[str, Callable[[ErrorDetails], tuple[str, str]]] = {
    "missing": lambda _: ("is missing", "add it"),
    "string_type": lambda details: (f"is {_type_name(details['input'])}, not text", "write text"),
    "string_too_short": lambda _: ("is empty", "write it"),
    "int_type": lambda details: (
        f"is {_type_name(details['input'])}, not a whole number",
        "write a number without quotes",
    ),
    "greater_than_equal": lambda details: (f"is {details['input']}", _IN_RANGE),
    "less_than_equal": lambda details: (f"is {details['input']}", _IN_RANGE),
    "rule": lambda details: (details["ctx"]["message"], details["ctx"]["fix"]),
}


def _type_name(value: object) -> str:
    names = {
        bool: "a boolean",
        int: "a number",
        float: "a number",
        str: "text",
        list: "a list",
        dict: "a mapping",
    }
    return names.get(type(value), "null")
