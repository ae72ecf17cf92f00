r"""Regular expressions of Python for browsers, so that a rule is written once.

JavaScript's ``\w``, ``\d`` and ``\b`` know ASCII alone, its ``\s`` and ``.`` differ in a few
characters, and with the flag ``u``, without which none of it knows Unicode, it takes no needless
backslash.
"""

import re
from collections.abc import Iterable
from typing import TypedDict

_SPACE = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_WORD = r"\p{L}\p{N}_"
_EDGE = f"(?:(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}]))"
_OUTSIDE = {
    "d": r"\p{Nd}",
    "w": f"[{_WORD}]",
    "W": f"[^{_WORD}]",
    "s": f"[{_SPACE}]",
    "S": f"[^{_SPACE}]",
    "b": _EDGE,
}
_INSIDE = {"d": r"\p{Nd}", "w": _WORD, "s": _SPACE}
_SAME = set("nrtx123456789")
_SYNTAX = set("^$\\.*+?()[]{}|/")
_NAMED = re.compile(r"\(\?P<\w+>")
_TOKEN = re.compile(r"\\(.)|\(\?P<|\{\d+(?:,\d*)?\}|.", re.DOTALL)


class JavaScriptPattern(TypedDict):
    """The arguments of ``new RegExp``."""

    source: str
    flags: str


def javascript(pattern: re.Pattern[str]) -> JavaScriptPattern:
    """Return ``pattern`` for JavaScript, where it finds the same.

    Raises:
        ValueError: where the pattern holds what is not known here.

    """
    dot = "." if pattern.flags & re.DOTALL else r"[^\n]"
    source, inside = [], False
    for token in _TOKEN.finditer(pattern.pattern):
        text = token[0]
        if escaped := token[1]:
            source.append(_escape(escaped, inside=inside))
        elif inside:
            inside = text != "]"
            source.append(text)
        elif text == "[":
            inside = True
            source.append(text)
        elif text == "$":
            source.append(r"(?=\n?(?![^]))")
        else:
            source.append({".": dot, "(?P<": "(?<", "{": r"\{", "}": r"\}"}.get(text, text))
    flags = "u" + "i" * bool(pattern.flags & re.IGNORECASE) + "s" * bool(pattern.flags & re.DOTALL)
    return {"source": "".join(source), "flags": flags}


def javascript_prefilter(patterns: Iterable[re.Pattern[str]]) -> JavaScriptPattern:
    r"""Return one pattern that finds something wherever one of ``patterns`` does, and maybe more.

    It has no groups with names, and doesn't mind where words begin and end, which takes long.

    >>> javascript_prefilter([re.compile(r"exited\b"), re.compile(r"(?P<who>rank) ")])["source"]
    '(?:exited)|(?:(?:rank) )'
    """
    sources = (_NAMED.sub("(?:", pattern.pattern.replace(r"\b", "")) for pattern in patterns)
    return javascript(re.compile("|".join(f"(?:{source})" for source in sources)))


def javascript_replacement(text: str) -> str:
    r"""Return what ``text``, a replacement for Python's ``re.sub``, is in JavaScript.

    >>> javascript_replacement(r"\g<before><user> or \g<0>")
    '$<before><user> or $&'
    """
    text = text.replace("$", "$$").replace(r"\g<0>", "$&")
    return text.replace(r"\g<", "$<")


def _escape(character: str, *, inside: bool) -> str:
    known = _INSIDE if inside else _OUTSIDE
    if character in known:
        return known[character]
    if character in _SAME or character in _SYNTAX or (inside and character == "-"):
        return f"\\{character}"
    if character.isalnum():
        raise ValueError(f"\\{character} has no counterpart here")
    return character
