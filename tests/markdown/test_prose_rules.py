"""The rules name what is wrong in a text, its line and what would be right."""

import subprocess
import sys

import pytest
from hypothesis import assume, given

from tests.markdown.test_both_readers import CHANGED_TEXTS, RANDOM
from trainwreck.markdown.plain_form import is_plain
from trainwreck.markdown.prose_rules import _markdown_flaws, all_flaws, flaws, linked_pages

TABLE = "Words.\n\n| a | b |\n| --- | --- |\n"

BLOCK_PROBLEMS = {
    "a\n\n# b": (2, "starts with #, which makes a heading"),
    "a\n\n#SBATCH --mem=0": (2, "starts with #, which makes a heading"),
    "a\nb\n---": (2, "underlines a heading"),
    "a\n\n***": (2, "contains a horizontal rule"),
    "a\n\n> b": (2, "starts with >, which makes a quotation"),
    "a\n\n    b": (2, "contains a block of code made by indenting"),
    "a\n!!! b": (1, "starts like an admonition or a tab"),
    "a\n: b": (1, "starts with a colon, which defines a term"),
    "a\n::: os.path": (1, "starts with a colon, which defines a term"),
    "a\n\n[b]: https://c.d/": (2, "defines a reference, footnote or abbreviation"),
    "a\n\n*[b]: c": (2, "defines a reference, footnote or abbreviation"),
    "a\tb": (0, "contains a tab"),
    "a\n\xa0b": (1, "contains the space U+00A0"),
    "a\n- b\n- c": (1, "starts a list within a paragraph"),
    "a\n\n- b\n  - c": (3, "a list item is indented by 2"),
    "a\n\n- b\n-\n- c": (3, "is a list item without text"),
    "a\n\n+ b\n+ c": (2, "marks list items with +"),
    "a\n\n1) b\n2) c": (2, "marks list items with )"),
    "a\n\n3. b\n4. c": (2, "starts a list at 3"),
    "a\n\n- b\n\n1. c": (4, "follows a list of another kind"),
    "a\n\n- b\n\n  c": (4, "is indented by 2 spaces in the list item"),
    "a\n\n- b\n\n    - c\n- d": (5, "is indented less than the lines above"),
    "a\n```text\nb\n```": (1, "follows another block directly"),
    "a\n\n```text\nb\n```\nc": (5, "follows a code fence directly"),
    "a\n\n```text\nb": (2, "a code fence is never closed"),
    "a\n\n```text\nb\n````": (2, "a code fence is never closed"),
    "a\n\n~~~text\nb\n~~~": (2, "opens a code fence with ~~~"),
    "a\n\n```text b\nc\n```": (2, '"text b" after a code fence is not a language'),
    "a\n\n- b\n\n    ```text\n  c\n    ```": (5, "is indented less than its code fence"),
    TABLE: (2, "is a table without rows"),
    TABLE + "| c |": (4, "is a row of 1 cells in a table of 2 columns"),
    TABLE + "| c | `d | e` |": (4, "is a row of 3 cells in a table of 2 columns"),
    TABLE + "| c | d \\| e |": (4, "escapes a bar in a table"),
    TABLE + "c | d": (4, "is a row without bars at its ends"),
    TABLE.replace("---", ":--") + "| c | d |": (3, "aligns a column"),
    "a | b\n- | -": (1, "looks like a table row outside a table"),
    "- a": (0, "is not a plain sentence"),
}
INLINE_PROBLEMS = {
    "a\nb `c": (1, "contains an unpaired backtick"),
    "a\nb \\`c` d": (1, "contains an escaped backtick"),
    "a\nb * c": (1, "contains an unpaired asterisk"),
    "a\nRANK_ b": (1, "contains an underscore at the edge of a word"),
    "a\n__init__ b": (1, "contains __…__, which is emphasis"),
    "a **b *c* d**": (0, "contains emphasis within emphasis"),
    "a\n{: .b }": (1, "contains an opening brace"),
    "a **b**{ .c }": (0, "contains an opening brace"),
    "a [b](c d)": (0, "contains ]( outside of a link"),
    "a [b][c]": (0, "contains ]["),
    "a [TOC] b": (0, "contains [TOC], a table of contents"),
    "a &lt;b": (0, "contains an HTML entity"),
    "a &notit; b": (0, "contains an HTML entity"),
    'a \\" b': (0, 'escapes " with a backslash'),
    "a  \nb": (0, "ends a line with spaces or a backslash"),
    "a ![b](https://c.d/e.png)": (0, "contains an image"),
    "a `#!python b`": (0, "starts a code span with #! or :::"),
    "a [b](javascript:c)": (0, 'links to "javascript:c"'),
    "a [b](#c)": (0, 'links to "#c"'),
    "a [b](c.md)": (0, 'links to "c.md"'),
    "a [b](//c.d/)": (0, 'links to "//c.d/"'),
    "a [b](https://c.d/ 'e')": (0, 'gives the link to "https://c.d/" a title'),
    "a <b> c": (0, '"<b>" would be read as HTML'),
    "a\nb `c\nd` <e f": (2, '"<e f" would be read as HTML'),
    "a\u2028b": (0, "contains the invisible character U+2028 (LINE SEPARATOR)"),
    "a\nb\x02": (1, "contains the invisible character U+0002"),
    "a \u202eb": (0, "contains the invisible character U+202E (RIGHT-TO-LEFT OVERRIDE)"),
}


