"""Faults of a catalog as a whole: of ids, links, messages and samples, places and other files."""

from pathlib import Path

import pytest

from tests.support.entries import ENTRY, FIRST_STEP, MESSAGE, SEVERITY, TITLE, changed, make_catalog
from trainwreck.catalog.loader import inspect

STEP = "    text: Take a spanner of the right size and turn the nut clockwise."


def with_sample(message: str, sample: str) -> str:
    quoted = f"    - '{message}'\n  samples:\n    - |\n      {sample}"
    return changed((f'    - "{MESSAGE}"', quoted))


def test_message_of_two_entries_is_reported_in_the_second(tmp_path: Path) -> None:
    other = changed(("wheel <*> came off", "WHEEL  <*>came off"))
    assert other != ENTRY
    root = make_catalog(tmp_path, {"memory/axle": other, "numerics/wheel": ENTRY})
    (fault,) = inspect(root)[1]
    assert (Path(fault.file).stem, fault.field) == ("wheel", "symptom.messages.0")
    assert fault.problem == "is a message of axle too"


def test_sample_that_leads_elsewhere_is_reported(tmp_path: Path) -> None:
    sample = "The whole axle broke in two and so the wheel came off at 90 km/h"
    entries = {
        "memory/axle": with_sample("The whole axle broke in two", sample),
        "numerics/wheel": with_sample("the wheel came off at", sample),
        "numerics/nut": with_sample("a nut was lost on the road", sample),
    }
    faults = inspect(make_catalog(tmp_path, entries))[1]
    problems = {Path(fault.file).stem: fault.problem for fault in faults}
    assert problems["wheel"].startswith("leads to axle first, by its message")
    assert problems["nut"].startswith("leads to axle first")
    assert "axle" not in problems


def test_sample_that_leads_nowhere_is_reported(tmp_path: Path) -> None:
    sample = "Nothing in this sample is a message of any entry at all."
    root = make_catalog(tmp_path, {"numerics/nut": with_sample("a nut was lost", sample)})
    (fault,) = inspect(root)[1]
    assert fault.problem == "leads to no entry: no message stands in it"


def test_all_faults_of_all_files_come_in_one_run(tmp_path: Path) -> None:
    faulty = changed((SEVERITY, "severity: hihg"), (FIRST_STEP, f"{FIRST_STEP}\nrelated: [whel]"))
    broken = changed((TITLE, "title: a: b"))
    entries = {"memory/axle": broken, "numerics/wheel": faulty}
    found = inspect(make_catalog(tmp_path, entries))[1]
    assert [(Path(fault.file).stem, fault.field) for fault in found] == [
        ("axle", ""),
        ("wheel", "severity"),
        ("wheel", "related.0"),
    ]


def test_broken_file_still_counts_as_the_target_of_links(tmp_path: Path) -> None:
    linking = changed((FIRST_STEP, f"{FIRST_STEP}\ncaused_by: [axle]"))
    entries = {"memory/axle": changed((TITLE, "title: a: b")), "numerics/wheel": linking}
    found = inspect(make_catalog(tmp_path, entries))[1]
    assert [Path(fault.file).stem for fault in found] == ["axle"]


def test_causal_cycle_is_reported_in_each_of_its_entries(tmp_path: Path) -> None:
    entries = {
        f"numerics/{name}": changed((FIRST_STEP, f"{FIRST_STEP}\ncaused_by: [{cause}]"))
        for name, cause in {"axle": "nut", "nut": "wheel", "wheel": "axle"}.items()
    }
    found = inspect(make_catalog(tmp_path, entries))[1]
    assert [(Path(fault.file).stem, fault.line) for fault in found] == [
        ("axle", 18),
        ("nut", 18),
        ("wheel", 18),
    ]
    assert {fault.problem for fault in found} == {
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
    assert inspect(make_catalog(tmp_path, entries))[1] == ()


def test_id_must_be_unique_in_the_whole_catalog(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"memory/wheel": ENTRY, "numerics/wheel": ENTRY})
    (fault,) = inspect(root)[1]
    assert fault.file.endswith("numerics/wheel.yml")
    assert fault.problem == "has the same id as memory/wheel.yml"


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
    (fault,) = inspect(make_catalog(tmp_path, {name: ENTRY}))[1]
    assert fault.message == expected


def test_former_id_leads_to_one_entry_only(tmp_path: Path) -> None:
    aliased = changed((FIRST_STEP, f"{FIRST_STEP}\naliases: [old-wheel]"))
    root = make_catalog(tmp_path, {"memory/axle": aliased, "numerics/wheel": aliased})
    (fault,) = inspect(root)[1]
    assert fault.problem == '"old-wheel" already leads to axle'


def test_other_files_in_the_catalog_are_faults_but_hidden_ones_are_not(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    (root / "numerics" / "axle.yaml").write_text(ENTRY)
    (root / "numerics" / ".wheel.yml.swp").write_text("")
    (fault,) = inspect(root)[1]
    assert fault.message == "is no entry; move it away, or end its name in .yml"


def test_cluster_page_must_say_what_the_cluster_is(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    (tmp_path / "docs" / "clusters" / "lumi.md").write_text("# LUMI\n")
    (fault,) = inspect(root)[1]
    assert fault.file.endswith("docs/clusters/lumi.md")
    assert fault.problem == "does not say what the cluster is"


def test_folder_without_entries_is_a_fault(tmp_path: Path) -> None:
    (fault,) = inspect(make_catalog(tmp_path, {}))[1]
    assert fault.problem == "holds no entries"


def test_link_to_a_page_that_the_site_lacks_is_reported(tmp_path: Path) -> None:
    step = (
        "    text: |\n      Take a spanner.\n\n      See [it](/clusters/{}.md), [all](/matrix.md)."
    )
    root = make_catalog(
        tmp_path,
        {
            f"numerics/{id_}": changed((STEP, step.format(cluster)))
            for id_, cluster in {"wheel": "lumi", "axle": "lumy"}.items()
        },
        clusters=("lumi",),
    )
    (tmp_path / "docs" / "index.md").write_text("# Home\n")
    (tmp_path / "docs" / "matrix.md").write_text("# All errors\n")
    (fault,) = inspect(root)[1]
    assert (Path(fault.file).stem, fault.line, fault.field) == ("axle", 19, "fix.0.text")
    assert fault.problem == 'links to "/clusters/lumy.md", which is not a page'
    assert fault.remedy.startswith('did you mean "/clusters/lumi.md"')


def test_catalog_without_a_site_may_link_to_pages_of_the_published_one(tmp_path: Path) -> None:
    text = changed((STEP, f"{STEP[:-1]}, as in [the guide](/guides/xla.md)."))
    assert inspect(make_catalog(tmp_path, {"numerics/wheel": text}))[1] == ()
