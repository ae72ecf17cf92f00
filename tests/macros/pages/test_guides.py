"""Guides, quick reference, causal map and coverage: pages made from entries and front matter."""

import re
from pathlib import Path

import pytest

import trainwreck
from macros.catalog_data.frequencies import Row, Table
from macros.pages.coverage import Section, SourceDocument, read_sources
from macros.pages.guides import GuideError, read_guides
from macros.rendering.filters import cell
from macros.rendering.markdown import SiteMarkdown
from tests.support.entries import ENTRY, FIRST_STEP, changed, make_catalog
from tests.support.paths import ROOT

ERRORS_OF_THE_SOURCES = 56
MOST_MAPS_AT_ONCE = 6
CATALOG = trainwreck.load(ROOT / "errors")
GUIDE = "---\ntitle: Wheels\ndescription: How to keep them on.\nerrors: [wheel]\n---\n\n# Wheels\n"


def caused_by(*ids: str) -> str:
    return changed((FIRST_STEP, f"{FIRST_STEP}\ncaused_by: [{', '.join(ids)}]"))


@pytest.fixture
def catalog(tmp_path: Path) -> trainwreck.Catalog:
    entries = {
        "memory/axle": caused_by("nut"),
        "memory/nut": ENTRY,
        "memory/paint": ENTRY,
        "numerics/wheel": caused_by("axle", "nut"),
    }
    return trainwreck.load(make_catalog(tmp_path, entries))


def write_guide(folder: Path, text: str) -> Path:
    guides = folder / "guides"
    guides.mkdir()
    (guides / "wheels.md").write_text(text)
    (guides / "index.md").write_text("# Guides\n")
    return guides


def test_guide_and_entry_link_to_each_other(catalog: trainwreck.Catalog, tmp_path: Path) -> None:
    guides = read_guides(write_guide(tmp_path, GUIDE), catalog)
    site = SiteMarkdown(catalog, "https://example.org", guides)
    assert "/errors/wheel.md" in site.served_by("wheels")
    assert "[Wheels](/guides/wheels.md)" in site.entry("wheel")
    assert "/guides/" not in site.entry("nut")
    assert "[Wheels](/guides/wheels.md)" in site.guide_cards()


@pytest.mark.parametrize(
    ("replacement", "expected"),
    [
        (("[wheel]", "[whel]"), 'errors: "whel" is not an entry; did you mean "wheel"?'),
        (("errors: [wheel]\n", ""), "begin it with title:, description: and errors:"),
        (("---\ntitle", "title"), "begin it with title:, description: and errors:"),
    ],
)
def test_faulty_guide_is_refused_with_a_remedy(
    replacement: tuple[str, str], expected: str, catalog: trainwreck.Catalog, tmp_path: Path
) -> None:
    folder = write_guide(tmp_path, GUIDE.replace(*replacement, 1))
    with pytest.raises(GuideError, match=r"wheels\.md:1: ") as caught:
        read_guides(folder, catalog)
    assert expected in str(caught.value)


def test_quick_reference_shows_the_cause_and_not_its_detail(tmp_path: Path) -> None:
    cause = (
        "cause: A nut `a | b` was loose.\nroot_cause: The rest is detail that nobody needs here.\n"
    )
    old = "cause: A nut was not tightened, so the wheel came off as soon as the car moved.\n"
    root = make_catalog(tmp_path, {"numerics/wheel": changed((old, cause))})
    table = SiteMarkdown(trainwreck.load(root), "https://example.org").quick_reference()
    assert "(/errors/wheel.md) | A nut `a | b` was loose. | Tighten the nut. |" in table


def test_quick_reference_begins_with_links_and_what_is_reported_most_often(
    catalog: trainwreck.Catalog,
) -> None:
    published = [
        Table(
            "One", "jobs", (Row("Axle", "axle", 1), Row("Nut", "nut", 2), Row("Paint", "paint", 9))
        ),
        Table("Two", "jobs", (Row("Axle", "axle", 1), Row("Nut", "nut", 5))),
    ]
    site = SiteMarkdown(catalog, "https://example.org", published=published)
    links, often, numerics, memory = site.quick_reference().split("\n## ")
    assert re.findall(r"\[([^\]]+)\]\(#([\w-]+)\)", links) == [
        ("Numerics", "numerics"),
        ("Memory", "memory"),
    ]
    assert re.findall(r"/errors/(\w+)\.md", often) == ["nut", "axle"]
    assert "## Reported" not in SiteMarkdown(catalog, "https://example.org").quick_reference()
    assert [part.partition("\n")[0] for part in (numerics, memory)] == ["Numerics", "Memory"]
    assert "<summary>1 error</summary>" in numerics
    assert "<summary>3 errors</summary>" in memory


