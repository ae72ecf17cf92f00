"""The server for assistants, driven by the official client over standard input and output."""

import asyncio
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import CallToolResult, TextContent

LINE = "RuntimeError: No HIP GPUs are available"
ID = "no-hip-gpus-available"


def call(tool: str, **arguments: Any) -> CallToolResult:
    async def session() -> CallToolResult:
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "trainwreck", "serve-mcp"], env=dict(os.environ)
        )
        async with stdio_client(server) as streams, ClientSession(*streams) as client:
            await client.initialize()
            return await client.call_tool(tool, arguments)

    # In a thread of its own: the browser of other tests keeps an event loop in the main one.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, session()).result()


def text(result: CallToolResult) -> str:
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))


def test_log_is_diagnosed() -> None:
    result = call("diagnose", log=f"epoch 1\n{LINE}\n", cluster="lumi")
    assert not result.isError
    (match,) = json.loads(text(result))["matches"]
    assert (match["id"], match["role"], match["lines"][0]["number"]) == (ID, "cause", 2)


def test_words_are_searched() -> None:
    result = call("search", words="home directory is full, disk quota", limit=3)
    assert result.structuredContent
    assert result.structuredContent["result"][0]["id"] == "disk-quota-exceeded"


def test_entry_is_shown() -> None:
    shown = text(call("show", id=ID))
    assert "## Root cause" in shown


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("show", {"id": "disk-qouta"}, 'did you mean "disk-quota-exceeded"'),
        ("show", {"id": ID, "cluster": "lumy"}, 'did you mean "lumi"'),
        ("diagnose", {"log": LINE, "cluster": "lumy"}, 'did you mean "lumi"'),
        ("search", {"words": "x", "limit": 0}, "write a number from 1 to 20"),
        ("diagnose", {}, "log"),
    ],
)
def test_wrong_argument_is_answered_with_the_remedy(
    tool: str, arguments: dict[str, Any], message: str
) -> None:
    result = call(tool, **arguments)
    assert result.isError
    assert message in text(result)


def test_missing_package_is_named_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "mcp.py").write_text("raise ModuleNotFoundError(\"No module named 'mcp'\")\n")
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "trainwreck", "serve-mcp"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "No module named 'mcp': install it with: pip install 'trainwreck[mcp]'\n"
