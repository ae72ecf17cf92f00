"""A withdrawn entry keeps its page, its messages and its place in the API; nothing leads to it."""

import json
import subprocess
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

import trainwreck
from macros.pages.generated import pages
from macros.pages.guides import Guide
from macros.publishing.exports import exports
from macros.rendering.markdown import SiteMarkdown
from tests.support.entries import ENTRY, FIRST_STEP, changed, make_catalog
from tests.support.site import BIN, build
from tests.support.small_project import make_small_project
from trainwreck import Catalog
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser
from trainwreck.snapshot.catalog import Snapshot

REASON = "Wheels are glued since 2.0, see [the axle](/errors/axle.md)."
WITHDRAWN = changed((FIRST_STEP, f'{FIRST_STEP}\nrelated: [nut]\nwithdrawn: "{REASON}"'))
LOG = "RuntimeError: wheel 3 came off at 120 km/h"
REPOSITORY = "https://example.org/r"


@pytest.fixture
def catalog(tmp_path: Path) -> Snapshot:
    entries = {
        "memory/axle": changed((FIRST_STEP, f"{FIRST_STEP}\ncaused_by: [wheel]")),
        "memory/nut": changed((FIRST_STEP, f"{FIRST_STEP}\nrelated: [wheel]")),
        "numerics/wheel": WITHDRAWN,
    }
    return load_snapshot(make_catalog(tmp_path, entries, clusters=("lumi",)))


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(BIN / "trainwreck"), *arguments, "--catalog", str(root)]
    return subprocess.run(command, capture_output=True, text=True, check=False, input=LOG)


def test_counts_lists_and_links_leave_it_out(catalog: Catalog) -> None:
    assert [entry.id for entry in catalog] == ["axle", "nut"]
    assert len(catalog) == 2
    assert list(catalog.categories) == ["memory"]
    assert catalog["axle"].caused_by == ()
    assert catalog["nut"].related == ()


def test_it_is_still_found_by_its_id(catalog: Catalog) -> None:
    assert catalog.get("wheel") is catalog["wheel"]
    assert [other.id for other in catalog["wheel"].related] == ["nut"]


def test_no_table_of_the_site_names_it(catalog: Catalog) -> None:
    guides = [Guide("driving", "Driving", "How to drive.", ("axle", "wheel"))]
    site = SiteMarkdown(catalog, REPOSITORY, guides)
    shown = [
        site.matrix(),
        site.quick_reference(),
        site.most_severe(9),
        site.term_page("symptoms", "crash"),
        site.term_page("categories", "memory"),
        site.tags(),
        site.causal_map(),
        site.served_by("driving"),
        site.entry("nut"),
    ]
    assert [text for text in shown if "/errors/wheel.md" in text] == []
    assert site.count() == "2"


def test_its_page_begins_with_the_reason_and_keeps_its_messages(catalog: Catalog) -> None:
    page = SiteMarkdown(catalog, REPOSITORY).entry("wheel")
    assert page.lstrip().startswith('!!! danger "Withdrawn"')
    assert REASON in page
    assert "RuntimeError: wheel <*> came off" in page
    assert "/symptoms/" not in page  # such pages list what holds, and may not exist


def test_its_page_is_searched_as_a_page_and_no_list_has_it(catalog: Catalog) -> None:
    content = {page.uri: page.content for page in pages(catalog)}
    assert '"exclude": true' not in content["errors/wheel.md"]
    assert "categories/numerics.md" not in content


def test_no_diagnosis_leads_to_it(catalog: Snapshot) -> None:
    diagnoser = Diagnoser(catalog)
    assert diagnoser.diagnose([LOG.encode()]).matches == ()
    found = [entry.id for entry in diagnoser.search(LOG, 9).entries]
    assert sorted(found) == ["axle", "nut"]


def test_its_message_may_pass_to_its_successor(tmp_path: Path) -> None:
    message = "RuntimeError: nut <*> came off at <*> km/h"
    heir = changed(("RuntimeError: wheel <*> came off at <*> km/h", message))
    old = changed((FIRST_STEP, f"{FIRST_STEP}\nwithdrawn: The heir says it better."))
    root = make_catalog(tmp_path, {"memory/nut": old, "memory/heir": heir})
    catalog = load_snapshot(root)
    assert catalog["nut"].symptom.messages == catalog["heir"].symptom.messages


