"""How a code looks in a log: patterns with a placeholder for its number, name or text.

``Xid (PCI:<*>): <number>`` finds the number 79 in ``NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen
off the bus``. Other placeholders are ``<name>`` for a symbol such as NODE_FAIL, ``<text>`` for the
official text, which is looked up by its beginning, and ``<*>`` for anything on the line. What
stands right before ``<name>`` is part of it: ``CUDNN_STATUS_<name>`` finds the whole symbol.
"""

import itertools
import re
from dataclasses import dataclass
from functools import cached_property

KINDS = ("number", "name", "text")
"""What a pattern can find, in angle brackets."""
LEAST_FIXED = 3
"""Letters, digits or signs of fixed text that a pattern has beside its placeholders."""
_PART = re.compile(r"(<(?:\*|number|name|text)>)")
_NO_WORD = re.compile(r"\W")
_EXPRESSIONS = {
    "<*>": r".{0,120}?",
    "<number>": r"(?P<number>-?(?:0x[0-9A-Fa-f]+|\d+))(?!\w|\.\d)",
    "<name>": r"(?P<name>\w[\w:.-]*\w)",
    "<text>": r"(?P<text>\S.*)",
}


@dataclass(frozen=True)
class CodePattern:
    """One way in which the codes of a table are printed."""

    text: str
    """As it is written in the table."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """What the pattern finds, one of :data:`KINDS` if it is right."""
        return tuple(kind for kind in KINDS if f"<{kind}>" in self.text)

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The fixed parts between placeholders and spaces; a line that lacks one does not match."""
        fixed = (part for part in _PART.split(self.text) if not _PART.fullmatch(part))
        return tuple(piece for part in fixed for piece in part.split())

    @cached_property
    def literal(self) -> str:
        """The longest of these pieces."""
        return max(self.pieces, key=len, default="")

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """Finds a code; its one group has the name of what it finds."""
        found: list[str] = []
        beginning = ""  # of a name: CUDNN_STATUS_<name> finds the name with its beginning
        for part, following in itertools.pairwise([*_PART.split(self.text), ""]):
            if part in _EXPRESSIONS:
                found.append(_EXPRESSIONS[part].replace("(?P<name>", f"(?P<name>{beginning}"))
                continue
            beginning = _NO_WORD.split(part)[-1] if following == "<name>" else ""
            fixed = part.removesuffix(beginning)
            found.append(r"\s+".join(map(re.escape, fixed.split(" "))))
        begins_word = r"(?<!\w)" if self.text[:1].isalnum() else ""
        return re.compile(begins_word + "".join(found))

    def find(self, line: str) -> list[tuple[str, str]]:
        """Return each code in ``line``: what it is, one of :data:`KINDS`, and how it is written."""
        if self.literal not in line:
            return []
        return [
            (kind, value)
            for match in self.expression.finditer(line)
            for kind, value in match.groupdict().items()
            if value is not None
        ]
