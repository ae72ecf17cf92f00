"""The filters of the templates: plain text and terms as parts of Markdown."""

import re
from collections.abc import Callable, Mapping, Sequence

from markdown.extensions.toc import slugify

from macros.pages.term_lists import tag_anchor
from trainwreck import Cluster, Link, Term
from trainwreck.logs.placeholders import PLACEHOLDERS
from trainwreck.model.frameworks import Framework

# Words that keep their capital letter within a sentence.
_NAMES = frozenset(
    [
        *(word for framework in Framework for word in framework.label.split()),
        *("Amazon", "Azure", "Docker", "Git", "Google", "Intel", "Linux", "Open", "Python"),
        *("Ubuntu", "Windows"),
    ]
)
_NEAREST = 8
_CODE_OR_BAR = re.compile(r"(?P<code>(?<!`)(?P<marks>`+)(?!`).*?(?<!`)(?P=marks)(?!`))|\|")


def plain(text: str) -> str:
    """Return ``text`` such that Markdown shows it as it is, whatever characters it holds."""
    return "".join(
        character if character.isalnum() or character in " ,.;'\n" else f"&#{ord(character)};"
        for character in text
    )


def cell(text: str) -> str:
    """Return the Markdown ``text`` such that it can stand in a cell of a table."""
    # Within code Markdown takes no bar for the end of the cell, and would show a backslash.
    return _CODE_OR_BAR.sub(lambda found: found["code"] or "\\|", " ".join(text.split()))


def clause(text: str) -> str:
    """Return the sentence ``text`` such that it can follow a conjunction, without its period."""
    first = text.partition(" ")[0].rstrip(",;:")
    word = first.removesuffix("'s")  # "It's"
    if word.isalpha() and word.istitle() and word not in _NAMES:
        text = text[0].lower() + text[1:]
    return text.strip().removesuffix(".")


def badge(term: Term | Cluster) -> str:
    """Return a badge for ``term`` that links to its definition on the legend page."""
    anchor = term_anchor(term)
    return f"[{plain(term.label)}](/legend.md#{anchor}){{ .badge .{anchor} }}"


def term_anchor(term: Term | Cluster) -> str:
    """Return the id of a term's definition on the legend page."""
    value = term.id if isinstance(term, Cluster) else str(term)
    return f"{type(term).__name__.lower()}-{value}"


def code_block(text: str, language: str = "text") -> str:
    """Return ``text`` in a fence that no run of backticks in it can close."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def code_span(text: str) -> str:
    """Return ``text`` as code within a line, between marks that no run of backticks can end."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    marks = "`" * (longest + 1)
    return f"{marks} {text} {marks}" if longest else f"`{text}`"


def slug(heading: str) -> str:
    """Return the id that a page gives to a heading."""
    return slugify(heading, "-")


def nearest(links: Sequence[Link]) -> Sequence[Link]:
    """Return the links that a page shows at once; those that the entry itself names come first.

    One or two more are not worth a click.
    """
    return links if len(links) <= _NEAREST + 2 else links[:_NEAREST]


def others_than_nearest(links: Sequence[Link]) -> Sequence[Link]:
    """Return the links that a page shows to readers who ask for more."""
    return links[len(nearest(links)) :]


PLACEHOLDERS_EXPLAINED = "placeholders stand for what varies: " + ", ".join(
    f"`{mark}` for {meaning}" for mark, meaning in PLACEHOLDERS.items()
)
"""Says what the placeholders in messages mean."""

FILTERS: Mapping[str, Callable[..., object]] = {
    "cell": cell,
    "plain": plain,
    "badge": badge,
    "clause": clause,
    "slug": slug,
    "nearest": nearest,
    "others_than_nearest": others_than_nearest,
    "anchor": term_anchor,
    "tag": tag_anchor,
    "code_block": code_block,
    "code_span": code_span,
}
"""The filters by the names that templates call them by."""