def test_api_keeps_it_with_the_reason_and_the_catalog_for_matchers_does_not(
    catalog: Snapshot,
) -> None:
    files = dict(exports(catalog, "https://example.org/", {}, ()))
    listed = {e["id"]: e for e in json.loads(files["api/v1/errors.json"])["data"]}
    assert listed["wheel"]["withdrawn"] == REASON
    assert listed["nut"]["withdrawn"] is None
    assert json.loads(files["api/v1/errors/wheel.json"])["data"]["withdrawn"] == REASON
    compiled = json.loads(files["api/v1/catalog.json"])
    assert [entry["id"] for entry in compiled["data"]["entries"]] == ["axle", "nut"]
    assert compiled["total"] == 2


def test_feed_and_llms_txt_leave_it_out_and_its_twin_tells_the_reason(catalog: Snapshot) -> None:
    files = dict(exports(catalog, "https://example.org/", {}, ()))
    assert "errors/wheel/" not in files["feed.xml"] + files["llms.txt"]
    twin = files["errors/wheel/index.html.md"]
    assert "## Withdrawn\n\nWheels are glued since 2.0" in twin
    assert twin.index("## Withdrawn") < twin.index("## First step")


def test_command_line_shows_it_with_the_reason_and_diagnoses_without_it(
    catalog: Catalog, tmp_path: Path
) -> None:
    root = tmp_path / "errors"
    shown = run(root, "show", "wheel")
    assert shown.returncode == 0
    reason = REASON.replace("/errors/axle.md", f"{trainwreck.SITE}errors/axle/")
    assert f"## Withdrawn\n\n{reason}" in shown.stdout
    assert json.loads(run(root, "show", "wheel", "--format", "json").stdout)["withdrawn"] == REASON
    assert run(root, "diagnose").returncode == 1
    assert len(catalog.entries) == 3


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ('"Gone,\\nfor good"', "withdrawn: spans several lines, or starts or ends with a space"),
        ("true", "withdrawn: "),
        ('"see [it](/errors/whel.md)"', 'withdrawn: links to "whel", which is not an entry'),
    ],
)
def test_reason_that_is_none_is_refused(value: str, problem: str, tmp_path: Path) -> None:
    text = changed((FIRST_STEP, f"{FIRST_STEP}\nwithdrawn: {value}"))
    root = make_catalog(tmp_path, {"memory/wheel": text})
    command = [str(BIN / "trainwreck"), "check", str(root)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert problem in result.stdout
    assert "Traceback" not in result.stderr


def test_built_site_keeps_the_page_and_finds_it(tmp_path: Path) -> None:
    text = ENTRY.replace("wheel", "sprocket").replace("[pytorch]", "[slurm]")
    reason = "Sprockets are gone, see [the wheel](/errors/wheel.md)."
    text = text.replace(FIRST_STEP, f'{FIRST_STEP}\nwithdrawn: "{reason}"')
    make_small_project(tmp_path, {"numerics/wheel": ENTRY, "numerics/sprocket": text})
    result = build(tmp_path, tmp_path / "site")
    assert result.returncode == 0, result.stderr
    html = (tmp_path / "site" / "errors" / "sprocket" / "index.html").read_text()
    notice = BeautifulSoup(html, "html.parser").select_one("article .admonition.danger")
    assert notice is not None
    assert "Sprockets are gone" in notice.get_text()
    assert notice.select_one("a[href='../wheel/']")
    search = tmp_path / "site" / "search"
    pages = json.loads((search / "pages.json").read_text())
    documents = [page for page in pages if page["location"].startswith("errors/sprocket/")]
    assert any("RuntimeError: sprocket" in document["text"] for document in documents)
    entries = json.loads((search / "catalog.json").read_text())["entries"]
    assert [entry["id"] for entry in entries] == ["wheel"]
    for page in ("matrix", "tags", "quick-reference", "categories/numerics"):
        assert "sprocket" not in (tmp_path / "site" / page / "index.html").read_text(), page
