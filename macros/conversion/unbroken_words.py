"""Keeps words with hyphens in one line where they are code, so that nobody reads ``-- exclude``.

Browsers break lines after a hyphen, and no style of the whole code keeps them from it in words.
"""

import html
import re
from typing import Any

from markdown import Extension, Markdown
from markdown.postprocessors import Postprocessor

CLASS = "unbroken"
"""Class of the words, which a style sheet keeps in one line."""
LONGEST = 26
"""Letters of the longest word that every phone has room for; longer ones are broken."""
_BLOCK_OR_CODE = re.compile(r"<pre\b.*?</pre>|(<code\b[^>]*>)([^<]*-[^<]*)(?=</code>)", re.DOTALL)
_WORD = re.compile(r"[^\s-]*-\S*")
_OPTION = re.compile(r"--?[\w-]+=?")


class UnbrokenWords(Postprocessor):
    """Marks the words."""

    def run(self, text: str) -> str:
        """Return the HTML ``text`` with each word with hyphens marked that is code in a line."""
        return _BLOCK_OR_CODE.sub(_marked_code, text)


class UnbrokenWordsExtension(Extension):
    """Adds the marks once all of a text is HTML."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  Markdown's name
        """Register what adds them."""
        md.postprocessors.register(UnbrokenWords(md), CLASS, -10)


def makeExtension(**config: Any) -> UnbrokenWordsExtension:  # noqa: N802  Markdown's name
    """Return the extension."""
    return UnbrokenWordsExtension(**config)


def _marked_code(found: re.Match[str]) -> str:
    opening, content = found.groups()
    return found[0] if opening is None else opening + _WORD.sub(_marked_word, content)


def _marked_word(found: re.Match[str]) -> str:
    word = found[0]
    if len(html.unescape(word)) <= LONGEST:
        return _marked(word)
    option = _OPTION.match(word)
    if option and len(option[0]) <= LONGEST:
        return _marked(option[0]) + word[option.end() :]
    return word


def _marked(word: str) -> str:
    return f'<span class="{CLASS}">{word}</span>'
