"""The built site, a server for it and a browser, each made once a run."""

import functools
import http.server
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from hypothesis import settings
from playwright.sync_api import Browser, BrowserContext, Page

from benchmarks.browser import open_browser

# How long an example takes says more of the machine than of the code.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
# Options of a browser's context: how a person looks at the site.
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DARK: dict[str, Any] = {"color_scheme": "dark"}
NO_SCRIPT: dict[str, Any] = {"java_script_enabled": False}


def build(project: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Build the site of ``project`` into ``site``."""
    command = [str(BIN / "mkdocs"), "build", "--site-dir", str(site)]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site once and return its folder."""
    folder = tmp_path_factory.mktemp("built") / "site"
    result = build(ROOT, folder)
    assert result.returncode == 0, result.stderr
    return folder


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a site as hosts of static pages do: unknown addresses get 404.html."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Stay silent."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with the site's own page."""
        if code != http.HTTPStatus.NOT_FOUND:
            super().send_error(code, message, explain)
            return
        content = (Path(self.directory) / "trainwreck" / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(content)


@pytest.fixture(scope="session")
def address(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the site below the path that it is made for; return its address."""
    root = tmp_path_factory.mktemp("served")
    (root / "trainwreck").symlink_to(site)
    handler = functools.partial(_Handler, directory=str(root))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/trainwreck/"
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the Chromium of $TRAINWRECK_BROWSER, or one on the PATH."""
    with open_browser() as browser:
        yield browser


class Visit:
    """A browser window that remembers what went wrong in it."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        """Open a window of ``context`` for the site at ``address``."""
        self.page: Page = context.new_page()
        self.address = address
        self.problems: list[str] = []
        self.page.on("console", lambda message: self._note(message.type, message.text))
        self.page.on("pageerror", lambda error: self._note("error", str(error)))
        self.page.on("request", lambda request: self._check_host(request.url))

    def open(self, path: str) -> Page:
        """Open a page by its path within the site."""
        self.page.goto(self.address + path)
        return self.page

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and "404 (Not Found)" not in text:
            self.problems.append(f"{kind}: {text}")

    def _check_host(self, url: str) -> None:
        if not url.startswith((self.address, "data:", "blob:")):
            self.problems.append(f"asked another host: {url}")


def grave_faults(page: Page) -> set[str]:
    """Return what axe finds seriously wrong for people with disabilities on ``page``."""
    return {
        f"{fault['id']}: {node['html'][:120]}"
        for fault in Axe().run(page).response["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    }


@pytest.fixture
def visit(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Open a window; fail at the end if a page logged an error or asked another host.

    A test may pass the options of the browser's context as parameter.
    """
    context = browser.new_context(**getattr(request, "param", {}))
    visit = Visit(context, address)
    yield visit
    context.close()
    assert visit.problems == []
