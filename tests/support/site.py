"""The built site, a server for it, and a browser window that notes what went wrong."""

import contextlib
import http.server
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page

BIN = Path(sys.executable).parent
# Options of a browser context: how a person looks at the site.
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DARK: dict[str, Any] = {"color_scheme": "dark"}
NO_SCRIPT: dict[str, Any] = {"java_script_enabled": False}

# What is in a closed <details> never tells that it is over.
SHOWN_ANIMATIONS_ARE_OVER = """() => {
  const shown = document.getAnimations().filter(({ effect }) => effect.target.checkVisibility())
  // One that the page cancels is over, too.
  return Promise.allSettled(shown.map(animation => animation.finished))
}"""
MARK_ROWS_THAT_LOOK_ALIKE = """() => {
  const seen = new Set()
  for (const row of document.querySelectorAll("tbody tr")) {
    const copy = row.cloneNode(true)
    for (const element of [copy, ...copy.querySelectorAll("*")]) {
      for (const name of element.getAttributeNames()) {
        if (name === "href" || name.startsWith("data-")) element.removeAttribute(name)
      }
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE && node.data.trim()) node.data = "x"
      }
    }
    const look = `${row.rowIndex % 2} ${getComputedStyle(row).display} ${copy.outerHTML}`
    row.toggleAttribute("data-alike", seen.has(look))
    seen.add(look)
  }
}"""


def build(project: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Build the site of ``project`` into ``site``."""
    command = [str(BIN / "mkdocs"), "build", "--site-dir", str(site)]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


class SiteHandler(http.server.SimpleHTTPRequestHandler):
    """Serves a site as hosts of static pages do: unknown addresses get 404.html."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, unless the page that asked for it is gone."""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            super().copyfile(source, outputfile)

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


class Contexts:
    """The contexts of a browser, one for each choice of options."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._made: dict[str, BrowserContext] = {}

    def get(self, options: dict[str, Any]) -> BrowserContext:
        """Return the context with ``options``."""
        key = json.dumps(options, sort_keys=True)
        if key not in self._made:
            self._made[key] = self._browser.new_context(**options)
        return self._made[key]

    def close(self) -> None:
        """Close all of them."""
        for context in self._made.values():
            context.close()


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

    def forget_all(self) -> None:
        """Delete what pages of the site have stored."""
        session = self.page.context.new_cdp_session(self.page)
        origin = "://".join(urlsplit(self.address)[:2])
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.detach()

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
    """Return what axe finds seriously wrong for people with disabilities on ``page``.

    Text that is still fading in has too little contrast, so animations are awaited first. Of the
    rows of tables that differ in words and addresses only, the first is looked at.
    """
    page.evaluate(SHOWN_ANIMATIONS_ARE_OVER)
    page.evaluate(MARK_ROWS_THAT_LOOK_ALIKE)
    return {
        f"{fault['id']}: {node['html'][:120]}"
        for fault in Axe().run(page, {"exclude": ["[data-alike]"]}).response["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    }
