"""The Markdown twin of a page that people write: what its source says once the macros have run.

What only a browser shows, such as forms and drawings, is left out, and so is what only the theme
knows, such as the classes of a badge. Of what is documented from docstrings the names stay.
"""

import html
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path

from trainwreck.markdown.front_matter import front_matter

_TOKEN = re.compile(
    r"""
    (?P<fence>^[ \t]*(?P<ticks>`{3,}|~{3,}).*?^[ \t]*(?P=ticks)[`~]*[ \t]*$)
    |(?P<code>(?<!`)(?P<tick>`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)(?P=tick)(?!`))
    |(?P<shown_only>[ \t]*<(?P<tag>form|svg|script|style|template|noscript)\b.*?</(?P=tag)>)
    |(?P<comment><!--.*?-->)
    |(?P<around>^[ \t]*</?(?:div|figure|section)\b[^<>\n]*>(?:</div>)?[ \t]*$\n?)
    |(?P<inline></?(?:small|span|abbr|b|i|output|figcaption|details|summary)\b[^<>\n]*>)
    |(?P<classes>[ \t]?\{:?[ \t]*[.\#][^{}\n]*\})
    |\]\((?P<target>[^()\s]+)(?=[)\s])
    |&\#(?P<character>\d+);
    |^:::[ ](?P<documented>\S+)$
    """,
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
_LANGUAGE = re.compile(r"\{ *\.([\w+-]+)[^{}\n]*\}")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:")


@dataclass(frozen=True)
class WrittenPage:
    """A page of ``docs/``."""

    source: str
    """Its file, relative to ``docs/``."""
    title: str
    description: str


def read_pages(docs: Path) -> tuple[WrittenPage, ...]:
    """Read the front matter of every page in the folder ``docs``, in the order of their files."""
    sources = sorted(docs.rglob("*.md"))
    headers = ((path.relative_to(docs).as_posix(), front_matter(path)) for path in sources)
    return tuple(
        WrittenPage(source, header.get("title", "Home"), header.get("description", ""))
        for source, header in headers
    )


def twin_address(source: str) -> str:
    """Return where the twin of the page with this source lies, relative to the site.

    >>> twin_address("guides/xla.md"), twin_address("guides/index.md"), twin_address("index.md")
    ('guides/xla/index.html.md', 'guides/index.html.md', 'index.html.md')
    """
    name = source.removesuffix(".md")
    folder = "" if name == "index" else f"{name.removesuffix('/index')}/"
    return f"{folder}index.html.md"


def page_twin(markdown: str, source: str, title: str, base: str) -> str:
    """Return the twin of a page.

    Args:
        markdown: the page after its macros have run, without front matter.
        source: its file, relative to ``docs/``.
        title: its title, for a page that begins with no heading.
        base: address of the site, with a slash at its end.

    """

    def for_readers(token: re.Match[str]) -> str:
        if token["fence"]:
            opening, rest = token[0].split("\n", 1)
            opening = _LANGUAGE.sub(r"\1", opening)
            return f"{opening}\n{rest}"
        if token["code"]:
            return token[0]
        if token["documented"]:
            return f"- `{token['documented']}`"
        if token["target"]:
            return f"]({whole_link(token['target'], source, base)}"
        if token["character"]:
            character = chr(int(token["character"]))
            return f"\\{character}" if character in "\\[]<`*_|" else character
        return ""

    text = _BLANK_LINES.sub("\n\n", _TOKEN.sub(for_readers, markdown)).strip()
    if not text.startswith("# "):
        text = f"# {html.unescape(title)}\n\n{text}"
    address = base + twin_address(source).removesuffix("index.html.md")
    return f"{text}\n\n## Source\n\n{address}\n"


def whole_link(target: str, source: str, base: str) -> str:
    """Return the address that a link in the page ``source`` leads to, a page's twin for a page."""
    if _SCHEME.match(target) or target.startswith("#"):
        return target
    path, _, _ = target.partition("#")
    folder = "/" if path.startswith("/") else f"/{posixpath.dirname(source)}"
    place = posixpath.normpath(posixpath.join(folder, path)).lstrip("/")
    if place == "errors/index.md":  # which sends browsers on, and says nothing itself
        place = "matrix.md"
    return base + (twin_address(place) if place.endswith(".md") else place)
