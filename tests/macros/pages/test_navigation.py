"""Pages that are made from the catalog stand in the navigation."""

from pathlib import Path

from macros.pages.navigation import with_generated
from tests.support.code_tables import TABLE, write_table
from tests.support.entries import changed, make_catalog
from trainwreck.catalog.store import load_snapshot


def test_each_list_stands_below_its_overview_and_each_entry_below_its_category(
    tmp_path: Path,
) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": changed()})
    write_table(tmp_path, TABLE)
    catalog = load_snapshot(root)
    nav = [
        {"Home": "index.md"},
        {"Errors": [{"All errors": "matrix.md"}]},
        {"Find": [{"By symptom": "symptoms/index.md"}, {"Codes": "codes/index.md"}, "tags.md"]},
        {"By software": "frameworks/index.md"},
        {"By category": "categories/index.md"},
    ]
    assert with_generated(nav, catalog, catalog.code_tables()) == [
        {"Home": "index.md"},
        {
            "Errors": [
                {"All errors": "matrix.md"},
                {"Numerics": ["categories/numerics.md", "errors/wheel.md"]},
            ]
        },
        {
            "Find": [
                {"By symptom": ["symptoms/index.md", "symptoms/crash.md"]},
                {"Codes": ["codes/index.md", "codes/wheel.md"]},
                "tags.md",
            ]
        },
        {"By software": ["frameworks/index.md", "frameworks/pytorch.md"]},
        {"By category": ["categories/index.md"]},
    ]
