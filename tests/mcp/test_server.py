"""The server for assistants, driven by the official client over standard input and output."""

import asyncio
import gzip
import io
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import CallToolResult, TextContent

import trainwreck
from tests.support.flight_dumps import dump, entry, write_dumps
from trainwreck.mcp.server import server_lines
from trainwreck.metadata import REPOSITORY

Answer = TypeVar("Answer")
LINE = "RuntimeError: No HIP GPUs are available"
ID = "no-hip-gpus-available"
INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


@asynccontextmanager
async def connected() -> AsyncIterator[ClientSession]:
    """Start the server and connect to it."""
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "trainwreck", "serve-mcp"], env=dict(os.environ)
    )
    async with stdio_client(server) as streams, ClientSession(*streams) as client:
        await client.initialize()
        yield client


class Client:
    """Asks one server, as an assistant does throughout a conversation."""

    def __init__(self, portal: BlockingPortal, session: ClientSession) -> None:
        self._portal, self._session = portal, session

    def ask(self, question: Callable[[ClientSession], Awaitable[Answer]]) -> Answer:
        return self._portal.call(question, self._session)

    def __call__(self, tool: str, **arguments: Any) -> CallToolResult:
        return self.ask(lambda session: session.call_tool(tool, arguments))


@pytest.fixture(scope="module")
def call() -> Iterator[Client]:
    """Start the server and hand out what calls its tools."""
    # In a thread of its own: the browser of other tests keeps an event loop in the main one.
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(connected()) as session,
    ):
        yield Client(portal, session)


def text(result: CallToolResult) -> str:
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))


def test_log_is_diagnosed(call: Client) -> None:
    result = call("diagnose", log=f"epoch 1\n{LINE}\n", cluster="lumi")
    assert not result.isError
    (match,) = json.loads(text(result))["matches"]
    assert (match["id"], match["role"], match["lines"][0]["number"]) == (ID, "cause", 2)


def test_log_is_read_by_its_path(tmp_path: Path, call: Client) -> None:
    path = tmp_path / "train.log.gz"
    path.write_bytes(gzip.compress(f"epoch 1\n{LINE}\n".encode()))
    result = call("diagnose", path=str(path))
    assert result.structuredContent
    assert result.structuredContent["source"] == str(path)
    assert result.structuredContent["matches"][0]["id"] == ID


def test_dumps_beside_a_log_become_part_of_its_answer(tmp_path: Path, call: Client) -> None:
    done = [entry(number) for number in range(1, 6)]
    waited = dump(*done, entry(6, state="started"), ranks=range(2))
    write_dumps(tmp_path, {0: waited, 1: dump(*done, ranks=range(2))})
    path = tmp_path / "train.log"
    path.write_text("[Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=6)\n")
    answer = call("diagnose", path=str(path)).structuredContent
    assert answer
    assert answer["verdict"] == "Rank 1 never joined all_reduce 6; rank 0 waited."
    recorder = answer["flight_recorder"]
    assert (recorder["said"], recorder["ranks"]) == (answer["verdict"], [0, 1])
    assert recorder["findings"][0]["missing"] == [1]
    alone = call("diagnose", log=path.read_text()).structuredContent
    assert alone
    assert alone["flight_recorder"] is None


def test_log_that_is_json_stays_text(call: Client) -> None:
    result = call("diagnose", log=json.dumps({"message": LINE}))
    assert json.loads(text(result))["matches"][0]["id"] == ID


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (r"a\ud800b", "a\ufffdb"),
        (r"a\udfff", "a\ufffd"),
        (r"a\ud83d\ude00", "a\U0001f600"),
        (r"a\\ud800", r"a\ud800"),
    ],
)
def test_half_of_a_pair_is_answered(sent: str, read: str) -> None:
    line = f'{{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {{"x": "{sent}"}}}}\n'

    async def lines() -> list[str]:
        return [line async for line in server_lines(io.BytesIO(line.encode()))]

    with ThreadPoolExecutor(1) as pool:
        (found,) = pool.submit(asyncio.run, lines()).result()
    assert json.loads(found)["params"]["x"] == read


