"""Pages of hostile entries that no check has seen run no script and ask no other host."""

import functools
import http.server
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.diagnose_page import diagnose
from tests.support.hostile import AWAY, IMAGE, RUN
from tests.support.hostile_site import IDS
from tests.support.paths import ROOT
from tests.support.sharing import made_once
from tests.support.site import SiteHandler

pytestmark = pytest.mark.browser

LISTS = ["", "matrix/", "quick-reference/", "causal-map/", "categories/numerics/", "legend/"]
PAGES = {f"errors/{id_}/": name for id_, name in IDS.items()} | {path: path for path in LISTS}
# Whatever a reader may do to any part of a page, links to other pages not followed.
TOUCH = """() => {
  const isScript = address => /^\\s*(?:javascript|data|vbscript):/i.test(address)
  // On each link itself: a click on one that a button has just removed passes no document.
  for (const link of document.querySelectorAll("a[href]")) {
    if (!isScript(link.getAttribute("href"))) {
      link.addEventListener("click", event => event.preventDefault())
    }
  }
  const mouse = ["mouseover", "mouseenter", "mousemove", "mousedown", "click"]
  const other = ["pointerenter", "toggle", "start", "pageshow", "animationstart"]
  for (const element of document.querySelectorAll("article, article *, .md-sidebar--secondary *")) {
    for (const type of mouse) {
      element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
    }
    element.focus?.()
    for (const type of other) element.dispatchEvent(new Event(type, { bubbles: true }))
  }
}"""


@pytest.fixture(scope="module")
def hostile_address(shared_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Build the site with the hostile entries once per run, and serve it."""
    command = [sys.executable, "-m", "tests.support.hostile_site"]

    def make(folder: Path) -> None:
        subprocess.run([*command, str(folder)], cwd=ROOT, check=True, capture_output=True)

    folder = made_once(shared_folder / "hostile-site", make)
    root = tmp_path_factory.mktemp("hostile")
    (root / "trainwreck").symlink_to(folder)
    handler = functools.partial(SiteHandler, directory=str(root))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/trainwreck/"
        server.shutdown()


class Window:
    """A browser window that no policy protects, and that notes where its pages ask."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.asked: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))

    def foreign(self) -> list[str]:
        own = (self.address, "data:", "blob:")
        return [url for url in self.asked if not url.startswith(own)]


@pytest.fixture(scope="module")
def window(browser: Browser, hostile_address: str) -> Iterator[Window]:
    context = browser.new_context(bypass_csp=True)
    yield Window(context.new_page(), hostile_address)
    context.close()


@pytest.mark.parametrize("path", PAGES, ids=PAGES.get)
def test_page_runs_no_script_and_asks_no_other_host(path: str, window: Window) -> None:
    window.asked.clear()
    page = window.page
    page.goto(window.address + path)
    page.evaluate(TOUCH)
    page.wait_for_timeout(50)
    assert page.url.partition("#")[0] == window.address + path
    assert page.evaluate("window.broken") is None
    assert window.foreign() == []


def test_search_and_diagnosis_of_hostile_entries_run_no_script(window: Window) -> None:
    page = window.page
    page.goto(window.address + "diagnose/")
    diagnose(page, "RuntimeError: wheel 1 came off at 2 km/h")
    expect(page.locator(".diagnosis").first).to_be_visible()
    page.evaluate(TOUCH)
    assert page.evaluate("window.broken") is None
    assert window.foreign() == []


@pytest.mark.parametrize("html", [IMAGE, f"<p onmouseover={RUN}>x</p>", f"<img src={AWAY}/x.png>"])
def test_hostile_html_would_be_noticed(html: str, window: Window) -> None:
    page = window.page
    page.goto(window.address + "legend/")
    window.asked.clear()
    page.evaluate("html => { document.querySelector('article').innerHTML = html }", html)
    page.wait_for_timeout(200)
    page.evaluate(TOUCH)
    assert page.evaluate("window.broken") or window.foreign()
