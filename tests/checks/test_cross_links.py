"""Problems of a catalog as a whole: ids, links, places and other files."""

from pathlib import Path

import pytest

from tests.support.entries import ENTRY, FIRST_STEP, SEVERITY, TITLE, changed, make_catalog
from trainwreck.checks.checker import check_catalog


def test_all_problems_of_all_files_come_in_one_run(tmp_path: Path) -> None:
    faulty = changed((SEVERITY, "severity: hihg"), (FIRST_STEP, f"{FIRST_STEP}\nrelated: [whel]"))
    broken = changed((TITLE, "title: a: b"))
    entries = {"memory/axle": broken, "numerics/wheel": faulty}
    found = check_catalog(make_catalog(tmp_path, entries)).problems
    assert [(Path(problem.file).stem, problem.field) for problem in found] == [
        ("axle", ""),
        ("wheel", "severity"),
        ("wheel", "related.0"),
    ]


def test_broken_file_still_counts_as_the_target_of_links(tmp_path: Path) -> None:
    linking = changed((FIRST_STEP, f"{FIRST_STEP}\ncaused_by: [axle]"))
    entries = {"memory/axle": changed((TITLE, "title: a: b")), "numerics/wheel": linking}
    found = check_catalog(make_catalog(tmp_path, entries)).problems
    assert [Path(problem.file).stem for problem in found] == ["axle"]


def test_causal_cycle_is_reported_in_each_of_its_entries(tmp_path: Path) -> None:
    entries = {
        f"numerics/{name}": changed((FIRST_STEP, f"{FIRST_STEP}\ncaused_by: [{cause}]"))
        for name, cause in {"axle": "nut", "nut": "wheel", "wheel": "axle"}.items()
    }
    found = check_catalog(make_catalog(tmp_path, entries)).problems
    assert [(Path(problem.file).stem, problem.line) for problem in found] == [
        ("axle", 18),
        ("nut", 18),
        ("wheel", 18),
    ]
    assert {problem.message for problem in found} == {
        "closes a causal cycle: axle -> nut -> wheel -> axle"
    }


def test_long_causal_chain_is_walked_without_recursion(tmp_path: Path) -> None:
    length = 1500
    entries = {
        f"numerics/wheel-{number}": changed(
            (FIRST_STEP, f"{FIRST_STEP}\ncaused_by: [wheel-{number + 1}]")
        )
        for number in range(length)
    }
    entries[f"numerics/wheel-{length}"] = ENTRY
    assert check_catalog(make_catalog(tmp_path, entries)).problems == ()


def test_id_must_be_unique_in_the_whole_catalog(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"memory/wheel": ENTRY, "numerics/wheel": ENTRY})
    (problem,) = check_catalog(root).problems
    assert problem.file.endswith("numerics/wheel.yml")
    assert problem.message == "has the same id as memory/wheel.yml"
    for entry in ("memory/wheel", "numerics/wheel"):
        assert check_catalog(root).about([root / f"{entry}.yml"]).problems == (problem,)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "numerics/Wheel_Off",
            'the name "Wheel_Off" is not an id;'
            ' use lower-case words joined by hyphens, such as "wheel-off"',
        ),
        (f"numerics/{'x' * 61}", "the name is 61 characters long; keep it within 60"),
        ("numerric/wheel", 'the folder "numerric" is not a category; did you mean "numerics"?'),
    ],
)
def test_place_of_the_file_is_checked(name: str, expected: str, tmp_path: Path) -> None:
    (problem,) = check_catalog(make_catalog(tmp_path, {name: ENTRY})).problems
    assert problem.text == expected


def test_former_id_leads_to_one_entry_only(tmp_path: Path) -> None:
    aliased = changed((FIRST_STEP, f"{FIRST_STEP}\naliases: [old-wheel]"))
    root = make_catalog(tmp_path, {"memory/axle": aliased, "numerics/wheel": aliased})
    (problem,) = check_catalog(root).problems
    assert problem.message == '"old-wheel" already leads to axle'


def test_other_files_in_the_catalog_are_problems_but_hidden_ones_are_not(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    (root / "numerics" / "axle.yaml").write_text(ENTRY)
    (root / "numerics" / ".wheel.yml.swp").write_text("")
    (problem,) = check_catalog(root).problems
    assert problem.text == "is not an entry; move it elsewhere, or give it the extension .yml"


def test_cluster_page_must_say_what_the_cluster_is(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    (tmp_path / "docs" / "clusters" / "lumi.md").write_text("# LUMI\n")
    (problem,) = check_catalog(root).problems
    assert problem.file.endswith("docs/clusters/lumi.md")
    assert problem.message == "does not say what the cluster is"


def test_folder_without_entries_is_a_problem(tmp_path: Path) -> None:
    (problem,) = check_catalog(make_catalog(tmp_path, {})).problems
    assert problem.message == "contains no entries"
