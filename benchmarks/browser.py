"""The built site, served, and a Chromium: what the benchmarks of the browser share."""

import functools
import http.server
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


class _Silent(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *args: Any, asked: list[str] | None = None, **kwargs: Any) -> None:
        self._asked = asked
        super().__init__(*args, **kwargs)

    def do_GET(self) -> None:
        """Note the path and send the file."""
        if self._asked is not None:
            self._asked.append(urlsplit(self.path).path)
        super().do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Print nothing."""


@contextmanager
def built_site() -> Iterator[str]:
    """Build the site, serve it and yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).parent / "mkdocs"), "build", "--quiet"]
        command += ["--site-dir", folder]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"the build failed:\n{done.stderr[-2000:]}")
        with served(Path(folder)) as address:
            yield address


@contextmanager
def served(folder: Path, asked: list[str] | None = None) -> Iterator[str]:
    """Serve a folder and yield its address; ``asked`` gets the path of each request."""
    handler = functools.partial(_Silent, directory=str(folder), asked=asked)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Yield the Chromium of $TRAINWRECK_BROWSER, or one on the PATH."""
    found = [os.environ.get("TRAINWRECK_BROWSER"), *map(shutil.which, _BROWSERS)]
    path = next(filter(None, found), None)
    if not path:
        sys.exit("no Chromium: install one, or name it in TRAINWRECK_BROWSER")
    with sync_playwright() as playwright:
        # Chromium's sandbox refuses to start for root, as in containers.
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()