def test_text_that_is_no_unicode_gets_an_answer() -> None:
    show = {"name": "show", "arguments": {"id": "\ud800"}}
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": INITIALIZE},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": show},
    ]
    sent = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    with subprocess.Popen(
        [sys.executable, "-m", "trainwreck", "serve-mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin
        assert server.stdout
        server.stdin.write(sent)
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline()) for _ in range(2)]
        server.stdin.close()
    assert [answer["id"] for answer in answers] == [1, 2]
    assert "no entry" in answers[1]["result"]["content"][0]["text"]


def test_words_are_searched(call: Client) -> None:
    result = call("search", words="home directory is full, disk quota", limit=3)
    assert result.structuredContent
    first = result.structuredContent["result"][0]
    assert (first["id"], first["fits"]) == ("disk-quota-exceeded", True)
    assert result.structuredContent["note"] is None


def test_search_says_where_no_entry_fits(call: Client) -> None:
    result = call("search", words="Django and nginx return HTML, loss", limit=3)
    assert result.structuredContent
    assert not any(found["fits"] for found in result.structuredContent["result"])
    assert result.structuredContent["note"].endswith("No entry mentions: Django, nginx")
    assert result.structuredContent["searched_for"] is None


def test_search_corrects_typing_errors(call: Client) -> None:
    result = call("search", words="nccl tiemout", limit=1)
    assert result.structuredContent
    assert result.structuredContent["result"][0]["id"] == "nccl-collective-timeout"
    assert result.structuredContent["searched_for"] == "nccl timeout"
    assert result.structuredContent["note"] == 'Showing results for "nccl timeout".'


def test_code_is_explained(call: Client) -> None:
    result = call("explain", code="xid 79")
    assert result.structuredContent
    (code,) = result.structuredContent["result"]
    assert (code["table"], code["entries"]) == ("xid", ["gpu-fallen-off-bus-xid"])


def test_entry_is_shown(call: Client) -> None:
    shown = text(call("show", id=ID))
    assert "## Root cause" in shown


