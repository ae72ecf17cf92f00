"""Measure how long commands take to start with a large catalog, against the least they need.

    python -m benchmarks.startup [ENTRIES ...]

``trainwreck show`` is timed from its start to its end, ``trainwreck serve-mcp`` from its start to
the answer to the first call of a tool. Both find the catalog compiled, as in an installed package.
The peers, right after: an empty process, and one that does nothing but import the server of the
package ``mcp``, which is most of what the second takes.
"""

import argparse
import functools
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.generated import write_catalog
from benchmarks.processes import TRAINWRECK, environment, median_seconds, run

RUNS = 5
_INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "benchmark", "version": "1"},
}


def main() -> None:
    """Print a line for each number of entries."""
    parser = argparse.ArgumentParser(description="Time the start of commands.")
    parser.add_argument("entries", nargs="*", type=int, default=[1000, 3000])
    print("entries  show s  empty process s  serve-mcp s  import mcp s")
    for number in parser.parse_args().entries:
        print(measured(number), flush=True)


def measured(number: int) -> str:
    """Start the commands with ``number`` entries and return the line to print."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        entries = write_catalog(project, number)
        id_ = min(path.stem for path in entries.glob("*/*.yml"))
        show = functools.partial(run, [*TRAINWRECK, "show", "--catalog", "errors", id_], project)
        show()  # compiles the catalog
        works = (
            show,
            functools.partial(run, ["-c", "pass"], project),
            functools.partial(first_answer, id_, project),
            functools.partial(run, ["-c", "import mcp.server.fastmcp"], project),
        )
        times = [median_seconds(work, RUNS) for work in works]
    return f"{number:7}  {times[0]:6.2f}  {times[1]:15.2f}  {times[2]:11.2f}  {times[3]:12.2f}"


def first_answer(id_: str, folder: Path) -> None:
    """Start the server for the catalog in ``folder``, ask it for an entry, and wait for that."""
    command = [sys.executable, *TRAINWRECK, "serve-mcp", "--catalog", "errors"]
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment(folder / ".cache"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        ask(server, "initialize", _INITIALIZE)
        answer = ask(server, "tools/call", {"name": "show", "arguments": {"id": id_}})
        server.kill()
    if answer.get("isError", True):
        sys.exit(f"the server has no entry: {answer}")


def ask(server: "subprocess.Popen[str]", method: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Send a request and return its result."""
    if server.stdin is None or server.stdout is None:
        raise TypeError("the server has no pipes")
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    result: dict[str, Any] = json.loads(server.stdout.readline()).get("result", {})
    return result


if __name__ == "__main__":
    main()
