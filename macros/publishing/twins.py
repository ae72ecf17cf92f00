"""For language models: the Markdown twin of each entry, and llms.txt, which lists all twins.

Both follow llmstxt.org: the twin of a page whose address ends in a slash is its ``index.html.md``.
"""

import re
from collections.abc import Iterable, Iterator

from macros.publishing.api import LICENSE, LICENSE_URL, page_url
from macros.publishing.page_twins import WrittenPage, twin_address, whole_link
from macros.rendering.filters import PLACEHOLDERS_EXPLAINED
from trainwreck import Catalog, Entry
from trainwreck.output.entry import as_text

_LINK = re.compile(r"\]\((/[^()\s]*\.md(?:#[^()\s]*)?)\)")
_SECTIONS = {"guides/": "Guides", "clusters/": "Clusters", "": "Optional"}
_ABOUT = f"""\
# trainwreck

> A catalog of the errors that GPU training jobs die of: what each looks like in a log, how to
> confirm it, what causes it, and a fix that works on a cluster.

Each link leads to an entry or a page as Markdown. In messages, {PLACEHOLDERS_EXPLAINED}.
The command `trainwreck diagnose FILE` names the errors that explain a log, without a network.

License of the content: [{LICENSE}]({LICENSE_URL}). Credit trainwreck and link to the entry.
"""


def llms_txt(catalog: Catalog, base: str, pages: Iterable[WrittenPage]) -> str:
    """Return llms.txt for the site at the address ``base``: the entries by category, then pages."""
    sections = [_ABOUT]
    for category, entries in catalog.categories.items():
        lines = [f"## {category.label}\n", *(_line(entry, base) for entry in entries)]
        sections.append("\n".join(lines) + "\n")
    left = list(pages)
    for folder, heading in _SECTIONS.items():
        found = [page for page in left if page.source.startswith(folder)]
        left = [page for page in left if page not in found]
        lines = [
            f"- [{page.title}]({base}{twin_address(page.source)}): {page.description}"
            for page in found
        ]
        if heading == "Optional":
            lines.append(f"- [feed.xml]({base}feed.xml): new and changed entries, as an Atom feed")
        if lines:
            sections.append("\n".join([f"## {heading}\n", *lines]) + "\n")
    return "\n".join(sections)


def twins(catalog: Catalog, base: str) -> Iterator[tuple[str, str]]:
    """Yield the address of each twin, relative to the site, and its Markdown."""
    for entry in catalog.entries.values():
        text = _with_whole_links(as_text(entry, catalog.clusters), base)
        twin = f"{text.rstrip()}\n\n## Source\n\n{page_url(entry, base)}\n"
        for id_ in (entry.id, *entry.aliases):
            yield f"errors/{id_}/index.html.md", twin


def _line(entry: Entry, base: str) -> str:
    title = re.sub(r"([\\\[\]<`*_])", r"\\\1", entry.title)
    return (
        f"- [{title}]({page_url(entry, base)}index.html.md): {_with_whole_links(entry.cause, base)}"
    )


def _with_whole_links(text: str, base: str) -> str:
    """Return ``text`` with links that lead to the site, to the twins of its pages."""
    return _LINK.sub(lambda link: f"]({whole_link(link[1], 'index.md', base)})", text)
