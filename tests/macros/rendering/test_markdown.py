"""What the macros make of the catalog."""

import html
import re
from pathlib import Path

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mkdocs.config import load_config

import trainwreck
from macros.rendering.filters import cell, clause, code_block, plain
from macros.rendering.markdown import SiteMarkdown
from tests.support.entries import ENTRY, FIRST_STEP, changed, make_catalog
from tests.support.paths import ROOT
from trainwreck.output.entry import as_plain, as_text

CONFIG = load_config(str(ROOT / "mkdocs.yml"))
TEXT = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=80)


def to_html(text: str) -> str:
    return markdown.markdown(
        text, extensions=CONFIG.markdown_extensions, extension_configs=CONFIG.mdx_configs
    )


def text_of(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", page))


@pytest.fixture
def site(tmp_path: Path) -> SiteMarkdown:
    steps = "".join(
        f"  - title: Turn it on {cluster}\n    clusters: [{cluster}]\n"
        f"    text: |\n      Turn it on {cluster}, as the manual says:\n\n"
        f"      ```bash\n      turn {cluster}\n      ```\n"
        for cluster in ("betzy", "lumi")
    )
    entries = {
        "memory/axle": changed((FIRST_STEP, f"{FIRST_STEP}\ncaused_by: [wheel]")),
        "numerics/wheel": changed((FIRST_STEP, f"{steps}{FIRST_STEP}")),
    }
    catalog = trainwreck.load(make_catalog(tmp_path, entries, clusters=("betzy", "lumi")))
    return SiteMarkdown(catalog, "https://example.org/catalog/")


@given(TEXT)
def test_plain_text_is_shown_as_it_is(text: str) -> None:
    shown = text_of(to_html(f"x {plain(text)} x"))
    assert shown.split() == f"x {text} x".split()


@given(TEXT.map(str.strip).filter(bool))
def test_code_block_shows_its_text_as_it_is(text: str) -> None:
    page = to_html(code_block(text))
    assert text_of(page).strip() == text
    assert page.count("<pre>") == 1


def test_code_block_cannot_be_closed_by_its_text() -> None:
    text = "a\n```\n# not a heading\n````\nb"
    assert text_of(to_html(code_block(text))).strip() == text


def test_entry_page_leads_from_symptom_to_fix(site: SiteMarkdown) -> None:
    page = site.entry("wheel")
    headings = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert headings == [
        "Symptom",
        "Confirm it",
        "Fix",
        "Root cause",
        "Related errors",
        "Proof",
        "Sources",
    ]


def test_steps_for_clusters_become_tabs(site: SiteMarkdown) -> None:
    page = site.entry("wheel")
    assert page.index("### 1. Tighten the nut") < page.index('=== "BETZY"')
    rendered = to_html(page)
    assert rendered.count('class="tabbed-block"') == 2
    headings = re.findall(r'<h3 id="([\w-]+)">(.*?)<a class="headerlink"', rendered)
    assert headings == [
        ("step-1", "1. Tighten the nut"),
        ("step-2-betzy", "2. Turn it on betzy"),
        ("step-2-lumi", "2. Turn it on lumi"),
    ]


def test_glance_numbers_the_steps_as_the_fix_does(site: SiteMarkdown) -> None:
    page = to_html(site.entry("wheel"))
    glance = page[: page.index('id="symptom"')]
    (steps,) = re.findall(r"<ol>(.*?)</ol>", glance, re.DOTALL)
    items = re.findall(r"<li>(.*?)</li>", re.sub("<br */?>", "|", steps), re.DOTALL)
    assert [text_of(item) for item in items] == [
        "Tighten the nut",
        "BETZY: Turn it on betzy|LUMI: Turn it on lumi",
    ]
    assert re.findall(r'href="(#[\w-]+)"', steps) == ["#step-1", "#step-2-betzy", "#step-2-lumi"]


def test_causes_are_shown_from_both_sides(site: SiteMarkdown) -> None:
    cause, effect = (chain_of(to_html(site.entry(id_))) for id_ in ("wheel", "axle"))
    assert cause == ["this error", "leads to", "RuntimeError: the wheel came off"]
    assert effect == ["RuntimeError: the wheel came off", "leads to", "this error"]


def chain_of(page: str) -> list[str]:
    """Return what the drawing of causes and effects says, from left to right."""
    (chain,) = re.findall(r'<div class="chain">(.*?)</div>', page, re.DOTALL)
    return re.findall(r">([^<>]*\w[^<>]*)<", html.unescape(chain))


@pytest.mark.parametrize(("number", "shown"), [(10, 10), (11, 8)])
@pytest.mark.parametrize("field", ["caused_by", "related"])
def test_long_list_of_links_shows_the_nearest(
    field: str, number: int, shown: int, tmp_path: Path
) -> None:
    ids = [f"axle-{letter}" for letter in "abcdefghijk"[:number]]
    linked = f"{FIRST_STEP}\n{field}: [{', '.join(ids)}]"
    entries = {f"memory/{id_}": ENTRY for id_ in ids}
    root = make_catalog(tmp_path, entries | {"numerics/wheel": changed((FIRST_STEP, linked))})
    page = to_html(SiteMarkdown(trainwreck.load(root), "https://example.org").entry("wheel"))
    related = page[page.index('id="related-errors"') : page.index('id="proof"')]
    at_once, _, more = related.partition("<details")
    assert re.findall(r"/errors/([\w-]+)\.md", at_once) == ids[:shown]
    assert re.findall(r"/errors/([\w-]+)\.md", more) == ids[shown:]
    assert (f"{number - shown} more " in more) == (shown < number)


def test_glance_names_cause_action_and_each_step_with_its_condition(tmp_path: Path) -> None:
    step = "  - title: Tighten the nut\n"
    root = make_catalog(
        tmp_path,
        {"numerics/wheel": changed((step, f"{step}    when: The nut turns by hand.\n"))},
    )
    page = SiteMarkdown(trainwreck.load(root), "https://example.org").entry("wheel")
    glance = page[page.index("At a glance") : page.index("## Symptom")]
    for part in (
        "**Cause:** A nut was not tightened",
        "**First step:** Tighten the nut.",
        "[Fix it first](/legend.md#action-fix-first)",
        "1. [Tighten the nut](#step-1): if the nut turns by hand",
    ):
        assert part in glance


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The nut turns by hand.", "the nut turns by hand"),
        ("PyTorch is older than 2.6.", "PyTorch is older than 2.6"),
        ("Slurm runs the job.", "Slurm runs the job"),
        ("CPU tensors.", "CPU tensors"),
        ("It's a wheel.", "it's a wheel"),
        ("A1 fails", "A1 fails"),
    ],
)
def test_condition_follows_a_conjunction(sentence: str, expected: str) -> None:
    assert clause(sentence) == expected


