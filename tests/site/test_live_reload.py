"""While somebody edits an entry, the browser shows each change without being told to reload."""

import contextlib
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.entries import FIRST_STEP
from tests.support.site import BIN, Contexts, Visit
from tests.support.small_project import make_small_project

pytestmark = pytest.mark.browser
# What a build takes on a busy machine, in milliseconds.
BUILD = 120_000


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


@contextlib.contextmanager
def served(project: Path) -> Iterator[str]:
    """Serve the site of ``project`` as contributors do; yield its address once it answers."""
    place = f"127.0.0.1:{free_port()}"
    command = [str(BIN / "mkdocs"), "serve", "--dev-addr", place]
    said = project / "serve.log"
    with said.open("w") as log, subprocess.Popen(command, cwd=project, stderr=log) as server:
        try:
            while f"Serving on http://{place}" not in said.read_text():
                with pytest.raises(subprocess.TimeoutExpired):
                    server.wait(timeout=0.2)
            yield f"http://{place}/"
        finally:
            server.terminate()  # in the background, shells let programs ignore SIGINT


def test_page_follows_its_entry_and_logs_no_error(tmp_path: Path, contexts: Contexts) -> None:
    project = make_small_project(tmp_path)
    entry = project / "errors" / "numerics" / "wheel.yml"
    changed = entry.read_text(encoding="utf-8").replace(FIRST_STEP, "first_step: Glue the hub.")
    with served(project) as address:
        visit = Visit(contexts.get({}), address)
        page = visit.open("trainwreck/errors/wheel/")
        step = page.locator("p", has_text="First step:")
        expect(step).to_contain_text("Tighten the nut.")
        entry.write_text(changed, encoding="utf-8")
        expect(step).to_contain_text("Glue the hub.", timeout=BUILD)
        page.close()
    assert visit.problems == []