@pytest.mark.parametrize(
    ("text", "expected"), [*BLOCK_PROBLEMS.items(), *INLINE_PROBLEMS.items()], ids=repr
)
def test_problem_is_named_with_its_line(text: str, expected: tuple[int, str]) -> None:
    ((line, problem, remedy), *_) = flaws(text)
    assert (line, problem) == expected
    assert remedy


@pytest.mark.parametrize(
    "text",
    [
        "Set `NCCL_DEBUG=INFO`, `a | b` and ``a ` b`` as in `{{ x }}` and `<b>`.",
        "Use x_y, a > b, a < b, a & b, 50 %, $HOME, ~/x, C:\\temp, [0, 1] and \\*.",
        "A **bold** word, an *oblique* one, **`code`** and [`code`](/errors/x.md#fix).",
        "See <https://e.org/a_b?c=d&e=f> and [this](https://e.org/~x/,y;z).",
        "Wrapped in `the middle\nof code` it goes on.",
    ],
)
def test_common_marks_are_accepted(text: str) -> None:
    assert list(flaws(text)) == []


@RANDOM
@given(CHANGED_TEXTS)
def test_plain_form_has_no_problem(text: str) -> None:
    assume(is_plain(text))
    assert list(_markdown_flaws(text)) == []


def test_quotation_may_contain_markup_but_no_invisible_character() -> None:
    data = {"symptom": {"samples": ["<b> `x\n\ty", "a\nb\x02"]}}
    ((where, line, problem, _),) = all_flaws(data)
    assert (where, line) == (("symptom", "samples", 1), 1)
    assert "U+0002" in problem


def test_links_to_pages_are_found_with_their_lines() -> None:
    text = "Read `[a](/b.md)`,\n[this](/guides/xla.md#flags) and [that](/errors/x.md)."
    assert list(linked_pages(text)) == [(1, "guides/xla.md", "flags"), (1, "errors/x.md", "")]


@pytest.mark.parametrize(
    "piece",
    [*("](", "`", "` `` ", "<", "```\n", "`\n \n", "|", "[[", "![", "# ", "*", "**a ", "- ", "&#")],
)
def test_text_of_nothing_but_markup_is_judged(piece: str) -> None:
    found = list(flaws(piece * (19_000 // len(piece))))
    assert all(line >= 0 and problem and remedy for line, problem, remedy in found)


def test_very_long_text_is_refused_before_it_is_read() -> None:
    ((_, problem, remedy),) = flaws("![" * 100_000)
    assert (problem, remedy) == ("is 200,000 characters long", "keep it within 20,000")


def test_diagnosis_starts_without_a_parser_for_markdown() -> None:
    code = "import sys, trainwreck.cli.commands.diagnose; print('markdown_it' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout == "False\n"
