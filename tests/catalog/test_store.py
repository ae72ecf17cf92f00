"""The catalog is compiled once, kept, and compiled again as far as its files changed."""

import dataclasses
import datetime as dt
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import yaml

import trainwreck
from tests.support.entries import ENTRY, FIRST_STEP, VERIFIED, changed, make_catalog
from trainwreck import Category, Evidence, Framework, Kind, Link, Severity
from trainwreck.catalog import compilation, store
from trainwreck.catalog.evidence import digest
from trainwreck.catalog.projection import project
from trainwreck.snapshot.entry import Reproduction

TITLE = "RuntimeError: the wheel came off"


def linked(links: str) -> str:
    return changed((FIRST_STEP, f"{FIRST_STEP}\n{links}"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    entries = {
        "memory/axle": linked("related: [wheel]\naliases: [old-axle]"),
        "numerics/nut": changed(("clusters: [any]", "clusters: [betzy]")),
        "numerics/wheel": linked("caused_by: [nut]"),
    }
    return make_catalog(tmp_path, entries, clusters=("betzy", "lumi"))


@pytest.fixture
def catalog(root: Path) -> trainwreck.Catalog:
    return trainwreck.load(root)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "trainwreck"


def settle(root: Path) -> None:
    """Make the files look as if nobody had touched them for a while."""
    for path in (*root.parent.rglob("*.yml"), *root.parent.rglob("*.md")):
        os.utime(path, (1_700_000_000, 1_700_000_000))


def test_folder_may_be_named_by_a_string(root: Path) -> None:
    assert trainwreck.load(str(root)).ids == trainwreck.load(root).ids


def test_id_and_category_come_from_the_place_of_the_file(catalog: trainwreck.Catalog) -> None:
    assert list(catalog.entries) == ["axle", "nut", "wheel"]
    assert catalog["axle"].id == "axle"
    assert catalog["axle"].category is Category.MEMORY


def test_fields_are_typed(catalog: trainwreck.Catalog) -> None:
    entry = catalog["wheel"]
    assert entry.severity is Severity.HIGH
    assert entry.symptom.kind is Kind.CRASH
    assert entry.frameworks == (Framework.PYTORCH,)
    assert entry.verified.date == dt.date(2026, 11, 21)
    assert entry.verified.evidence is entry.evidence is Evidence.MEASURED


def test_entries_are_frozen(catalog: trainwreck.Catalog) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        catalog["wheel"].title = "another"  # type: ignore[misc]


def test_causes_are_derived_in_both_directions(catalog: trainwreck.Catalog) -> None:
    assert catalog["wheel"].caused_by == (Link("nut", TITLE),)
    assert catalog["nut"].leads_to == (Link("wheel", TITLE),)
    assert catalog["wheel"].leads_to == ()


def test_related_entries_are_derived_in_both_directions(catalog: trainwreck.Catalog) -> None:
    assert catalog["axle"].related == (Link("wheel", TITLE),)
    assert catalog["wheel"].related == (Link("axle", TITLE),)


def test_entries_that_name_each_other_are_related_once(tmp_path: Path) -> None:
    entries = {
        "memory/axle": linked("related: [wheel]"),
        "numerics/wheel": linked("related: [axle]"),
    }
    catalog = trainwreck.load(make_catalog(tmp_path, entries))
    assert catalog["axle"].related == (Link("wheel", TITLE),)


def test_cause_is_not_listed_as_related_too(tmp_path: Path) -> None:
    entries = {
        "memory/axle": linked("related: [wheel]"),
        "numerics/wheel": linked("caused_by: [axle]"),
    }
    catalog = trainwreck.load(make_catalog(tmp_path, entries))
    assert catalog["axle"].related == ()
    assert catalog["axle"].leads_to == (Link("wheel", TITLE),)


def test_more_general_entry_and_what_is_known_of_messages_are_carried_along(
    tmp_path: Path,
) -> None:
    detailed = (
        "    - text: wheel <*> came off at once\n      printed_by: Car 2 and newer\n"
        "      secondary: true\n  telltales:\n    - 'screech of the axle'\n"
    )
    narrow = changed(
        ('    - "RuntimeError: wheel <*> came off at <*> km/h"\n', detailed),
        (FIRST_STEP, f"{FIRST_STEP}\nnarrows: wheel"),
    )
    root = make_catalog(tmp_path, {"memory/axle": narrow, "numerics/wheel": ENTRY})
    entry = trainwreck.load(root)["axle"]
    (message,) = entry.symptom.messages
    assert (message.printed_by, message.secondary) == ("Car 2 and newer", True)
    assert entry.symptom.telltales == ("screech of the axle",)
    assert entry.narrows == Link("wheel", TITLE)
    assert entry.action.decision is trainwreck.Action.FIX_FIRST


def test_categories_without_entries_are_left_out(catalog: trainwreck.Catalog) -> None:
    assert list(catalog.categories) == [Category.NUMERICS, Category.MEMORY]


def test_cluster_lists_what_names_it(catalog: trainwreck.Catalog) -> None:
    assert catalog.seen_on("betzy") == (catalog["nut"],)
    assert catalog.seen_on("lumi") == ()


def test_former_id_still_finds_the_entry(catalog: trainwreck.Catalog) -> None:
    assert catalog.get("old-axle") == catalog["axle"]
    assert catalog.get("axel") is None
    assert "old-axle" not in catalog


def test_entry_that_cannot_be_read_is_left_out_and_the_rest_works(tmp_path: Path) -> None:
    entries = {
        "memory/axle": "title: a: b",
        "numerics/nut": "title: x",
        "numerics/wheel": linked("caused_by: [nut]"),
    }
    catalog = trainwreck.load(make_catalog(tmp_path, entries))
    assert list(catalog.entries) == ["wheel"]
    assert catalog["wheel"].caused_by == ()
    assert [Path(problem.file).stem for problem in catalog.left_out] == ["axle", "nut"]
    assert "is not valid YAML" in catalog.left_out[0].message


def test_entry_that_breaks_a_rule_is_loaded_all_the_same(tmp_path: Path) -> None:
    wrong = changed((FIRST_STEP, "first_step: x"))
    catalog = trainwreck.load(make_catalog(tmp_path, {"numerics/wheel": wrong}))
    assert (catalog["wheel"].first_step, catalog.left_out) == ("x", ())


@pytest.mark.parametrize("entries", [{}, {"numerics/wheel": "title: x"}])
def test_catalog_without_any_entry_is_an_error(entries: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(trainwreck.CatalogError) as caught:
        trainwreck.load(make_catalog(tmp_path, entries))
    (problem,) = caught.value.problems
    assert str(caught.value) == str(problem)


def test_catalog_of_the_package_loads_without_arguments() -> None:
    assert "gradscaler-with-bfloat16" in trainwreck.load()


@pytest.mark.parametrize(
    ("clusters", "numbers", "anchors"),
    [
        ("", [1], ["step-1"]),
        (",,", [1, 2, 3], ["step-1", "step-2", "step-3"]),
        (",betzy,lumi,", [1, 2, 2, 3], ["step-1", "step-2-betzy", "step-2-lumi", "step-3"]),
        (
            "betzy,betzy,lumi,",
            [1, 2, 1, 3],
            ["step-1-betzy", "step-2-betzy", "step-1-lumi", "step-3"],
        ),
        (
            "betzy lumi,lumi,betzy,",
            [1, 2, 2, 3],
            ["step-1-betzy", "step-2-lumi", "step-2-betzy", "step-3"],
        ),
        ("lumi,,lumi", [1, 2, 3], ["step-1-lumi", "step-2", "step-3-lumi"]),
    ],
)
def test_steps_for_different_clusters_share_numbers_and_no_anchors(
    clusters: str, numbers: list[int], anchors: list[str], tmp_path: Path
) -> None:
    steps = "".join(
        f"  - title: Turn the nut\n    clusters: [{', '.join(names.split())}]\n"
        "    text: Take a spanner of the right size and turn the nut.\n"
        for names in clusters.split(",")
    )
    entry = ENTRY[: ENTRY.index("  - title")] + steps + ENTRY[ENTRY.index("first_step") :]
    root = make_catalog(tmp_path, {"numerics/wheel": entry}, clusters=("betzy", "lumi"))
    fix = trainwreck.load(root)["wheel"].fix
    assert [step.number for step in fix] == numbers
    assert [step.anchor for step in fix] == anchors
    everywhere = [step.anchor_on(cluster) for step in fix for cluster in step.clusters or (None,)]
    assert len(everywhere) == len(set(everywhere))


def test_record_of_the_reproduction_as_it_is_now_is_the_proof(tmp_path: Path) -> None:
    text = "```bash\nfalse\n```\n"
    block = "".join(f"    {line}\n" for line in text.splitlines())
    reproduction = f"reproduction:\n  error: |\n{block}  fix: |\n{block}"
    root = make_catalog(tmp_path, {"numerics/wheel": changed((VERIFIED, reproduction + VERIFIED))})
    record: dict[str, object] = {
        "date": "2026-11-21",
        "platform": "Linux",
        "device": "CPU",
        "versions": {},
        "message": None,
        "template": None,
        "seconds": 1.5,
        "digest": "0",
    }
    file = tmp_path / "evidence" / "wheel.json"
    file.parent.mkdir()
    file.write_text(json.dumps(record))
    assert trainwreck.load(root)["wheel"].proof is None
    record["digest"] = digest(Reproduction(error=text, fix=text))
    file.write_text(json.dumps(record))
    entry = trainwreck.load(root)["wheel"]
    assert entry.proof
    assert (entry.proof.seconds, entry.evidence) == (1.5, Evidence.REPRODUCED)


def test_unchanged_catalog_is_not_compiled_again(
    root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(root)
    first = trainwreck.load(root)
    (file,) = cache.iterdir()
    monkeypatch.delattr(compilation, "compile_catalog")
    again = trainwreck.load(root)
    assert again.digest == first.digest
    assert list(again.entries.items()) == list(first.entries.items())
    assert list(cache.iterdir()) == [file]


def test_only_what_changed_is_compiled_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settle(root)
    trainwreck.load(root)
    projected: list[str] = []

    def noted(id_: str, *more: Any) -> object:
        projected.append(id_)
        return project(id_, *more)

    monkeypatch.setattr(compilation, "project", noted)
    (root / "numerics" / "nut.yml").write_text(changed((TITLE, "the nut is loose")))
    catalog = trainwreck.load(root)
    assert projected == ["nut"]
    assert catalog["wheel"].caused_by == (Link("nut", "the nut is loose"),)
    (root / "memory" / "axle.yml").unlink()
    catalog = trainwreck.load(root)
    assert projected == ["nut"]
    assert list(catalog.entries) == ["nut", "wheel"]
    assert catalog["wheel"].related == ()


def test_file_that_changes_twice_at_once_is_read_twice(root: Path) -> None:
    path = root / "numerics" / "nut.yml"
    trainwreck.load(root)
    before = path.stat()
    path.write_text(path.read_text().replace("the wheel came off", "the wheel went off"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert trainwreck.load(root)["nut"].title == "RuntimeError: the wheel went off"


@pytest.mark.parametrize("damage", ["empty", "cut", "changed", "other format"])
def test_damaged_copy_is_made_again(damage: str, root: Path, cache: Path) -> None:
    expected = trainwreck.load(root).digest
    (file,) = cache.iterdir()
    data = file.read_bytes()
    changes = {
        "empty": b"",
        "cut": data[:-10],
        "changed": data.replace(b'"index"', b'"xxxxx"'),
        "other format": data.replace(b'"trainwreck_snapshot":2', b'"trainwreck_snapshot":1'),
    }
    file.write_bytes(changes[damage])
    assert trainwreck.load(root).digest == expected


def test_damage_found_late_is_an_error_with_its_remedy(root: Path, cache: Path) -> None:
    settle(root)
    trainwreck.load(root)
    (file,) = cache.iterdir()
    file.write_bytes(file.read_bytes().replace(b"Take a spanner", b"Take a hammer "))
    catalog = trainwreck.load(root)
    with pytest.raises(trainwreck.CatalogError, match="is damaged; delete it"):
        _ = catalog["wheel"]


def test_cache_that_cannot_be_written_is_done_without(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert trainwreck.load(root)["wheel"].title == TITLE


def test_user_without_a_home_gets_the_catalog_too(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    assert trainwreck.load(root)["wheel"].title == TITLE


def test_many_processes_and_threads_may_load_at_once(root: Path, cache: Path) -> None:
    code = f"import trainwreck, pathlib; print(len(trainwreck.load(pathlib.Path({str(root)!r}))))"
    processes = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    with ThreadPoolExecutor(8) as pool:
        digests = set(pool.map(lambda _: trainwreck.load(root).digest, range(16)))
    assert [process.communicate()[0] for process in processes] == ["3\n"] * 4
    assert len({digest.partition("-")[0] for digest in digests}) >= 1
    assert [path.suffix for path in cache.iterdir()] == [".jsonl"]


def test_threads_may_read_one_catalog_at_once(catalog: trainwreck.Catalog) -> None:
    with ThreadPoolExecutor(8) as pool:
        titles = set(pool.map(lambda number: catalog[("axle", "nut")[number % 2]].title, range(64)))
    assert titles == {TITLE}


def test_snapshot_for_the_package_is_the_same_wherever_it_is_made(
    root: Path, tmp_path: Path
) -> None:
    first = store.compiled(root)
    settle(root)
    assert store.compiled(root) == first
    assert str(tmp_path).encode() not in first


def test_snapshot_for_the_package_uses_what_was_compiled_before(
    root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = store.compiled(root)
    assert not cache.exists()
    trainwreck.load(root)
    monkeypatch.delattr(compilation, "project")
    assert store.compiled(root) == first


def test_snapshot_for_the_package_has_what_changed_however_old_the_file_looks(root: Path) -> None:
    path = root / "numerics" / "nut.yml"
    settle(root)
    trainwreck.load(root)
    path.write_text(path.read_text().replace("the wheel came off", "the wheel went off"))
    settle(root)
    assert b"the wheel went off" in store.compiled(root)


def test_snapshot_for_the_package_is_right_though_the_kept_copy_is_damaged(
    root: Path, cache: Path
) -> None:
    first = store.compiled(root)
    trainwreck.load(root)
    (file,) = cache.iterdir()
    damaged = file.read_bytes().replace(b"the wheel came off", b"the wheel came 0ff")
    assert b"came 0ff" in damaged
    file.write_bytes(damaged)
    assert store.compiled(root) == first


def test_snapshot_for_the_package_lacks_no_entry(root: Path) -> None:
    (root / "numerics" / "nut.yml").write_text("title: x")
    with pytest.raises(trainwreck.CatalogError, match="nut"):
        store.compiled(root)


@pytest.mark.parametrize("field", ["fix", "clusters", "frameworks"])
def test_entry_without_a_list_that_a_check_requires_can_be_read(field: str, tmp_path: Path) -> None:
    data = yaml.safe_load(ENTRY)
    data[field] = []
    root = make_catalog(tmp_path, {"numerics/wheel": yaml.safe_dump(data)})
    assert getattr(store.load_snapshot(root)["wheel"], field) == ()
