"""Cuts the endings of English words, so that "hangs", "hanging" and "hang" are one."""

import re
from collections.abc import Iterable

# browser/search/stemmer.js does the same; tests/data/ranking_vectors.json holds both to it.
_Endings = Iterable[tuple[re.Pattern[str], str]]


def _compiled(endings: Iterable[tuple[str, str]]) -> _Endings:
    return [(re.compile(f"{ending}$"), kept) for ending, kept in endings]


_NOUN_ENDINGS = _compiled([(r"(ss|x|ch|sh)es", r"\1"), ("ies", "y"), (r"([^siu])s", r"\1")])
_VERB = re.compile("(.*[aeiouy].*?)(?:ing|ed)")
_DOUBLED = re.compile(r"([bdfgmnprt])\1$")
_SHORTEST_VERB = 3
_OTHER_ENDINGS = _compiled(
    [
        ("(.{3})(?:ely|ly)", r"\1"),
        ("(.{3}i[sz])ation", r"\1"),
        ("(.{3})(?:ation|ator|ate|at)", r"\1"),
        ("(.{3}[st])(?:ion|or)", r"\1"),
        ("(.{4})(?:ence|ent|er)", r"\1"),
        ("(.{3}.)e", r"\1"),
        ("(.{3})is", r"\1iz"),
        ("(.{3})y", r"\1i"),
    ]
)
_CUT = re.compile("[a-z]{4,}")


def stem(word: str) -> str:
    """Cut the ending of ``word``, which is in lower case.

    The stem need not be a word. Words of up to three letters, and words with other characters than
    a to z, stay as they are.
    """
    if not _CUT.fullmatch(word):
        return word
    noun = _cut(word, _NOUN_ENDINGS)
    verb = _VERB.fullmatch(noun)
    is_verb = verb and len(verb[1]) >= _SHORTEST_VERB
    return _cut(_DOUBLED.sub(r"\1", verb[1]) if verb and is_verb else noun, _OTHER_ENDINGS)


def _cut(word: str, endings: _Endings) -> str:
    for ending, kept in endings:
        word = ending.sub(kept, word)
    return word
