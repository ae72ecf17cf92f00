"""Rules out messages from the bytes of a log, which is many times as fast as to read its lines."""

from collections import Counter
from collections.abc import Iterable

from trainwreck.logs.noise_rules import NOISE_RULES
from trainwreck.logs.normalizer import QUOTE
from trainwreck.logs.templates import Template

_QUOTES = "".join(filter(str.isascii, NOISE_RULES.quotes)).encode()
_FOLDED = bytes.maketrans(b"\r" + _QUOTES, b"\n" + QUOTE.encode() * len(_QUOTES))
_SPACE = bytes(byte for byte in range(128) if chr(byte).isspace() and byte not in b"\r\n")


def may_match(data: bytes, templates: Iterable[Template]) -> bool:
    """Tell whether one of ``templates`` may match in lines of a log; True where in doubt.

    Args:
        data: the lines, without the codes of a terminal.
        templates: what is looked for.

    """
    if not data.isascii():
        return True  # a box, or letters of which some become small ones of ASCII
    text = data.translate(_FOLDED, _SPACE).lower()
    return any(
        all(
            text.count(piece) >= number or _may_be_wrapped(piece, text)
            for piece, number in Counter(map(str.encode, template.pieces)).items()
        )
        for template in templates
    )


def _may_be_wrapped(piece: bytes, text: bytes) -> bool:
    """Tell whether a line ends with a beginning of ``piece``, the rest of which may follow."""
    return any(piece[:end] + b"\n" in text for end in range(1, len(piece)))
