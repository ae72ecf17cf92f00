"""The form of nearly all texts of entries, in which the rules can find nothing.

Paragraphs of words and code spans, and code fences between them. One regular expression tells it,
in a tenth of the time that parsing takes, which counts with thousands of entries.
"""

import re

_WORDS = r"[A-Za-z0-9 ,.;:'\"()/%+=?$~@!>-]|(?<=[A-Za-z0-9])_++(?=[A-Za-z0-9])"
_CODE = r"`(?!#!|:::)[ -_a-~]++`(?!`)"
_LINE = rf"(?:[A-Za-z\"'(]|(?=`))(?:{_WORDS}|{_CODE})*+(?<! )"
_LANGUAGE = r"(?:(?:python|bash|sh) (?:runnable|not-run: [a-z-]++)|[a-z]++)"
_FENCE = rf"```{_LANGUAGE}\n(?:(?! {{0,3}}```)[ -~]*+\n)*+```"
_BLOCK = rf"(?:{_FENCE}|{_LINE}(?:\n{_LINE})*+)"
_PLAIN = re.compile(rf"{_BLOCK}(?:\n\n+{_BLOCK})*+\n*+")


def is_plain(text: str) -> bool:
    """Return whether ``text`` is made of plain paragraphs and code fences alone."""
    return _PLAIN.fullmatch(text) is not None
