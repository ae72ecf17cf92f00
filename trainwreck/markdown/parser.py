"""Markdown to the tokens of CommonMark, with tables.

Only what checks entries or builds the site imports this: a diagnosis must start without it.
"""

import functools
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

# Escapes and entities stay tokens of their own, so that rules can tell them from plain text.
_PARSER = MarkdownIt("commonmark").enable("table").disable("text_join")
# A link to a script stays a link, so that the rules can name it.
_PARSER.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005


@functools.lru_cache(maxsize=64)  # more than one rule looks at each text of an entry
def parse(text: str) -> Sequence[Token]:
    """Return the block tokens of ``text``, in order; inline tokens are their children."""
    return tuple(_PARSER.parse(text))
