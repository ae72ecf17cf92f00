"""What is derived from all entries together."""

import datetime as dt
from pathlib import Path

import pydantic
import pytest

import trainwreck
from tests.support.entries import ENTRY, FIRST_STEP, changed, make_catalog
from trainwreck.model.vocabulary import Category, Evidence, Framework, Kind, Severity


def linked(links: str) -> str:
    return changed((FIRST_STEP, f"{FIRST_STEP}\n{links}"))


@pytest.fixture
def catalog(tmp_path: Path) -> trainwreck.Catalog:
    entries = {
        "memory/axle": linked("related: [wheel]\naliases: [old-axle]"),
        "numerics/nut": changed(("clusters: [any]", "clusters: [betzy]")),
        "numerics/wheel": linked("caused_by: [nut]"),
    }
    return trainwreck.load(make_catalog(tmp_path, entries, clusters=("betzy", "lumi")))


def test_id_and_category_come_from_the_place_of_the_file(catalog: trainwreck.Catalog) -> None:
    assert list(catalog.entries) == ["axle", "nut", "wheel"]
    assert catalog.entries["axle"].id == "axle"
    assert catalog.entries["axle"].category is Category.MEMORY


def test_fields_are_typed(catalog: trainwreck.Catalog) -> None:
    entry = catalog.entries["wheel"]
    assert entry.severity is Severity.HIGH
    assert entry.symptom.kind is Kind.CRASH
    assert entry.frameworks == (Framework.PYTORCH,)
    assert entry.verified.date == dt.date(2026, 11, 21)
    assert entry.verified.evidence is Evidence.MEASURED


def test_entries_are_frozen(catalog: trainwreck.Catalog) -> None:
    with pytest.raises(pydantic.ValidationError, match="frozen"):
        catalog.entries["wheel"].title = "another"  # type: ignore[misc]


def test_causes_are_derived_in_both_directions(catalog: trainwreck.Catalog) -> None:
    wheel, nut = catalog.entries["wheel"], catalog.entries["nut"]
    assert catalog.caused_by(wheel) == (nut,)
    assert catalog.causes["nut"] == (wheel,)
    assert catalog.causes["wheel"] == ()


def test_related_entries_are_derived_in_both_directions(catalog: trainwreck.Catalog) -> None:
    wheel, axle = catalog.entries["wheel"], catalog.entries["axle"]
    assert catalog.related["axle"] == (wheel,)
    assert catalog.related["wheel"] == (axle,)


def test_entries_that_name_each_other_are_related_once(tmp_path: Path) -> None:
    entries = {
        "memory/axle": linked("related: [wheel]"),
        "numerics/wheel": linked("related: [axle]"),
    }
    catalog = trainwreck.load(make_catalog(tmp_path, entries))
    assert catalog.related["axle"] == (catalog.entries["wheel"],)


def test_cause_is_not_listed_as_related_too(tmp_path: Path) -> None:
    entries = {
        "memory/axle": linked("related: [wheel]"),
        "numerics/wheel": linked("caused_by: [axle]"),
    }
    catalog = trainwreck.load(make_catalog(tmp_path, entries))
    assert catalog.related["axle"] == ()
    assert catalog.causes["axle"] == (catalog.entries["wheel"],)


def test_categories_without_entries_are_left_out(catalog: trainwreck.Catalog) -> None:
    assert list(catalog.categories) == [Category.NUMERICS, Category.MEMORY]


def test_cluster_lists_what_names_it(catalog: trainwreck.Catalog) -> None:
    assert catalog.seen_on("betzy") == (catalog.entries["nut"],)
    assert catalog.seen_on("lumi") == ()


def test_former_id_still_finds_the_entry(catalog: trainwreck.Catalog) -> None:
    assert catalog.find("old-axle") == catalog.entries["axle"]
    assert catalog.find("axel") is None


def test_faulty_catalog_is_not_loaded(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY, "numerics/nut": "title: x"})
    with pytest.raises(trainwreck.CatalogError) as caught:
        trainwreck.load(root)
    assert len(caught.value.faults) > 1
    assert str(caught.value).count("\n") == len(caught.value.faults) - 1


def test_catalog_of_the_package_loads_without_arguments() -> None:
    assert "gradscaler-with-bfloat16" in trainwreck.load().entries


@pytest.mark.parametrize(
    ("clusters", "numbers"),
    [
        ("", [1]),
        (",,", [1, 2, 3]),
        (",betzy,lumi,", [1, 2, 2, 3]),
        ("betzy,betzy,lumi,", [1, 2, 1, 3]),
        ("betzy lumi,lumi,betzy,", [1, 2, 2, 3]),
        ("lumi,,lumi", [1, 2, 3]),
    ],
)
def test_steps_for_different_clusters_share_their_numbers(
    clusters: str, numbers: list[int], tmp_path: Path
) -> None:
    steps = "".join(
        f"  - title: Turn the nut\n    clusters: [{', '.join(names.split())}]\n"
        "    text: Take a spanner of the right size and turn the nut.\n"
        for names in clusters.split(",")
    )
    entry = ENTRY[: ENTRY.index("  - title")] + steps + ENTRY[ENTRY.index("first_step") :]
    root = make_catalog(tmp_path, {"numerics/wheel": entry}, clusters=("betzy", "lumi"))
    fix = trainwreck.load(root).entries["wheel"].numbered_fix
    assert [number for number, _ in fix] == numbers
