"""Cuts the endings of English words, so that "hangs", "hanging" and "hang" are one."""

import re
from dataclasses import dataclass
from functools import cached_property

# browser/search/stemmer.js does the same; tests/data/ranking_vectors.json holds both to it.


@dataclass(frozen=True)
class _Rule:
    """Endings, and what they leave."""

    before: str
    """What must precede them, as a regular expression."""
    endings: tuple[str, ...]
    kept: str = r"\1"

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(f"{self.before}(?:{'|'.join(self.endings)})$")

    def cut(self, word: str) -> str:
        # Most words end otherwise, which costs no search.
        return self._pattern.sub(self.kept, word) if word.endswith(self.endings) else word


_NOUN_ENDINGS = (
    _Rule("(ss|x|ch|sh)", ("es",)),
    _Rule("", ("ies",), "y"),
    _Rule("([^siu])", ("s",)),
)
_VERB = _Rule("^(.*[aeiouy].*?)", ("ing", "ed"))
_DOUBLED = re.compile(r"([bdfgmnprt])\1$")
_SHORTEST_VERB = 3
_OTHER_ENDINGS = (
    _Rule("(.{3})", ("ely", "ly")),
    _Rule("(.{3}i[sz])", ("ation",)),
    _Rule("(.{3})", ("ation", "ator", "ate", "at")),
    _Rule("(.{3}[st])", ("ion", "or")),
    _Rule("(.{4})", ("ence", "ent", "er")),
    _Rule("(.{3}.)", ("e",)),
    _Rule("(.{3})", ("is",), r"\1iz"),
    _Rule("(.{3})", ("y",), r"\1i"),
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
    verb = _VERB.cut(noun)
    is_verb = verb != noun and len(verb) >= _SHORTEST_VERB
    return _cut(_DOUBLED.sub(r"\1", verb) if is_verb else noun, _OTHER_ENDINGS)


def _cut(word: str, rules: tuple[_Rule, ...]) -> str:
    for rule in rules:
        word = rule.cut(word)
    return word