def test_bar_in_a_cell_does_not_end_it() -> None:
    assert cell("a | b `c | d`\ne") == "a \\| b `c | d` e"


def test_map_has_a_part_for_each_error_with_causes(catalog: trainwreck.Catalog) -> None:
    text = SiteMarkdown(catalog, "https://example.org").causal_map()
    maps, _ = text.split("## As a list")
    parts = re.findall(r'<div class="cause-map" markdown="1">(.*?)</div>', maps, re.DOTALL)
    assert [re.findall(r"/errors/(\w+)\.md", part) for part in parts] == [
        ["wheel", "axle", "nut"],
        ["axle", "nut"],
    ]
    assert ["follows from any of these 2" in part for part in parts] == [True, False]
    assert "paint" not in text


def test_map_of_the_catalog_begins_with_the_errors_with_the_most_causes() -> None:
    text = SiteMarkdown(CATALOG, "https://example.org").causal_map()
    first = text[text.index("## Errors with the most causes") : text.index("<details")]
    counts = [part.count("\n- ") for part in first.split("<div")[1:]]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == max(len(entry.caused_by) for entry in CATALOG)
    assert 1 <= len(counts) <= MOST_MAPS_AT_ONCE


def test_map_can_be_read_as_a_list(catalog: trainwreck.Catalog) -> None:
    text = SiteMarkdown(catalog, "https://example.org").causal_map()
    listed = text[text.index("## As a list") :]
    assert re.findall(r"/errors/(\w+)\.md", listed) == ["axle", "wheel", "nut", "axle", "wheel"]


def test_coverage_links_to_entries_and_pages(catalog: trainwreck.Catalog) -> None:
    sections = (
        Section("On wheels", ("wheel", "/matrix.md"), ""),
        Section("Jokes", (), "not funny"),
    )
    site = SiteMarkdown(catalog, "https://example.org", (), [SourceDocument("A book", sections)])
    assert "| On wheels | [wheel](/errors/wheel.md), [matrix](/matrix.md) |" in site.coverage()
    assert "| Jokes | not funny |" in site.coverage()


def sections_of_the_sources() -> list[Section]:
    return [s for source in read_sources(ROOT / "docs" / "sources.yml") for s in source.sections]


@pytest.mark.parametrize("section", sections_of_the_sources(), ids=lambda section: section.name)
def test_every_section_of_the_sources_became_something(section: Section) -> None:
    assert bool(section.became) != bool(section.left_out)
    for target in section.became:
        assert target in CATALOG.entries or (ROOT / "docs" / target.lstrip("/")).is_file(), target


def test_every_entry_of_the_sources_is_accounted_for() -> None:
    became = {target for section in sections_of_the_sources() for target in section.became}
    assert became >= {entry.id for entry in CATALOG if entry.as_reported}
    assert len(became & set(CATALOG.entries)) == ERRORS_OF_THE_SOURCES


def test_memory_budget_adds_up() -> None:
    guide = (ROOT / "docs" / "guides" / "out-of-memory.md").read_text(encoding="utf-8")
    budget = guide[guide.index("| Part | All float32") : guide.index("| **Sum**")]
    rows = re.findall(r"([\d.]+) GB \| ([\d.]+) GB", budget)
    sums = [sum(map(float, column)) for column in zip(*rows, strict=True)]
    assert len(rows) == 7
    assert f"| **Sum** | **{sums[0]:.1f} GB** | **{sums[1]:.1f} GB** |" in guide


def test_memory_of_parameters_follows_from_their_number() -> None:
    guide = (ROOT / "docs" / "guides" / "out-of-memory.md").read_text(encoding="utf-8")
    gigabytes = 154e6 * 4 / 1e9
    assert f"| Parameters | {gigabytes:.2f} GB |" in guide
    assert f"| Gradients | {gigabytes:.2f} GB |" in guide
    assert f"| Adam's two moments | {2 * gigabytes:.2f} GB |" in guide
