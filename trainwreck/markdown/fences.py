"""Code fences in Markdown: where they stand and what they hold.

Small, because every diagnosis loads it; :mod:`trainwreck.markdown.block_rules` refuses the fences
of which other readers of Markdown see more or less than this one.
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

_OPENING = re.compile(
    r"^(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,})"
    r"[ \t]*(?P<language>[\w+-]*)(?P<mark>[^`]*)$"
)
_MARKED = re.compile(
    r"^([ \t]*(?:`{3,}|~{3,})[ \t]*(?:python|bash|sh))[ \t]+(?:runnable|not-run:[^`\n]*)$"
)


@dataclass(frozen=True)
class Snippet:
    """A fenced block of code."""

    line: int
    """Line of the opening fence in its file, counted from 1."""
    language: str
    code: str
    mark: str = ""
    """What stands behind the language: whether the code is run when the catalog is tested."""

    @property
    def is_program(self) -> bool:
        """Whether the code could be run."""
        return self.language in PROGRAMS

    @property
    def is_doctest(self) -> bool:
        """Whether the code is an interactive session."""
        return self.language == "python" and self.code.lstrip().startswith(">>>")


PROGRAMS = ("python", "bash", "sh")


def snippets(text: str) -> Iterator[Snippet]:
    """Yield every fenced block of ``text``, Markdown or the YAML around it."""
    if "```" not in text and "~~~" not in text:
        return
    opening: re.Match[str] | None = None
    opened, lines = 0, []  # type: int, list[str]
    # Not splitlines(), which sees lines where Markdown sees none.
    for number, line in enumerate(text.split("\n"), start=1):
        if opening is None:
            opening, opened, lines = _OPENING.match(line), number, []
        elif _closes(line, opening):
            code = textwrap.dedent("\n".join(lines))
            yield Snippet(opened, opening["language"], code, opening["mark"].strip())
            opening = None
        else:
            lines.append(line)


def _closes(line: str, opening: re.Match[str]) -> bool:
    marks = line.strip(" \t")
    is_deeper = len(line) - len(line.lstrip(" \t")) > len(opening["indent"])
    return marks.startswith(opening["fence"]) and not marks.strip(marks[0]) and not is_deeper


def without_marks(markdown: str) -> str:
    """Return ``markdown`` with nothing but the language behind the fences, as renderers want it.

    A fence within another is text that is shown, and keeps its mark.
    """
    lines = markdown.split("\n")
    for snippet in snippets(markdown):
        lines[snippet.line - 1] = _MARKED.sub(r"\1", lines[snippet.line - 1])
    return "\n".join(lines)
