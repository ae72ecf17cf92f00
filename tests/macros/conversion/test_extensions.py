"""The exchanged extensions give the same HTML as those in whose place they are."""

from collections.abc import Mapping
from typing import Any

import pytest
from markdown import Extension, Markdown

from macros.conversion.extensions import exchange_extensions
from macros.conversion.highlighting import CachingHighlight

EXTENSIONS = (
    "attr_list",
    "footnotes",
    "md_in_html",
    "tables",
    "toc",
    "pymdownx.highlight",
    "pymdownx.inlinehilite",
    "pymdownx.superfences",
)
SETTINGS: Mapping[str, Any] = {
    "pymdownx.highlight": {"linenums_style": "pymdownx-inline", "pygments_lang_class": True}
}
CODE = "import os  # comment\nx = {'key': 1.5} - <b>\n$ ls | grep a; echo \"$HOME\"\n"


def before() -> Markdown:
    """Return Markdown with the extensions of others."""
    return Markdown(extensions=list(EXTENSIONS), extension_configs=dict(SETTINGS))


def after() -> Markdown:
    """Return Markdown with ours in place of some."""
    extensions, settings = list(EXTENSIONS), dict(SETTINGS)
    exchange_extensions(extensions, settings)
    return Markdown(extensions=extensions, extension_configs=settings)


@pytest.mark.parametrize("language", ["python", "bash", "yaml", "text", "PYTHON", "no-such", ""])
@pytest.mark.parametrize("options", ["", ' linenums="7"', ' hl_lines="2"', ' title="A"'])
def test_code_is_highlighted_as_before(language: str, options: str) -> None:
    head = f"{{ .{language}{options} }}" if options and language else language
    text = f"- Item\n\n    ```{head}\n    {CODE.replace(chr(10), chr(10) + '    ')}\n    ```\n\n"
    text += f"Then `#!{language or 'c'} x = 1` and\n\n    indented\n"
    assert after().convert(text) == before().convert(text)


def test_languages_are_not_mixed_up_in_one_document() -> None:
    text = "".join(
        f"```{language}\n{CODE}```\n\n" for language in ["python", "bash", "python", "yaml"]
    )
    assert after().convert(text) == before().convert(text)


def test_code_gets_the_lexer_of_its_own_options() -> None:
    highlight = CachingHighlight(None)
    wanted = [True, False, True]
    lexers = [highlight.get_lexer("", "python", False, strips)[0] for strips in wanted]  # noqa: FBT003
    assert [lexer.stripnl for lexer in lexers] == wanted


def test_settings_of_the_exchanged_extension_are_kept() -> None:
    extensions, settings = ["toc", "pymdownx.highlight", "tables"], dict(SETTINGS)
    exchange_extensions(extensions, settings)
    assert "pymdownx.highlight" not in {*extensions, *settings}
    assert extensions[0] == "toc"
    assert settings[extensions[1]].items() >= SETTINGS["pymdownx.highlight"].items()


def test_extensions_of_plugins_stay_and_a_second_exchange_changes_nothing() -> None:
    plugin = Extension()
    extensions: list[Any] = [plugin, "pymdownx.highlight"]
    settings: dict[str, Any] = {}
    exchange_extensions(extensions, settings)
    once = list(extensions), dict(settings)
    exchange_extensions(extensions, settings)
    assert (extensions, settings) == once
    assert extensions[0] is plugin
