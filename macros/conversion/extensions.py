"""Which Markdown extensions of ours the site has, and in whose place one of them is."""

from typing import Any

from macros.conversion import highlighting, unbroken_words

_HIGHLIGHT = "pymdownx.highlight"
_OURS = highlighting.__name__


def exchange_extensions(extensions: list[Any], configs: dict[str, Any]) -> None:
    """Exchange in place the one of the Markdown ``extensions`` that is slow, with its settings.

    All others stay, such as those without a name, which come from plugins.
    """
    if _HIGHLIGHT in extensions:
        extensions[extensions.index(_HIGHLIGHT)] = _OURS
        configs[_OURS] = configs.pop(_HIGHLIGHT, {}) | {"pygments_style": highlighting.UNSTYLED}


def add_extensions(extensions: list[Any]) -> None:
    """Add in place to the Markdown ``extensions`` what no other does."""
    if unbroken_words.__name__ not in extensions:
        extensions.append(unbroken_words.__name__)
