"""What Markdown says, without its marks, for an index of words."""

import re

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,}).*$", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)|<(https?://[^\s<>]+)>")
_MARKS = re.compile(r"`+|\*\*|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)")


def plain_text(markdown: str) -> str:
    """Return what ``markdown`` says on one line, code included, without marks and link targets."""
    text = _LINK.sub(lambda link: link[1] or link[2], _FENCE.sub("", markdown))
    return " ".join(_MARKS.sub("", text).split())
