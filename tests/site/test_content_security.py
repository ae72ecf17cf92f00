"""Every page has its policy, and works under it; what an entry smuggled in would not run."""

from pathlib import Path

import pytest

from tests.support.hostile import AWAY, IMAGE, RUN
from tests.support.site import Visit

pytestmark = pytest.mark.browser


def pages(site: Path) -> list[str]:
    files = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    return [name.removesuffix("index.html") for name in files]


def test_every_page_has_a_policy_and_breaks_no_rule_of_it(site: Path, visit: Visit) -> None:
    for path in pages(site):
        page = visit.open(path)
        policies = page.locator("meta[http-equiv=Content-Security-Policy]")
        assert path == "errors/" or policies.count() == 1
        assert visit.problems == []


@pytest.mark.parametrize(
    "html",
    [
        IMAGE,
        f"<svg onload='{RUN}'></svg>",
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
