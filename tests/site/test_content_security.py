"""Every page has its policy, and works under it; what an entry smuggled in would not run."""

import base64
import hashlib
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.support.hostile import AWAY, IMAGE, RUN
from tests.support.site import Visit

pytestmark = pytest.mark.browser


def pages(site: Path) -> list[str]:
    files = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    return [name.removesuffix("index.html") for name in files]


class Breaches(HTMLParser):
    """Notes what a page holds that its own policy would stop."""

    def __init__(self) -> None:
        super().__init__()
        self.policies: list[str] = []
        self.found: list[str] = []
        self._in_script = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policies.append(given["content"])
        self._in_script = tag == "script" and "src" not in given and "json" not in str(given)
        active = [name for name in given if name == "style" or name.startswith("on")]
        # Material has links with this one, which does nothing.
        links = {*given.values()} - {"javascript:void(0)"}
        active += [value for value in links if value.startswith("javascript:")]
        self.found += [f"<{tag}>: {each}" for each in (*active, *([tag] * (tag == "style")))]

    def handle_data(self, data: str) -> None:
        digest = base64.b64encode(hashlib.sha256(data.encode()).digest()).decode()
        if self._in_script and not any(f"'sha256-{digest}'" in each for each in self.policies):
            self.found.append(f"script that is not allowed: {data[:60]}")
        self._in_script = False


def test_every_page_has_a_policy_and_holds_nothing_against_it(site: Path) -> None:
    for path in pages(site):
        file = site / path
        breaches = Breaches()
        breaches.feed((file / "index.html" if file.is_dir() else file).read_text(encoding="utf-8"))
        assert (path, len(breaches.policies)) == (path, 1)
        assert (path, breaches.found) == (path, [])


def test_no_page_breaks_a_rule_of_its_policy(site: Path, visit: Visit) -> None:
    # Of the many pages which one template makes, every tenth.
    chosen = {*pages(site)}
    for folder in ("codes/", "errors/", "frameworks/"):
        made = [path for path in pages(site) if path.startswith(folder)]
        chosen -= {path for number, path in enumerate(made) if number % 10}
    for path in sorted(chosen):
        visit.open(path)
        assert visit.problems == []


@pytest.mark.parametrize(
    "html",
    [
        IMAGE,
        f"<svg><animate attributeName='x' dur='1s' onbegin='{RUN}'/></svg>",
        f"<a href='javascript:{RUN}' id='x'>x</a>",
        f"<iframe srcdoc='<script>parent.{RUN}</script>'></iframe>",
        f"<img src='{AWAY}/x.png'>",
        f"<object data='{AWAY}/x.svg'></object>",
    ],
)
def test_what_is_smuggled_into_a_page_does_nothing(html: str, visit: Visit) -> None:
    page = visit.open("legend/")
    loaded: list[str] = []
    page.on("response", lambda response: loaded.append(response.url))
    page.evaluate("html => { document.querySelector('article').innerHTML = html }", html)
    page.evaluate("document.querySelector('#x')?.click()")
    page.wait_for_timeout(200)
    assert page.evaluate("window.broken") is None
    assert not any(url.startswith(AWAY) for url in loaded)
    assert visit.problems
    visit.problems.clear()
