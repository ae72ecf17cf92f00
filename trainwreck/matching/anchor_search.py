"""Looks for the anchors of messages in the bytes of a log, with Hyperscan.

Thousands of expressions take several times as long as as many words. So of each anchor one word is
looked for first, one that the log at hand does not use all the time; only where such a word stands
are the anchors that contain it looked for. An anchor without such a word is looked for everywhere.
Where a message has no other anchor, it may be cut in two by the break of a line, but not within the
word that is looked for.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import hyperscan

from trainwreck.logs.anchors import words_of
from trainwreck.matching import hyperscan_cache
from trainwreck.matching.broken_anchors import break_near, letters_of

_LEAST = 3
"""Letters of a word that is looked for."""
_NAMES = re.compile(rb"[a-z_]\w*")
_OFTEN = 16
"""Times that a word is in a sample of a log that uses it all the time."""
_MOST_COMMON = 1_000
"""Words after which no more are left out."""
_COMMON = 4
"""Searches after which a word that was found in each of them is common in this log."""
FEW = 32
"""Places of a word at which its anchors are looked for one by one."""
_LONGEST = 512
"""More bytes than any text has that an anchor matches."""
PATIENCE = 64
"""Searches for anchors around words after which the words are chosen anew, then twice as many."""


@dataclass(slots=True)
class Hits:
    """What was found in a piece of a log."""

    ends: dict[int, list[int]] = field(default_factory=dict)
    """Where each anchor that was found ends, by its position among the anchors."""
    noted: set[str] = field(default_factory=set)
    """Which of the texts that are only to be noted are there, in any case of letters."""


class AnchorSearch:
    """Finds anchors. What is found whole does not depend on the words that are chosen for it.

    An object serves one thread at a time.
    """

    def __init__(
        self, anchors: Sequence[str], noted: Sequence[str], single: Collection[int] = ()
    ) -> None:
        """Prepare to look for anchors.

        Args:
            anchors: are looked for.
            noted: texts of which is only noted whether they are there.
            single: positions of the anchors that are also found where the break of a line cuts them
                in two, since a message has no other one.

        """
        self._anchors = anchors
        self._noted = frozenset(noted)
        self._words = [[word.lower() for word in words_of(anchor)] for anchor in anchors]
        self._letters = {anchor: letters_of(self._words[anchor]) for anchor in single}
        self._common: set[str] = set()
        self._fired: Counter[str] = Counter()
        self._searched, self._patience = 0, PATIENCE
        self._within: dict[tuple[int, ...], hyperscan.Database] = {}
        self._expressions: dict[int, re.Pattern[bytes]] = {}
        self._choice: _Choice | None = None

    def learn(self, sample: bytes) -> None:
        """Leave the words of a part of a log to others."""
        counts = Counter(_NAMES.findall(sample.lower()))
        often = [name for name, count in counts.items() if count >= _OFTEN]
        names = b" ".join(often).decode("ascii", "replace")
        self._leave({word for words in self._words for word in words if word in names})

    def search(self, data: bytes) -> Hits:
        """Return which anchors are in ``data`` and where each of them ends."""
        if self._choice is None:
            self._choice = self._choose()
        hits = Hits()
        found: set[str] = set()
        words = self._choice.words
        everywhere = self._choice.everywhere

        def on_hit(id_: int, _start: int, end: int, _flags: int, _context: object) -> None:
            if id_ < len(words):
                found.add(words[id_])
            else:
                hits.ends.setdefault(everywhere[id_ - len(words)], []).append(end)

        self._choice.database.scan(data, match_event_handler=on_hit)
        hits.noted = found & self._noted
        found = {word for word in found if self._choice.anchors[word]}
        lower = data.lower() if found else b""
        for word in found:
            for anchor, end in self._around(word, lower):
                hits.ends.setdefault(anchor, []).append(end)
        self._reconsider(found)
        return hits

    def _around(self, word: str, lower: bytes) -> Iterable[tuple[int, int]]:
        """Return the anchors for which ``word`` stands, and where in small letters they end."""
        assert self._choice is not None  # noqa: S101
        anchors = self._choice.anchors[word]
        places = _places(word.encode(), lower)
        if places is None:
            return self._in_all(anchors, lower)
        whole = {
            (anchor, match.end())
            for anchor in anchors
            for place in places
            for match in self._expression(anchor).finditer(
                lower, max(0, place - _LONGEST), place + _LONGEST
            )
        }
        return whole | set(self._broken(word, places, lower))

    def _broken(self, word: str, places: Sequence[int], lower: bytes) -> Iterator[tuple[int, int]]:
        """Yield the anchors with ``word`` that the break of a line cuts in two, and where it is."""
        assert self._choice is not None  # noqa: S101
        for anchor in self._choice.anchors[word]:
            letters = self._letters.get(anchor, b"")
            ends = (break_near(letters, lower, place) for place in places if letters)
            yield from ((anchor, end) for end in ends if end is not None)

    def _in_all(self, anchors: tuple[int, ...], data: bytes) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        database = self._within.get(anchors)
        if database is None:
            expressions = [(self._anchors[anchor], False) for anchor in anchors]
            database = self._within[anchors] = hyperscan_cache.compiled(expressions)

        def on_hit(id_: int, _start: int, end: int, _flags: int, _context: object) -> None:
            found.append((anchors[id_], end))

        database.scan(data, match_event_handler=on_hit)
        return found

    def _expression(self, anchor: int) -> re.Pattern[bytes]:
        if anchor not in self._expressions:
            pattern = self._anchors[anchor].encode()
            self._expressions[anchor] = re.compile(pattern, re.IGNORECASE)
        return self._expressions[anchor]

    def _reconsider(self, found: set[str]) -> None:
        """Choose other words once those that are common here have cost too much time."""
        self._fired.update(found)
        self._searched += len(found)
        if self._searched >= self._patience:
            self._leave({word for word, count in self._fired.items() if count >= _COMMON})
            self._fired.clear()
            self._searched, self._patience = 0, 2 * self._patience

    def _leave(self, common: set[str]) -> None:
        """Choose other words than those that are common, unless too few are left by now."""
        if not common <= self._common and len(self._common) < _MOST_COMMON:
            self._common |= common
            self._choice = None

    def _choose(self) -> "_Choice":
        chosen: dict[str, list[int]] = {text: [] for text in self._noted}
        everywhere = []
        for anchor, words in enumerate(self._words):
            rare = [word for word in words if _is_wanted(word) and word not in self._common]
            if rare:
                chosen.setdefault(max(rare, key=len), []).append(anchor)
            else:
                everywhere.append(anchor)
        expressions = [(re.escape(word), True) for word in chosen]
        expressions += [(self._anchors[anchor], False) for anchor in everywhere]
        return _Choice(
            hyperscan_cache.load(expressions),
            list(chosen),
            {word: tuple(anchors) for word, anchors in chosen.items()},
            everywhere,
        )


@dataclass(frozen=True, slots=True)
class _Choice:
    """The words that stand for anchors, and the anchors without one."""

    database: hyperscan.Database
    """Finds the words, whose ids are their positions, and then the anchors without one."""
    words: list[str]
    anchors: dict[str, tuple[int, ...]]
    """The positions of the anchors for which each word stands."""
    everywhere: list[int]
    """The positions of the anchors without one."""


def _places(word: bytes, data: bytes) -> list[int] | None:
    """Return where ``word`` stands in ``data``; None if it does in more than a few places."""
    places: list[int] = []
    place = data.find(word)
    while place >= 0:
        if len(places) == FEW:
            return None
        places.append(place)
        place = data.find(word, place + 1)
    return places


def _is_wanted(word: str) -> bool:
    """Tell whether a word may be rare: numbers are not."""
    return len(word) >= _LEAST and any(map(str.isalpha, word))
