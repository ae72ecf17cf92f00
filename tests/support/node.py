"""Calls functions of the site's modules in Node.js, which is faster than a page for pure ones."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from macros.scripts.bundling import node
from macros.scripts.shared_data import write_script_data
from tests.support.paths import ROOT

_FOLDER = ROOT / "tests" / "browser" / "support"
_VALIDATOR = ROOT / "browser" / "build" / "validator.js"
_DATA = ROOT / ".build" / "browser"


class NodeProcess:
    """A Node.js process that calls functions of the modules in tests/browser/support."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        """Talk to ``process``, which runs serve-calls.js."""
        self._process = process

    def call(self, module: str, name: str, *arguments: Any) -> Any:
        """Return what the function ``name`` of ``module`` returns; it fails where that throws."""
        assert self._process.stdin
        assert self._process.stdout
        call = {"module": f"./{module}.js", "name": name, "arguments": arguments}
        self._process.stdin.write(json.dumps(call) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer.get("result")


@contextmanager
def node_process() -> Iterator[NodeProcess]:
    """Start Node.js and end it afterwards."""
    write_script_data(_DATA, (ROOT / "errors" / "schema.json").read_text(encoding="utf-8"))
    subprocess.run([node(), str(_VALIDATOR), str(_DATA)], check=True)
    command = [node(), "--disable-warning=ExperimentalWarning", str(_FOLDER / "serve-calls.js")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        yield NodeProcess(process)
        assert process.stdin
        process.stdin.close()
