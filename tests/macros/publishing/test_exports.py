"""What the site holds for programs: JSON API, Atom feed, llms.txt and Markdown twins."""

import datetime as dt
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from mkdocs.exceptions import PluginError

from macros.publishing import feed
from macros.publishing.exports import exports
from macros.publishing.history import History, Moments, read_history
from macros.publishing.page_twins import read_pages, twin_address
from tests.support.entries import ENTRY, FIRST_STEP, changed, make_catalog
from tests.support.paths import DATA, ROOT
from tests.support.site import BIN
from tests.support.small_project import make_small_project
from trainwreck.catalog.store import load_snapshot

SITE = "https://example.org/trainwreck/"
CATALOG = load_snapshot(ROOT / "errors")
HISTORY = read_history(ROOT / "errors")
PAGES = read_pages(ROOT / "docs")
FILES = dict(exports(CATALOG, SITE, HISTORY, PAGES))
SCHEMA = json.loads((DATA / "api.schema.json").read_text(encoding="utf-8"))
ENTRY_SCHEMA = json.loads((ROOT / "errors" / "schema.json").read_text(encoding="utf-8"))
DERIVED = set(SCHEMA["$defs"]["derived"]["properties"])
ATOM = "{http://www.w3.org/2005/Atom}"
DATE = "date: 2026-11-21"
MONDAY = dt.datetime(2026, 11, 23, 7, 8, 9, tzinfo=dt.UTC)
TUESDAY = MONDAY + dt.timedelta(days=1)


def complaints(name: str, document: Any) -> list[str]:
    schema = {**SCHEMA, "$ref": f"#/$defs/{name}"}
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    validator = jsonschema.Draft202012Validator(schema, format_checker=checker)
    return [error.message for error in validator.iter_errors(document)]


def made(
    tmp_path: Path, epoch: str | None = None, history: History | None = None, **entries: str
) -> dict[str, str]:
    named = {f"numerics/{id_.replace('_', '-')}": text for id_, text in entries.items()}
    root = make_catalog(tmp_path, named, clusters=("lumi",))
    return dict(exports(load_snapshot(root), SITE, history or {}, (), epoch))


def read(files: dict[str, str], name: str) -> Any:
    return json.loads(files[f"api/v1/{name}.json"])


def feed_pages(files: dict[str, str]) -> list[ET.Element]:
    """Return the pages of the feed, each named by the one before it."""
    pages, name = [], "feed.xml"
    while name:
        pages.append(ET.fromstring(files[name]))  # noqa: S314  our own
        links = feed_links(pages[-1])
        assert links["self"] == f"{SITE}{name}"
        name = links.get("next", "").removeprefix(SITE)
    return pages


def feed_links(page: ET.Element) -> dict[str | None, str]:
    return {link.get("rel"): str(link.get("href")) for link in page.findall(f"{ATOM}link")}


def feed_entries(files: dict[str, str]) -> list[ET.Element]:
    return [entry for page in feed_pages(files) for entry in page.findall(f"{ATOM}entry")]


def test_schema_of_the_documents_is_sound() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", ["errors", "catalog"])
def test_list_and_compiled_catalog_fit_their_schema(name: str) -> None:
    document = read(FILES, name)
    assert complaints(f"{name}.json", document) == []
    assert document["total"] == len(CATALOG)


@pytest.mark.parametrize("id_", CATALOG.entries)
def test_error_is_an_entry_as_written_and_what_is_derived(id_: str) -> None:
    document = read(FILES, f"errors/{id_}")
    assert complaints("error.json", document) == []
    data = document["data"]
    assert complaints("derived", {name: data[name] for name in DERIVED}) == []
    written = {name: value for name, value in data.items() if name not in DERIVED}
    for step in written["fix"]:
        assert step.pop("anchor").startswith(f"step-{step.pop('number')}")
    assert [pattern["text"] for pattern in data["patterns"]] == written["symptom"]["messages"]
    errors = jsonschema.Draft202012Validator(ENTRY_SCHEMA).iter_errors(written)
    assert [error.message for error in errors] == []
    assert set(written) == set(ENTRY_SCHEMA["properties"])


