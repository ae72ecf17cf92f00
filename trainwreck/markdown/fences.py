"""Code fences in Markdown: where they stand and what they hold.

Small, because every diagnosis loads it: :mod:`trainwreck.execution.code_checks` checks their code.
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

_FENCE = re.compile(
    r"^(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,})[ \t]*(?P<language>[\w+-]*)(?P<mark>[^`\n]*)$"
)
_MARKED = re.compile(
    r"^([ \t]*(?:`{3,}|~{3,})[ \t]*(?:python|bash|sh))[ \t]+(?:runnable|not-run:[^`\n]*)$",
    re.MULTILINE,
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
    fence: re.Match[str] | None = None
    opened, lines = 0, []  # type: int, list[str]
    for number, line in enumerate(text.splitlines(), start=1):
        match = _FENCE.match(line)
        if fence is None:
            fence, opened, lines = match, number, []
        elif match and line.strip().startswith(fence["fence"]) and not match["language"]:
            code = textwrap.dedent("\n".join(lines))
            yield Snippet(opened, fence["language"], code, fence["mark"].strip())
            fence = None
        else:
            lines.append(line)


def without_marks(markdown: str) -> str:
    """Return ``markdown`` with nothing but the language behind the fences, as renderers want it.

    A fence within another is text that is shown, and keeps its mark.
    """
    lines = markdown.splitlines(keepends=True)
    for snippet in snippets(markdown):
        lines[snippet.line - 1] = _MARKED.sub(r"\1", lines[snippet.line - 1])
    return "".join(lines)
