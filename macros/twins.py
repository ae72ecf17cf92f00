"""The entries for language models: a Markdown twin of each page, and llms.txt, which lists them.

Both follow llmstxt.org: the twin of a page whose address ends in a slash is its ``index.html.md``.
"""

import re
from collections.abc import Iterator

from macros.api import page_url
from trainwreck import Catalog, Entry
from trainwreck.fences import without_marks
from trainwreck.portable import with_whole_links
from trainwreck.show import as_text

_TWIN = "index.html.md"
_ABOUT = """\
# trainwreck

> The catalog of the errors that training jobs on GPUs and clusters die of: how each looks in a log,
> how to tell that it is really this one, what causes it, and a fix that works on a cluster.

Each link leads to an entry as Markdown. In messages, `<*>`, `<~>`, `<#>` and `<=>` stand for what
varies: any text, a little text, a number, a separator. The command `trainwreck diagnose FILE` names
the errors that explain a log, without a network.
"""


def llms_txt(catalog: Catalog, base: str) -> str:
    """Return llms.txt for the site at the address ``base``: the entries by category."""
    sections = [_ABOUT]
    for category, entries in catalog.categories.items():
        lines = [f"## {category.label}\n", *(_line(entry, base) for entry in entries)]
        sections.append("\n".join(lines) + "\n")
    more = {
        f"{base}diagnose/": "the command that names the errors which explain a log",
        f"{base}api/": "the same entries as JSON, with a JSON Schema",
        f"{base}quick-reference/": "cause and first step of every error on one page",
        f"{base}guides/": "how to debug a training run, by topic",
        f"{base}feed.xml": "new and changed entries, as an Atom feed",
    }
    lines = [f"- [{url.removeprefix(base).rstrip('/')}]({url}): {is_}" for url, is_ in more.items()]
    sections.append("\n".join(["## Optional\n", *lines]) + "\n")
    return "\n".join(sections)


def twins(catalog: Catalog, base: str) -> Iterator[tuple[str, str]]:
    """Yield the address of each twin, relative to the site, and its Markdown."""
    for entry in catalog.entries.values():
        text = without_marks(with_whole_links(as_text(catalog, entry), base, _TWIN))
        twin = f"{text.rstrip()}\n\n## Source\n\n{page_url(entry, base)}\n"
        for id_ in (entry.id, *entry.aliases):
            yield f"errors/{id_}/index.html.md", twin


def _line(entry: Entry, base: str) -> str:
    title = re.sub(r"([\\\[\]<`*_])", r"\\\1", entry.title)
    cause = with_whole_links(entry.cause, base, _TWIN)
    return f"- [{title}]({page_url(entry, base)}{_TWIN}): {cause}"