def test_badges_link_to_the_legend(site: SiteMarkdown) -> None:
    page, legend = site.entry("wheel"), site.legend()
    anchors = re.findall(r"\(/legend\.md#([\w-]+)\)", page)
    assert {"severity-high", "timetodiagnose-hours", "cluster-any", "framework-pytorch"} <= set(
        anchors
    )
    for anchor in anchors:
        assert f'id="{anchor}"' in legend


def test_links_lead_to_the_file_and_to_a_new_issue(site: SiteMarkdown) -> None:
    page = site.entry("wheel")
    assert "(https://example.org/catalog/edit/main/errors/numerics/wheel.yml)" in page
    assert "(https://example.org/catalog/issues/new?title=wheel%3A+the+fix+did+not+help" in page
    assert "(https://example.org/catalog/issues/new?title=wheel%3A+the+fix+helped" in page


def test_danger_is_marked_before_the_commands(tmp_path: Path) -> None:
    step = (
        "    danger: What was not saved is lost.\n"
        "    text: |\n      When nothing else ends it:\n\n      ```sh\n      kill -9 42\n      ```"
    )
    old = "    text: Take a spanner of the right size and turn the nut clockwise."
    root = make_catalog(tmp_path, {"numerics/wheel": changed((old, step))})
    page = SiteMarkdown(trainwreck.load(root), "https://example.org").entry("wheel")
    assert (
        page.index("!!! danger") < page.index("What was not saved is lost.") < page.index("kill -9")
    )


HOSTILE = "<script>alert(1)</script> {{ 7*7 }} ${{ x }} {% raw %} [a](javascript:x) | `b` *c*"


def test_hostile_title_message_and_versions_are_shown_and_not_run(tmp_path: Path) -> None:
    quoted = "'" + HOSTILE + "'"
    entry = changed(
        ('"RuntimeError: the wheel came off"', quoted),
        ('"RuntimeError: wheel <*> came off at <*> km/h"', quoted),
        ("spanner 1.0", quoted),
        (FIRST_STEP, f"{FIRST_STEP}\nrelated: [axle]"),
    )
    root = make_catalog(tmp_path, {"numerics/wheel": entry, "memory/axle": ENTRY})
    site = SiteMarkdown(trainwreck.load(root), "https://example.org")
    for part in (site.entry("wheel"), site.entry("axle"), site.matrix(), site.most_severe(5)):
        rendered = to_html(part)
        assert "<script" not in rendered
        assert "javascript:" not in re.sub(r">[^<]*<", "><", rendered)
    assert HOSTILE in text_of(to_html(site.entry("wheel")))


