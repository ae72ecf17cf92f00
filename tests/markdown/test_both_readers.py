"""What the rules accept, Python-Markdown and CommonMark read alike."""

import functools

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.markdown.readers import as_common_mark_shows, as_the_site_shows, site_html
from tests.support.paths import ROOT
from trainwreck.catalog.yaml_reader import read
from trainwreck.markdown import prose_rules
from trainwreck.markdown.fences import snippets
from trainwreck.markdown.parser import parse

PIECES = [
    *("`", "``", "```", "```text\n", "```python\n", "```bash runnable\n", "~~~text\n", "~~~"),
    *("\n", "\n\n", "\n    ", "\n\n    ", "    ", "  ", " ", "\t", "  \n", "\\\n"),
    *("- ", "- a\n", "1. ", "2. ", "1) ", "* ", "+ ", "2026. ", "\n- a", "\n1. a", "\n- ", "1.\n"),
    *("a", "b c", "Word", "x_y", "__init__", "_p", "é", "$", "~", "+", "=", ". ", "'"),
    *("*", "**", "**b**", "*e*", "_", "`a`", "`` a`b ``", "`<b>`", "`|`", "`a\nb`", "`# a`"),
    *("<b>", "<script>", "</div>", "<", "<img src=x onerror=y>", "<https://a.b/c>", "<!--", "-->"),
    *("&amp;", "&", "&lt;", "&notit;", "\\", "\\*", "\\`", "\\<", "\\#", "\\[", "\\|", "\\_"),
    *("[", "]", "[a](https://b.c)", "[a](/errors/x.md)", "[a][b]", "[a]: https://x.y", "]("),
    *("![x](https://h/i.png)", "{", "}", "{: onclick=x }", "{ .c }", "#", "# h", "## ", "\n# a"),
    *("---", "===", '=== "t"', "!!! note", "??? x", ":   d", ": ", "::: a.b", "> ", ">", "\n> a"),
    *("|", "| a | b |\n", "| --- | --- |\n", "| - | - |", "\n| a", "[^1]", "[^1]: f", "*[A]: b"),
    *("[TOC]", "#!python ", ":::", '"', "(", ")", "!", "https://x.y", "a@b.c"),
]
BLOCKS = [
    *(
        "Words of a paragraph.",
        "Two\nlines",
        "**bold** and *em*",
        "````text\n    ```text\n    x\n    ```\n````",
        "`code`, [link](https://a.b/?c=d&e)",
    ),
    *(
        "- item\n- other",
        "- item\n\n    more\n\n- other",
        "1. one\n2. two",
        "- a\n    - b\n    - c\n- d",
    ),
    *("```text\ncode\n```", "```python runnable\nx = 1\n\ny\n```", "````text\n```\n````"),
    *(
        "- item\n\n    ```text\n    code\n    ```\n\n- more",
        "- x\n  lazy\n- y",
        "1. a\n\n    - b\n\n    c",
    ),
    *("| a | `b` |\n| --- | --- |\n| c | d |", "a `code\nspan` b"),
]
GLUE = st.sampled_from(["\n\n", "\n\n", "\n", "\n\n\n", "", "\n\n    "])
NOISE = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
STRUCTURED = st.lists(
    st.tuples(st.one_of(st.sampled_from(BLOCKS), NOISE), GLUE).map("".join), max_size=5
).map("".join)
RANDOM = settings(suppress_health_check=list(HealthCheck), max_examples=150)


@functools.cache
def texts() -> tuple[str, ...]:
    """Return the texts of the catalog, of equal ones one."""
    files = sorted((ROOT / "errors").glob("*/*.yml"))
    return tuple(
        dict.fromkeys(text for path in files for _, text in prose_rules.texts(read(path).data))
    )


@st.composite
def changed_texts(draw: st.DrawFn) -> str:
    """A text of the catalog with pieces put in or taken out."""
    text = draw(st.sampled_from(texts()))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(text)))
        text = (
            text[:place] + draw(st.sampled_from(PIECES)) + text[place + draw(st.integers(0, 3)) :]
        )
    return text


CHANGED_TEXTS = changed_texts()


def assert_read_alike(text: str) -> None:
    around = f"Before.\n\n{text}\n\nAfter."
    assert as_the_site_shows(around) == as_common_mark_shows(around)


@pytest.mark.parametrize("text", BLOCKS)
def test_common_forms_are_accepted(text: str) -> None:
    assert list(prose_rules.flaws(f"Words.\n\n{text}\n")) == []


def test_every_text_of_the_catalog_is_read_alike() -> None:
    for text in texts():
        assert_read_alike(text)


@RANDOM
@given(st.one_of(NOISE, STRUCTURED, CHANGED_TEXTS))
def test_accepted_text_is_read_alike(text: str) -> None:
    assume(not any(prose_rules.flaws(text)))
    assert_read_alike(text)


@RANDOM
@given(st.one_of(STRUCTURED, CHANGED_TEXTS))
def test_accepted_text_is_read_alike_in_a_tab_and_in_a_box(text: str) -> None:
    assume(not any(prose_rules.flaws(text)))
    assume(not text.startswith("    "))  # code, which YAML's blocks can't begin with
    indented = "".join(
        f"    {line}" if line.strip() else line for line in text.splitlines(keepends=True)
    )
    for opening in ('=== "One cluster"', "!!! danger", '??? note "More"'):
        html = site_html(f"Before.\n\n{opening}\n\n{indented}\n\nAfter.")
        assert site_html(text) in html or _unindented(site_html(text)) in _unindented(html)


def _unindented(html: str) -> str:
    return "".join(html.split())


@RANDOM
@given(st.one_of(STRUCTURED, CHANGED_TEXTS))
def test_accepted_fences_are_those_that_tests_run_and_marks_are_taken_from(text: str) -> None:
    assume(not any(prose_rules.flaws(text)))
    fences = [token for token in parse(text) if token.type == "fence"]
    found = list(snippets(text))
    assert [snippet.line for snippet in found] == [(token.map or [0])[0] + 1 for token in fences]
    assert [f"{snippet.language} {snippet.mark}".split() for snippet in found] == [
        token.info.split() for token in fences
    ]
