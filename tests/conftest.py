"""Fixtures that several tests share: the built site, its server and a browser."""

import contextlib
import functools
import http.server
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from benchmarks.browser import open_browser
from tests.support.paths import ROOT
from tests.support.sharing import made_once
from tests.support.site import Contexts, SiteHandler, Visit

_PATIENCE = 30_000
"""Milliseconds to wait for what a page shall show: on a busy machine it takes many times longer."""


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return a folder that all worker processes of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own if worker_id == "master" else own.parent


@pytest.fixture(scope="session")
def built(shared_folder: Path) -> Path:
    """Build the site once per run; return the folder of the site and of what was noted of it."""

    def make(folder: Path) -> None:
        command = [sys.executable, "-m", "tests.support.observed_build"]
        command += [str(folder / "site"), str(folder / "pages.json")]
        result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stderr

    return made_once(shared_folder / "built", make)


@pytest.fixture(scope="session")
def site(built: Path) -> Path:
    """Return the folder of the built site."""
    return built / "site"


@pytest.fixture(scope="session")
def sanitized_pages(built: Path) -> list[tuple[str, str, str]]:
    """Return of each page the source and its HTML, before and after it was sanitized."""
    pages = json.loads((built / "pages.json").read_text(encoding="utf-8"))
    return [(source, before, after) for source, before, after in pages]


@pytest.fixture(scope="session")
def address(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the site below the path that it is made for; return its address."""
    root = tmp_path_factory.mktemp("served")
    (root / "trainwreck").symlink_to(site)
    handler = functools.partial(SiteHandler, directory=str(root))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/trainwreck/"
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the Chromium of $TRAINWRECK_BROWSER, or one on the PATH."""
    expect.set_options(timeout=_PATIENCE)
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Iterator[Contexts]:
    """Keep the browser contexts: what one has loaded, the next test need not load again."""
    with contextlib.closing(Contexts(browser)) as contexts:
        yield contexts


@pytest.fixture
def visit(contexts: Contexts, address: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Open a window; fail at the end if a page logged an error or asked another host.

    A test may pass the options of the browser context as a parameter. Nothing that other tests
    stored or were allowed is left in it.
    """
    options = getattr(request, "param", {})
    context = contexts.get(options)
    visit = Visit(context, address)
    visit.forget_all()
    yield visit
    for page in context.pages:
        page.close()
    context.clear_permissions()
    context.grant_permissions(options.get("permissions", []))
    assert visit.problems == []