def test_tables_of_codes_and_every_code_fit_their_schema() -> None:
    tables = read(FILES, "codes")
    assert complaints("codes.json", tables) == []
    for table in tables["data"]:
        codes = read(FILES, f"codes/{table['id']}")
        assert complaints("table.json", codes) == []
        assert len(codes["data"]) == codes["total"] == table["total"]
        assert len({code["url"] for code in codes["data"]}) == table["total"]


def test_every_field_is_documented() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    fields = {
        field
        for definition in SCHEMA["$defs"].values()
        for field in definition.get("properties", ())
    }
    fields |= set(SCHEMA["$defs"]["catalog.json"]["properties"]["data"]["properties"])
    assert [field for field in sorted(fields) if f"`{field}`" not in page] == []


def test_schema_of_an_entry_is_the_committed_one() -> None:
    assert read(FILES, "schema") == ENTRY_SCHEMA


def test_links_and_numbers_are_derived(tmp_path: Path) -> None:
    local = "    text: Take a spanner of the right size and turn the nut clockwise.\n"
    steps = f"{local}  - title: Say so on LUMI\n    clusters: [lumi]\n{local}"
    files = made(
        tmp_path,
        axle=changed((local, steps)),
        wheel=changed((FIRST_STEP, f"{FIRST_STEP}\ncaused_by: [axle]")),
        nut=changed((FIRST_STEP, f"{FIRST_STEP}\nrelated: [axle]")),
    )
    axle = read(files, "errors/axle")["data"]
    assert axle["causes"] == ["wheel"]
    assert axle["related"] == ["nut"]
    assert axle["url"] == f"{SITE}errors/axle/"
    assert [step["number"] for step in axle["fix"]] == [1, 2]
    assert axle["evidence"] == "measured"
    assert axle["proof"] is None


def test_reproduced_error_carries_the_record() -> None:
    proved = next(entry for entry in CATALOG if entry.proof)
    data = read(FILES, f"errors/{proved.id}")["data"]
    assert data["proof"]["id"] == proved.id
    assert data["proof"]["versions"]["python"]


def test_former_id_holds_the_same_error(tmp_path: Path) -> None:
    files = made(tmp_path, wheel=changed((FIRST_STEP, f"{FIRST_STEP}\naliases: [old-wheel]")))
    assert read(files, "errors/old-wheel") == read(files, "errors/wheel")
    assert files["errors/old-wheel/index.html.md"] == files["errors/wheel/index.html.md"]
    assert read(files, "errors")["total"] == 1


def test_time_is_that_of_the_newest_change_so_that_builds_are_the_same(tmp_path: Path) -> None:
    older = changed((DATE, "date: 2025-01-31"))
    files = made(tmp_path, wheel=ENTRY, axle=older)
    assert read(files, "errors")["generated_at"] == "2026-11-21T00:00:00Z"
    assert dict(exports(CATALOG, SITE, HISTORY, PAGES)) == FILES
    files = made(tmp_path, history={"axle": Moments(MONDAY, TUESDAY)}, wheel=older, axle=older)
    assert read(files, "errors")["generated_at"] == "2026-11-24T07:08:09Z"


def test_source_date_epoch_sets_the_time(tmp_path: Path) -> None:
    files = made(tmp_path, "86400", wheel=ENTRY)
    assert read(files, "errors/wheel")["generated_at"] == "1970-01-02T00:00:00Z"


@pytest.mark.parametrize("value", ["yesterday", "1e9", "9" * 30])
def test_senseless_source_date_epoch_is_refused(value: str, tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=r"SOURCE_DATE_EPOCH is .* give the seconds since 1970"):
        made(tmp_path, value, wheel=ENTRY)


def test_senseless_source_date_epoch_stops_the_build_without_a_traceback(tmp_path: Path) -> None:
    project = make_small_project(tmp_path)
    command = [str(BIN / "mkdocs"), "build"]
    env = {**os.environ, "SOURCE_DATE_EPOCH": "yesterday"}
    result = subprocess.run(
        command, cwd=project, env=env, capture_output=True, text=True, check=False
    )
    assert result.returncode != 0
    assert 'SOURCE_DATE_EPOCH is "yesterday"' in result.stderr
    assert "Traceback" not in result.stderr


