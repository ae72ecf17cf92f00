"""Highlights code as ``pymdownx.highlight`` does, but prepares for a block of code only once.

For each block Pygments compares the name of the language with those of all lexers that it has, and
makes a style sheet that nothing reads: the pages have one of their own.
"""

import functools
from collections.abc import Iterator
from typing import Any

from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class_by_name
from pygments.util import ClassNotFound
from pymdownx.highlight import Highlight, HighlightExtension

_lexer_class = functools.cache(find_lexer_class_by_name)


class _Unstyled:
    """A Pygments style that has a color for no kind of token.

    It suits code whose tokens get classes. Style attributes would need the colors.
    """

    def __iter__(self) -> Iterator[Any]:
        return iter(())


UNSTYLED = _Unstyled()


class CachingHighlight(Highlight):  # type: ignore[misc]  # without types
    """Highlights code with lexers that it has looked up before."""

    def get_lexer(
        self,
        src: str,
        language: str,
        inline: bool,
        stripnl: bool,
    ) -> tuple[Lexer, str]:
        """Return a lexer for ``language``, or for another one if it has none, with its name."""
        if language and not self.extend_pygments_lang:
            try:
                return _lexer_class(language)(stripnl=stripnl), language
            except ClassNotFound:
                pass
        found: tuple[Lexer, str] = super().get_lexer(src, language, inline, stripnl)
        return found


class CachingHighlightExtension(HighlightExtension):  # type: ignore[misc]  # without types
    """Gives the other extensions of pymdownx the class that highlights their code."""

    def get_pymdownx_highlighter(self) -> type[Highlight]:
        """Return the class."""
        return CachingHighlight


def makeExtension(**config: Any) -> CachingHighlightExtension:  # noqa: N802  Markdown's name
    """Return the extension with the settings of ``pymdownx.highlight``."""
    return CachingHighlightExtension(**config)
