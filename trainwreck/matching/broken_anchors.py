"""Finds an anchor that the break of a wrapped line cuts in two, next to one of its words.

The line may break within a word, and the next one begins with the prefix of a rank or the edge of a
box. So only the letters count, and what stands before the rest of the anchor does not.
"""

import string

_LETTERS = string.ascii_lowercase.encode()
_OTHERS = bytes(byte for byte in range(256) if byte not in _LETTERS)
_REACH = 96
"""Bytes between a word and the break, at most."""
_LINE = 192
"""Bytes of the next line in which the rest of the anchor is looked for."""


def letters_of(words: list[str]) -> bytes:
    """Return the letters of an anchor's words, small ones, and nothing between them."""
    return "".join(words).lower().encode().translate(None, _OTHERS)


def break_near(letters: bytes, data: bytes, place: int) -> int | None:
    """Return where a line ends that cuts an anchor in two; None if none does.

    Args:
        letters: those of the anchor.
        data: a part of a log, in small letters.
        place: where a whole word of the anchor begins.

    """
    before = max(data.rfind(end, max(0, place - _REACH), place) for end in (b"\n", b"\r"))
    after = [data.find(end, place, place + _REACH) for end in (b"\n", b"\r")]
    found = [before, min((end for end in after if end >= 0), default=-1)]
    return next((end for end in found if end >= 0 and _cuts(letters, data, end)), None)


def _cuts(letters: bytes, data: bytes, end: int) -> bool:
    """Tell whether an anchor begins right before the end of a line and goes on in the next one."""
    left = data[max(0, end - _LINE) : end].translate(None, _OTHERS)
    begin = end + 1 + data[end : end + 2].count(b"\r\n")
    line = data[begin : begin + _LINE].replace(b"\r", b"\n").partition(b"\n")[0]
    right = line.translate(None, _OTHERS)
    return any(
        left.endswith(letters[:cut]) and letters[cut:] in right for cut in range(1, len(letters))
    )