def test_feed_has_what_atom_requires() -> None:
    root = ET.fromstring(FILES["feed.xml"])  # noqa: S314  our own
    assert root.tag == f"{ATOM}feed"
    assert root.findtext(f"{ATOM}author/{ATOM}name")
    assert feed_links(root)["alternate"] == SITE
    entries = feed_entries(FILES)
    for element in (root, *entries):
        assert element.findtext(f"{ATOM}title")
        assert str(element.findtext(f"{ATOM}id")).startswith(SITE)
        updated = str(element.findtext(f"{ATOM}updated"))
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", updated)
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(ids)) == len(ids) == len(CATALOG)
    updates = [str(entry.findtext(f"{ATOM}updated")) for entry in entries]
    assert updates == sorted(updates, reverse=True)
    assert root.findtext(f"{ATOM}updated") == updates[0]


def test_whoever_takes_the_content_is_told_its_license(site: Path) -> None:
    root = ET.fromstring(FILES["feed.xml"])  # noqa: S314  our own
    told = [
        str(root.findtext(f"{ATOM}rights")),
        FILES["llms.txt"],
        (ROOT / "README.md").read_text(encoding="utf-8"),
        (ROOT / "docs" / "api.md").read_text(encoding="utf-8"),
        (ROOT / "LICENSE-CONTENT.md").read_text(encoding="utf-8"),
        (site / "errors" / "nan-loss" / "index.html").read_text(encoding="utf-8"),
    ]
    assert [text for text in told if not re.search("CC.BY.4[.]0", text)] == []


def test_feed_names_the_newest_first_then_goes_by_id(tmp_path: Path) -> None:
    files = made(
        tmp_path,
        axle=changed((DATE, "date: 2026-01-01")),
        wheel=ENTRY,
        nut=ENTRY,
        bolt=changed((DATE, "date: 2026-01-01")),
    )
    ids = [str(entry.findtext(f"{ATOM}id")).split("/")[-2] for entry in feed_entries(files)]
    assert ids == ["nut", "wheel", "axle", "bolt"]


def test_feed_moves_an_entry_to_the_front_when_it_changes(tmp_path: Path) -> None:
    history = {id_: Moments(MONDAY, MONDAY) for id_ in ("axle", "nut")}
    history["wheel"] = Moments(MONDAY, TUESDAY)
    first, *rest = feed_entries(
        made(tmp_path, history=history, axle=ENTRY, nut=ENTRY, wheel=ENTRY, never_committed=ENTRY)
    )
    assert str(first.findtext(f"{ATOM}id")).endswith("/wheel/")
    assert first.findtext(f"{ATOM}published") == "2026-11-23T07:08:09Z"
    assert first.findtext(f"{ATOM}updated") == "2026-11-24T07:08:09Z"
    assert rest[-1].findtext(f"{ATOM}published") is None
    assert rest[-1].findtext(f"{ATOM}updated") == "2026-11-21T00:00:00Z"


def test_feed_drops_no_entry_of_many_that_change_at_once(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {f"numerics/wheel-{number}": ENTRY for number in range(120)})
    assert len(feed_entries(dict(exports(load_snapshot(root), SITE, {}, ())))) == 120


def test_feed_comes_in_pages_that_lead_to_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "MOST_ENTRIES", 4)
    named = {f"numerics/wheel-{number}": ENTRY for number in range(9)}
    files = dict(exports(load_snapshot(make_catalog(tmp_path, named)), SITE, {}, ()))
    pages = feed_pages(files)
    assert [len(page.findall(f"{ATOM}entry")) for page in pages] == [4, 4, 1]
    assert len({page.findtext(f"{ATOM}id") for page in pages}) == 1
    others = {
        "first": "feed.xml",
        "previous": "feed.xml",
        "next": "feed-3.xml",
        "last": "feed-3.xml",
    }
    found = feed_links(pages[1])
    assert {relation: found[relation] for relation in others} == {
        relation: f"{SITE}{name}" for relation, name in others.items()
    }
    assert "previous" not in feed_links(pages[0])
    assert "next" not in feed_links(pages[2])


