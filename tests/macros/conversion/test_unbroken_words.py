"""Options and other words with hyphens are marked where they are code in a line."""

import pytest
from markdown import Markdown

from macros.conversion import unbroken_words
from macros.conversion.extensions import add_extensions, exchange_extensions
from macros.conversion.unbroken_words import CLASS, LONGEST

LONG = "a-" * LONGEST


def convert(text: str) -> str:
    extensions: list[object] = ["tables", "pymdownx.highlight", "pymdownx.inlinehilite"]
    extensions.append("pymdownx.superfences")
    settings: dict[str, dict[str, object]] = {}
    exchange_extensions(extensions, settings)
    add_extensions(extensions)
    add_extensions(extensions)
    assert extensions.count(unbroken_words.__name__) == 1
    names = list(map(str, extensions))
    return Markdown(extensions=names, extension_configs=settings).convert(text)


def marked(word: str) -> str:
    return f'<span class="{CLASS}">{word}</span>'


@pytest.mark.parametrize(
    ("code", "content"),
    [
        ("--exclude=<node>", marked("--exclude=&lt;node&gt;")),
        (
            "srun -N 2 --output=%t.out a.py",
            f"srun {marked('-N')} 2 {marked('--output=%t.out')} a.py",
        ),
        ("pip install flash-attn", f"pip install {marked('flash-attn')}"),
        (f"--file={LONG}", f"{marked('--file=')}{LONG}"),
        (LONG, LONG),
        (f"--{LONG}", f"--{LONG}"),
        ("a_b.c", "a_b.c"),
    ],
)
def test_words_with_hyphens_are_marked(code: str, content: str) -> None:
    assert convert(f"Use `{code}` - or not.") == f"<p>Use <code>{content}</code> - or not.</p>"


def test_blocks_of_code_and_highlighted_code_stay_as_they_are() -> None:
    text = "```\nsrun --exclude=a\n```\n\nand `#!bash ls --all`\n"
    assert CLASS not in convert(text)
