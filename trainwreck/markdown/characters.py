"""Characters that no text of an entry may contain.

Control characters and line separators other than the line feed end a line in one program and not in
another, Python-Markdown deletes some of them after everything was checked, and directional marks
show a command in an order in which it isn't run.
"""

import re
import unicodedata
from collections.abc import Iterator

from trainwreck.markdown.problems import TextProblem

_REFUSED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)


def character_problems(text: str) -> Iterator[TextProblem]:
    """Yield one problem for each line of ``text`` that contains a refused character.

    Lines end with a line feed; tabs are not a matter of this rule.
    """
    if not _REFUSED.search(text):
        return
    for number, line in enumerate(text.split("\n")):
        if match := _REFUSED.search(line):
            yield (
                number,
                f"contains the invisible character {_name(match[0])}",
                "delete it, or describe it in words",
            )


def _name(character: str) -> str:
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X}" + (f" ({name})" if name else "")