def test_feed_tells_the_first_step_and_bears_any_title(tmp_path: Path) -> None:
    title = '"<b>&amp; ]]> \U0001f682"'
    text = changed(('"RuntimeError: the wheel came off"', title))
    (entry,) = feed_entries(made(tmp_path, wheel=text))
    assert entry.findtext(f"{ATOM}title") == "<b>&amp; ]]> \U0001f682"
    assert "First step: Tighten the nut." in str(entry.findtext(f"{ATOM}summary"))


def test_llms_txt_has_title_summary_and_lists_of_twins() -> None:
    lines = FILES["llms.txt"].splitlines()
    assert lines[0].startswith("# ")
    assert lines[2].startswith("> ")
    assert [line for line in lines if line.startswith("## ")][-1] == "## Optional"
    linked = re.findall(r"^- \[.+\]\((\S+)\): .+", FILES["llms.txt"], re.MULTILINE)
    twins = [url for url in linked if url.endswith(".md")]
    entries = {f"{SITE}errors/{id_}/index.html.md" for id_ in CATALOG.entries}
    pages = {SITE + twin_address(page.source) for page in PAGES}
    assert sorted(twins) == sorted(entries | pages)
    assert set(linked) - set(twins) == {f"{SITE}feed.xml"}


@pytest.mark.parametrize("id_", CATALOG.entries)
def test_twin_says_what_the_page_says(id_: str) -> None:
    entry, twin = CATALOG[id_], FILES[f"errors/{id_}/index.html.md"]
    assert twin.startswith(f"# {entry.title}\n")
    said = (line for message in entry.symptom.messages for line in message.text.split("\n"))
    for text in (
        entry.first_step,
        entry.cause.split("](")[0],
        *said,
        *(step.title for step in entry.fix),
    ):
        assert text in twin
    assert twin.endswith(f"\n{SITE}errors/{id_}/\n")
    assert "not-run:" not in twin
    assert re.findall(r"\]\(/\S*\)", twin) == []


def test_links_of_a_twin_lead_to_twins(tmp_path: Path) -> None:
    links = "See [a](/errors/wheel.md#fix), [b](/guides/xla.md#x), [c](/clusters/index.md),"
    links += " and [d](/index.md)."
    step = "Take a spanner of the right size and turn the nut clockwise."
    twin = made(tmp_path, wheel=changed((step, links)))["errors/wheel/index.html.md"]
    assert f"[a]({SITE}errors/wheel/index.html.md)" in twin
    assert f"[b]({SITE}guides/xla/index.html.md), [c]({SITE}clusters/index.html.md)" in twin
    assert f"[d]({SITE}index.html.md)." in twin


def test_built_site_holds_every_file_at_its_address(site: Path) -> None:
    base = next(
        line.split()[1]
        for line in (ROOT / "mkdocs.yml").read_text(encoding="utf-8").splitlines()
        if line.startswith("site_url:")
    )
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    for uri, text in exports(CATALOG, base, HISTORY, PAGES, epoch):
        assert (site / uri).read_text(encoding="utf-8") == text, uri


def test_every_address_in_the_exports_exists_on_the_site(site: Path) -> None:
    text = "".join((site / name).read_text() for name in ("feed.xml", "llms.txt"))
    text += (site / "api" / "v1" / "errors.json").read_text()
    base = json.loads((site / "api/v1/errors.json").read_text())["data"][0]["url"].split("errors")[
        0
    ]
    for url in set(re.findall(rf"{re.escape(base)}[^\s\"<>)]*", text)):
        path = site / urlsplit(url).path.removeprefix(urlsplit(base).path)
        assert path.is_file() or (path / "index.html").is_file(), url


def test_pages_name_the_feed_without_posing_as_a_translation(site: Path) -> None:
    page = (site / "errors" / "nan-loss" / "index.html").read_text()
    (link,) = re.findall(r'<link [^>]*type="application/atom\+xml"[^>]*>', page)
    assert 'href="../../feed.xml"' in link
    # Material looks for alternate languages at what has rel="alternate" and nothing else.
    assert 'rel="alternate feed"' in link
