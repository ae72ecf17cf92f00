"""Which pages are made from the catalog, and their front matter."""

from pathlib import Path
from typing import Any

import yaml

import trainwreck
from macros.pages.generated import GeneratedPage, pages
from tests.support.code_tables import TABLE, write_table
from tests.support.entries import FIRST_STEP, changed, make_catalog
from trainwreck.catalog.store import load_snapshot

TITLE = '"RuntimeError: the wheel came off"'


def pages_of(tmp_path: Path, *replacements: tuple[str, str]) -> dict[str, GeneratedPage]:
    root = make_catalog(tmp_path, {"numerics/wheel": changed(*replacements)}, clusters=("lumi",))
    return {page.uri: page for page in pages(trainwreck.load(root))}


def meta_of(page: GeneratedPage) -> dict[str, Any]:
    return dict(yaml.safe_load(page.content.split("---\n")[1]))


def test_each_entry_and_each_term_in_use_has_a_page(tmp_path: Path) -> None:
    assert set(pages_of(tmp_path)) == {
        "errors/index.md",
        "errors/wheel.md",
        "categories/numerics.md",
        "symptoms/crash.md",
        "frameworks/pytorch.md",
    }


def test_each_table_of_codes_has_a_page_that_the_file_is_edited_from(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": changed()})
    write_table(tmp_path, TABLE)
    catalog = load_snapshot(root)
    page = {page.uri: page for page in pages(catalog, catalog.code_tables())}["codes/wheel.md"]
    assert page.edit_uri == "../codes/wheel.yml"
    assert meta_of(page)["title"] == "Codes of the wheel"
    assert meta_of(page)["description"].startswith("What the wheel prints when it comes off")
    assert meta_of(page)["search"] == {"exclude": True}


def test_former_ids_redirect(tmp_path: Path) -> None:
    page = pages_of(tmp_path, (FIRST_STEP, f"{FIRST_STEP}\naliases: [old-wheel]"))[
        "errors/old-wheel.md"
    ]
    assert meta_of(page)["template"] == "redirect.html"
    assert meta_of(page)["location"] == "../wheel/"


def test_entry_page_is_titled_by_the_error_and_described_by_the_answer(tmp_path: Path) -> None:
    meta = meta_of(pages_of(tmp_path)["errors/wheel.md"])
    assert meta["title"] == "RuntimeError: the wheel came off"
    assert meta["description"] == (
        "A nut was not tightened, so the wheel came off as soon as the car moved. Tighten the nut."
    )
    assert len(meta["description"]) < 260


def test_edit_button_leads_to_the_yaml_file(tmp_path: Path) -> None:
    page = pages_of(tmp_path)["errors/wheel.md"]
    assert page.edit_uri == "../errors/numerics/wheel.yml"


def test_rendered_page_says_what_its_macro_returns_and_holds_nothing_to_render() -> None:
    page = GeneratedPage("a.md", {"title": "A"}, "listed", ("b", 2))
    assert page.content == '---\n{"title": "A"}\n---\n\n{{ listed(\'b\', 2) }}\n'
    rendered = page.rendered({"listed": lambda name, number: f"{{{{ {name} }}}}" * number})
    head, body = rendered.removeprefix("---\n").split("---\n")
    assert body.strip() == "{{ b }}{{ b }}"
    assert yaml.safe_load(head) == {"title": "A", "render_macros": False}


def test_page_without_a_macro_has_no_text() -> None:
    page = GeneratedPage("a.md", {})
    assert page.content == "---\n{}\n---\n\n\n"
    assert page.rendered({}).endswith("---\n\n\n")


def test_front_matter_survives_any_title(tmp_path: Path) -> None:
    title = """'a: "b" {{ c }} # <d> --- `e` \\ {% f %}'"""
    meta = meta_of(pages_of(tmp_path, (TITLE, title))["errors/wheel.md"])
    assert "{" not in meta["title"]
    assert "<" not in meta["title"]
    assert "&lt;d&gt;" in meta["title"]


def test_lists_stay_out_of_the_search(tmp_path: Path) -> None:
    made = pages_of(tmp_path)
    assert meta_of(made["categories/numerics.md"])["search"] == {"exclude": True}


def test_page_of_an_entry_stays_out_of_the_search_which_gets_the_entry_itself(
    tmp_path: Path,
) -> None:
    page = pages_of(tmp_path)["errors/wheel.md"]
    assert meta_of(page)["search"] == {"exclude": True}
