"""Which Markdown extensions of ours stand in the place of which others."""

from typing import Any

from macros.conversion import highlighting

_HIGHLIGHT = "pymdownx.highlight"
_OURS = highlighting.__name__
_INLINE_PATTERNS = "macros.conversion.inline_patterns"


def exchange_extensions(extensions: list[Any], configs: dict[str, Any]) -> None:
    """Exchange in place those of the Markdown ``extensions`` that are slow, with their ``configs``.

    Those without a name come from plugins, and stay.
    """
    if _HIGHLIGHT in extensions:
        extensions[extensions.index(_HIGHLIGHT)] = _OURS
        configs[_OURS] = configs.pop(_HIGHLIGHT, {}) | {"pygments_style": highlighting.UNSTYLED}
    if _INLINE_PATTERNS not in extensions:
        extensions.append(_INLINE_PATTERNS)