MISTAKES: dict[str, tuple[str, dict[str, Any], str]] = {
    "unknown entry": (
        "show",
        {"id": "disk-qouta"},
        'id: no entry "disk-qouta"; did you mean "disk-quota-exceeded"?',
    ),
    "words in place of an entry": (
        "show",
        {"id": "nccl"},
        'id: no entry "nccl"; find it by its message or by words, with search',
    ),
    "unknown code": (
        "explain",
        {"code": "SIGKIL"},
        'code: "SIGKIL" is not a known code; did you mean SIGKILL or SIGILL?',
    ),
    "unknown cluster": (
        "show",
        {"id": ID, "cluster": "lumy"},
        'cluster: no cluster "lumy"; did you mean "lumi"?',
    ),
    "unknown cluster of a diagnosis": (
        "diagnose",
        {"log": LINE, "cluster": "lumy"},
        'cluster: no cluster "lumy"; did you mean "lumi"?',
    ),
    "unknown argument": (
        "diagnose",
        {"log": LINE, "clusters": "lumi"},
        'clusters: is not an argument of this tool; did you mean "cluster"?',
    ),
    "missing argument": (
        "search",
        {},
        "words: is missing; add it: A line of a log, or a description of the problem.",
    ),
    "neither log nor path": (
        "diagnose",
        {},
        "log, path: are both missing; give one of them: What the job printed, whole or in part.",
    ),
    "log and path": (
        "diagnose",
        {"log": LINE, "path": "train.log"},
        "log, path: are both given; give one of them: What the job printed, whole or in part.",
    ),
    "path of no file": (
        "diagnose",
        {"path": "no-such.log"},
        "path: no-such.log: cannot be read: No such file or directory",
    ),
    "path of a folder": (
        "diagnose",
        {"path": "/"},
        "path: /: is a folder; name a file in it",
    ),
    "empty log": (
        "diagnose",
        {"log": ""},
        "log: is empty; write it: What the job printed, whole or in part.",
    ),
    "blank words": (
        "search",
        {"words": "  "},
        "words: is empty; write it: A line of a log, or a description of the problem.",
    ),
    "list for a text": (
        "diagnose",
        {"log": [LINE]},
        "log: is a list, not text; write text: What the job printed, whole or in part.",
    ),
    "text for a number": (
        "search",
        {"words": "x", "limit": "many"},
        "limit: is text, not a whole number; write a number without quotes:"
        " How many entries, 1 to 20.",
    ),
    "too few": (
        "search",
        {"words": "x", "limit": 0},
        "limit: is 0; write a number from 1 to 20: How many entries, 1 to 20.",
    ),
    "too many": (
        "search",
        {"words": "x", "limit": 21},
        "limit: is 21; write a number from 1 to 20: How many entries, 1 to 20.",
    ),
    "two mistakes": (
        "show",
        {"name": ID},
        "id: is missing; add it: The entry's id, such as disk-quota-exceeded.\n"
        "name: is not an argument of this tool; write one of id, cluster",
    ),
    "unknown tool": ("diagnos", {"log": LINE}, 'no tool "diagnos"; did you mean "diagnose"?'),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_wrong_argument_is_answered_with_the_remedy(name: str, call: Client) -> None:
    tool, arguments, message = MISTAKES[name]
    result = call(tool, **arguments)
    assert result.isError
    assert text(result) == message


def test_schemas_say_what_each_argument_may_be(call: Client) -> None:
    catalog = trainwreck.load()
    clusters = [cluster.id for cluster in catalog.clusters]
    tools = {tool.name: tool.inputSchema for tool in call.ask(ClientSession.list_tools).tools}
    assert list(tools) == ["diagnose", "search", "explain", "show"]
    for schema in tools.values():
        assert schema["additionalProperties"] is False
        assert all(argument["description"] for argument in schema["properties"].values())
    assert "default" not in tools["diagnose"]["properties"]["log"]
    limit = tools["search"]["properties"]["limit"]
    assert (limit["minimum"], limit["maximum"], limit["default"]) == (1, 20, 5)
    for name in ("diagnose", "show"):
        (choices, _) = tools[name]["properties"]["cluster"]["anyOf"]
        assert choices["enum"] == clusters


def test_tools_only_read_and_say_what_they_return(call: Client) -> None:
    tools = {tool.name: tool for tool in call.ask(ClientSession.list_tools).tools}
    for tool in tools.values():
        assert tool.description
        assert tool.annotations
        assert tool.annotations.readOnlyHint is True
        assert tool.annotations.openWorldHint is False
    for name, field in {"diagnose": "matches", "search": "result", "explain": "result"}.items():
        schema = tools[name].outputSchema
        assert schema
        assert field in schema["required"]


def test_server_tells_its_own_version(call: Client) -> None:
    async def version(client: ClientSession) -> str:
        # The client that asks has been told already: ask once more.
        return (await client.initialize()).serverInfo.version

    assert call.ask(version) == trainwreck.__version__


def test_texts_lead_to_the_site_and_hold_no_marks_of_tests(call: Client) -> None:
    for id_ in ("illegal-memory-access", "tensors-on-different-devices"):
        shown = text(call("show", id=id_))
        assert "](/" not in shown
        assert "not-run:" not in shown
    found = call("search", words="illegal memory access", limit=20)
    assert "](/" not in text(found)


@pytest.mark.parametrize("content", ["", "garbage\n", "garbage\n" * 20, "{}\n"])
def test_end_of_the_input_is_no_failure(content: str) -> None:
    command = [sys.executable, "-m", "trainwreck", "serve-mcp"]
    done = subprocess.run(
        command, input=content, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_missing_package_is_named_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "mcp.py").write_text("raise ModuleNotFoundError(\"No module named 'mcp'\")\n")
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "trainwreck", "serve-mcp"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    install = f'pip install "trainwreck[mcp] @ git+{REPOSITORY}"'
    assert done.stderr == f"No module named 'mcp'; install the packages: {install}\n"
