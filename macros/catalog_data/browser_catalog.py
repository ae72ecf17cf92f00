"""The catalog for the site's own scripts: what they match and judge by, and what they show."""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from markdown import Markdown

from macros.security.sanitizer import sanitized
from trainwreck import SITE
from trainwreck.markdown.absolute_links import portable
from trainwreck.model.vocabulary import Action

# Made for whole pages: what these add to a text refers to other parts of its page.
_LEFT_OUT = ("footnotes", "toc")
# What these texts may contain is what the page of an entry may.
_LIKE = "errors/"


class HtmlRenderer:
    """Renders the Markdown of entries as the pages of the site do."""

    def __init__(self, extensions: Sequence[object], configs: Mapping[str, Any]) -> None:
        """Use the ``extensions`` of the site that a single text needs, with their ``configs``.

        Those that have no name come from plugins, and work on pages.
        """
        named = (name for name in extensions if isinstance(name, str))
        self._extensions = [name for name in named if name not in _LEFT_OUT]
        self._configs = {name: configs[name] for name in self._extensions if name in configs}

    def __reduce__(self) -> tuple[Any, ...]:
        """Let another process get a renderer with the same extensions."""
        return HtmlRenderer, (self._extensions, self._configs)

    @cached_property
    def _markdown(self) -> Markdown:
        return Markdown(extensions=self._extensions, extension_configs=self._configs)

    def block(self, text: str) -> str:
        """Return ``text`` as HTML; links to pages are relative to the address of the site."""
        html = sanitized(self._markdown.reset().convert(portable(text)), _LIKE)
        return html.replace(f'href="{SITE}', 'href="')

    def line(self, text: str) -> str:
        """Return ``text``, one paragraph, as HTML without the element around it."""
        return self.block(text).removeprefix("<p>").removesuffix("</p>")


def catalog_file(uri: str, compiled: Mapping[str, Any], renderer: HtmlRenderer) -> dict[str, bytes]:
    """Return the content of the file ``uri``: the ``compiled`` catalog for browsers as JSON."""
    return {uri: json.dumps(browser_catalog(compiled, renderer), ensure_ascii=False).encode()}


def browser_catalog(compiled: Mapping[str, Any], renderer: HtmlRenderer) -> dict[str, Any]:
    """Return the ``compiled`` catalog with what the page for diagnoses shows of it.

    The steps have HTML in place of Markdown; their texts are in the words of the entry.
    """
    return {
        **compiled,
        "actions": {str(action): action.label for action in Action},
        "entries": [_entry(entry, renderer) for entry in compiled["entries"]],
    }


def _entry(entry: dict[str, Any], renderer: HtmlRenderer) -> dict[str, Any]:
    return {
        **entry,
        "html": {
            "cause": renderer.line(entry["cause"]),
            "first_step": renderer.line(entry["first_step"]),
            "reason": renderer.line(entry["action"]["reason"]),
        },
        "fix": [_step(step, renderer) for step in entry["fix"]],
    }


def _step(step: dict[str, Any], renderer: HtmlRenderer) -> dict[str, Any]:
    return {
        **{name: step[name] for name in ("number", "anchor", "title", "clusters")},
        "when": step["when"] and renderer.line(step["when"]),
        "danger": step["danger"] and renderer.line(step["danger"]),
        "text": renderer.block(step["text"]),
    }
