"""What templates make of entries stays on the pages, and nothing that could run a script."""

from html.parser import HTMLParser

import bs4
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mkdocs.structure.toc import AnchorLink

from macros.security.sanitizer import sanitize_headings, sanitized

ENTRY_PAGE, WRITTEN_PAGE = "errors/x.md", "index.md"
PIECES = [
    *("<", ">", "</", "/", "=", '"', "'", " ", "&", ";", "\n", "--", "!", "\x00", "&#x3c;", "`"),
    *("a", "svg", "math", "style", "script", "template", "noscript", "table", "p", "title", "form"),
    *("mtext", "mglyph", "desc", "foreignObject", "select", "option", "textarea", "xmp", "img"),
    *("href", "src", "onerror", "onload", "x", "javascript:x", "https://e.invalid", "<!--", "-->"),
]
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})
"""Elements without an end."""
BROKEN = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def tree(element: bs4.Tag) -> list[object]:
    """Return what ``element`` contains, such that equal trees look the same."""
    found: list[object] = []
    for child in element.children:
        if isinstance(child, bs4.Tag):
            found.append((child.name, sorted(child.attrs.items()), tree(child)))
        elif not isinstance(child, bs4.Comment) and str(child).strip():
            found.append(str(child))
    return found


class Elements(HTMLParser):
    """Notes what a page contains, such that pages which look the same have the same."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[object] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        if "class" in given:
            given["class"] = " ".join(given["class"].split())
        self.found.append((tag, given))
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        # Browsers ignore the end of an element that was not opened.
        if tag not in VOID and tag in self._open:
            self._open.remove(tag)
            self.found.append(tag)

    def handle_data(self, text: str) -> None:
        if text.strip():
            self.found.append((text,))


def test_every_page_of_the_site_stays_as_it_was_rendered(
    sanitized_pages: list[tuple[str, str, str]],
) -> None:
    assert {"index.md", "errors/nan-loss.md"} <= {source for source, _, _ in sanitized_pages}
    changed = [
        source
        for source, before, after in sanitized_pages
        if before != after and Elements(before).found != Elements(after).found
    ]
    assert changed == []


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ('<a href="https://e.invalid/">x</a>', True),
        ('<a href="../nan-loss/#fix">x</a>', True),
        ('<a href="javascript:x">x</a>', False),
        ('<a href="//e.invalid/">x</a>', False),
        ('<a href="/\\e.invalid/">x</a>', False),
        ('<a href="/\t/e.invalid/">x</a>', False),
        ('<a href="mailto:x@e.invalid">x</a>', False),
        ('<a href="data:text/html,x">x</a>', False),
        ('<p onclick="x">x</p>', False),
        ('<p style="color:red">x</p>', False),
        ('<img src="x.png">', False),
        ("<script>x</script>", False),
        ("<iframe></iframe>", False),
        ('<h3 id="1-tighten-the-nut">x</h3>', True),
        ('<h3 id="__search">x</h3>', False),
        ('<p class="admonition-title">x</p>', True),
        ('<p class="md-overlay">x</p>', False),
        ('<span class="badge framework-pytorch">x</span>', True),
        ('<div class="language-python highlight">x</div>', True),
    ],
)
def test_page_of_an_entry_keeps_what_templates_make(html: str, kept: bool) -> None:
    assert (sanitized(html, ENTRY_PAGE) == html) is kept


def test_written_page_keeps_forms_but_no_drawings() -> None:
    form = '<form class="x" data-x="y" hidden=""><textarea id="z" rows="3"></textarea></form>'
    drawing = '<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>'
    assert tree(bs4.BeautifulSoup(sanitized(form + drawing, WRITTEN_PAGE), "html.parser")) == tree(
        bs4.BeautifulSoup(form, "html.parser")
    )
    assert "form" not in sanitized(form, ENTRY_PAGE)


@given(BROKEN, st.sampled_from([ENTRY_PAGE, WRITTEN_PAGE]))
def test_whatever_is_rendered_loses_scripts_and_handlers(html: str, source: str) -> None:
    cleaned = sanitized(html, source)
    assert sanitized(cleaned, source) == cleaned
    for element in bs4.BeautifulSoup(f"<p>{cleaned}", "html.parser").find_all(name=True):
        assert element.name not in {"script", "style", "template", "iframe", "img", "math"}
        assert not any(name.startswith("on") for name in element.attrs)
        assert not str(element.get("href", "")).startswith("javascript:")


def test_headings_of_the_table_of_contents_are_text() -> None:
    inner = AnchorLink("a &lt;b&gt; <img src=x onerror=x>", "a", 3)
    outer = AnchorLink("<b>Fix</b>", "fix", 2)
    outer.children.append(inner)
    sanitize_headings([outer])
    assert (outer.title, inner.title) == ("Fix", "a &lt;b&gt; ")
