"""Applies Markdown's inline patterns as Python-Markdown does, without a call for each that fails.

There are over twenty patterns, from code to links, and hardly any of them is in a given text.
"""

import re
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.inlinepatterns import InlineProcessor as Pattern
from markdown.treeprocessors import InlineProcessor
from markdown.util import AtomicString

_NAME, _PRIORITY = "inline", 20
"""As Python-Markdown registers its own."""


class InlinePatterns(InlineProcessor):
    """Searches a text for a pattern before it does the rest."""

    def run(self, tree: Element, ancestors: list[str] | None = None) -> Element:
        """Apply the patterns of this moment to the texts in ``tree``."""
        self._patterns = [(pattern, _expression(pattern)) for pattern in self.inlinePatterns]
        return super().run(tree, ancestors)

    def _apply(self, *arguments: Any) -> tuple[str, bool, int]:
        applied: tuple[str, bool, int] = self._InlineProcessor__applyPattern(*arguments)  # type: ignore[attr-defined]
        return applied

    # Python-Markdown has no public method for it. Base class and patterns call it by this name.
    def _InlineProcessor__handleInline(self, data: str, patternIndex: int = 0) -> str:  # noqa: N802, N803
        if isinstance(data, AtomicString):
            return data
        start = 0
        while patternIndex < len(self._patterns):
            pattern, expression = self._patterns[patternIndex]
            if expression and not expression.search(data, start):
                is_found, start = False, 0
            else:
                data, is_found, start = self._apply(pattern, data, patternIndex, start)
            if not is_found:
                patternIndex += 1  # noqa: N806
        return data


def _expression(pattern: Any) -> re.Pattern[str] | None:
    """Return what is searched for; None for a pattern of the old kind, which matches all text."""
    return pattern.getCompiledRegExp() if isinstance(pattern, Pattern) else None


class InlinePatternsExtension(Extension):
    """Puts this in the place of what applies the inline patterns."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  Markdown's name
        """Register it."""
        md.treeprocessors.register(InlinePatterns(md), _NAME, _PRIORITY)


def makeExtension(**config: Any) -> InlinePatternsExtension:  # noqa: N802  Markdown's name
    """Return the extension, which has no settings."""
    return InlinePatternsExtension(**config)
