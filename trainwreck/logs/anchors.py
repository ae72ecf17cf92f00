"""Anchors of a message: a few neighboring words of it, by which it is found in the bytes of a log.

A message of many words has two anchors, so that noise within one of them, such as the break of a
wrapped line, leaves the other.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from trainwreck.logs.placeholders import ANY, LINE_END, NEAR, NUMBER, PART, SEPARATOR

_FEW = 4
_RARE = 12
_WORD = re.compile(r"\w+", re.ASCII)
_FOREIGN = re.compile(r"[^\W\x00-\x7f]+")
"""Words without a letter of ASCII, as of a message in Chinese."""
_WITHIN_PIECE = r"\W{0,24}"  # columns of a table have many spaces between them
_WITHIN_GAP = {
    NUMBER: r"[\W\d_Ee]{0,32}",
    SEPARATOR: r"[\Wtensor]{0,24}",
}
_BETWEEN = re.compile("|".join(map(re.escape, (_WITHIN_PIECE, *_WITHIN_GAP.values()))))

_Run = tuple[tuple[str, str], ...]
"""Neighboring words, each with the expression for what stands before it."""


def anchors(template: str) -> list[str]:
    """Return regular expressions of which each text that ``template`` matches contains all."""
    found = [run for words in _segments(template) for run in _runs(words)]
    if not found:
        return sorted(_FOREIGN.findall(template), key=len)[-1:]
    runs = sorted(((_letters(run), run) for run in found), key=lambda one: -one[0])
    chosen = [run for _, run in runs[:1]]
    # Only a long one is rare enough to be worth looking for beside the first.
    taken = {word for run in chosen for word, _ in run}
    apart = (
        run
        for letters, run in runs
        if letters >= _RARE and taken.isdisjoint(word for word, _ in run)
    )
    chosen += islice(apart, 1)
    return [run[0][0] + "".join(between + word for word, between in run[1:]) for run in chosen]


def words_of(anchor: str) -> list[str]:
    """Return the words that each text which ``anchor`` matches contains; none for an expression."""
    words = _BETWEEN.split(anchor)
    return words if all(map(_WORD.fullmatch, words)) else []


def _segments(template: str) -> Iterator[list[tuple[str, str]]]:
    """Yield the words of ``template`` between the placeholders that may stand for words."""
    words: list[tuple[str, str]] = []
    between = _WITHIN_PIECE
    for part in PART.split(template):
        if part in (ANY, NEAR) or LINE_END in part:
            yield words
            words = []
        elif PART.fullmatch(part):
            between = ("" if between is _WITHIN_PIECE else between) + _within(part)
        else:
            for word in _WORD.findall(part):
                words.append((word, between))
                between = _WITHIN_PIECE
    yield words


def _within(mark: str) -> str:
    """Return the expression for what ``mark``, a placeholder or a version, may stand for."""
    if mark.startswith(SEPARATOR) and mark != SEPARATOR:
        return _WITHIN_GAP[SEPARATOR] + _WITHIN_GAP[NUMBER]
    return _WITHIN_GAP.get(mark, _WITHIN_GAP[NUMBER])


def _runs(words: list[tuple[str, str]]) -> Iterator[_Run]:
    """Yield neighboring words, as few as are rare together; all of them if they are few."""
    if len(words) <= _FEW:
        yield from [tuple(words)] if words else []
        return
    lengths = [len(word) for word, _ in words]
    for start in range(len(words)):
        letters = 0
        for end in range(start, min(start + _FEW, len(words))):
            letters += lengths[end]
            if letters >= _RARE:
                yield tuple(words[start : end + 1])
                break


def _letters(run: Sequence[tuple[str, str]]) -> int:
    return sum(len(word) for word, _ in run)