def test_matrix_has_a_row_for_each_entry_the_most_severe_first(tmp_path: Path) -> None:
    entries = {
        "memory/axle": changed(("severity: high", "severity: low")),
        "numerics/wheel": changed(("severity: high", "severity: critical")),
        "numerics/nut": ENTRY,
    }
    catalog = trainwreck.load(make_catalog(tmp_path, entries))
    matrix = SiteMarkdown(catalog, "https://example.org").matrix()
    assert re.findall(r"/errors/(\w+)\.md\)", matrix) == ["wheel", "nut", "axle"]


def test_filter_offers_only_what_occurs(site: SiteMarkdown) -> None:
    options = re.findall(r'<option value="([^"]+)">', site.matrix())
    assert options == ["High", "Any", "Numerics", "Memory", "PyTorch", "Crash", "Measured"]


def test_lists_hold_what_belongs_to_them(site: SiteMarkdown) -> None:
    assert re.findall(r"/errors/(\w+)\.md", site.term_page("categories", "memory")) == ["axle"]
    assert re.findall(r"/errors/(\w+)\.md", site.term_page("symptoms", "crash")) == [
        "axle",
        "wheel",
    ]


def test_cards_count_the_entries(site: SiteMarkdown) -> None:
    assert "**[Numerics](/categories/numerics.md)** (1)" in site.category_cards()
    assert "**[Crash](/symptoms/crash.md)** (2)" in site.kind_cards()
    assert "**[LUMI](/clusters/lumi.md)** (1)" in site.cluster_cards()
    assert site.count() == "2"


def test_cluster_lists_what_was_seen_on_it_and_what_has_steps_for_it(tmp_path: Path) -> None:
    step = "  - title: Turn it on lumi\n    clusters: [lumi]\n    text: Turn it there.\n"
    entries = {
        "memory/axle": changed(
            ("clusters: [any]", "clusters: [lumi]"), (FIRST_STEP, f"{step}{FIRST_STEP}")
        ),
        "numerics/nut": changed((FIRST_STEP, f"{step}{FIRST_STEP}")),
        "numerics/wheel": ENTRY,
    }
    catalog = trainwreck.load(make_catalog(tmp_path, entries, clusters=("lumi", "saga")))
    site = SiteMarkdown(catalog, "https://example.org")
    seen, with_steps = site.cluster_errors("lumi").split("## Errors with steps for LUMI")
    assert "## Errors seen on LUMI" in seen
    assert re.findall(r"/errors/(\w+)\.md", seen) == ["axle"]
    assert re.findall(r"/errors/(\w+)\.md", with_steps) == ["nut"]
    assert "**[LUMI](/clusters/lumi.md)** (2)" in site.cluster_cards()


def test_cluster_without_entries_is_said_to_have_none(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY}, clusters=("saga",))
    site = SiteMarkdown(trainwreck.load(root), "https://example.org")
    assert site.cluster_errors("saga").strip() == (
        "## Errors\n\n"
        "No entry is specific to SAGA. [Most errors](/matrix.md) can happen on any cluster."
    )
    assert "**[SAGA](/clusters/saga.md)**\n" in site.cluster_cards()
    assert "(0)" not in site.cluster_cards()
    assert "saga" not in site.tags()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Run `a | b`, or a | b.", "Run a | b, or a | b."),
        ("Print ``a ` | b`` | c.", "Print a ` | b | c."),
        ("Take a | b, `c` | `d`, or ``e`` | f", "Take a | b, c | d, or e | f"),
    ],
)
def test_text_with_bars_fills_one_cell_of_a_table(text: str, shown: str) -> None:
    page = to_html(f"| a | b |\n| --- | --- |\n| {cell(text)} | last |")
    cells = re.findall(r"<td>(.*?)</td>", page)
    assert [text_of(found) for found in cells] == [shown, "last"]


def test_steps_have_the_same_numbers_on_the_page_in_the_terminal_and_in_json() -> None:
    catalog = trainwreck.load(ROOT / "errors")
    site = SiteMarkdown(catalog, "https://example.org/r")
    with_tabs = [entry for entry in catalog if any(step.clusters for step in entry.fix)]
    assert with_tabs
    for entry in with_tabs:
        numbers = [step.number for step in entry.fix]
        page, text = site.entry(entry.id), as_text(entry, catalog.clusters)
        assert [step["number"] for step in as_plain(entry)["fix"]] == numbers
        for step in entry.fix:
            assert f"[{step.title}](#{step.anchor})" in page
            assert f"### {step.number}. {step.title} {{ #{step.anchor} }}" in page
            assert f"\n{step.number}. {step.title}" in text
