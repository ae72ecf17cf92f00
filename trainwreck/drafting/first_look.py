"""What a log and the catalog tell of a new error before anybody is asked about it."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from trainwreck.drafting import proposals
from trainwreck.drafting.proposals import Proposal
from trainwreck.logs.normalizer import Line, lines
from trainwreck.logs.placeholders import PLACEHOLDER
from trainwreck.logs.redaction import redacted
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.judgement import Role
from trainwreck.matching.results import Confidence, Match
from trainwreck.model.frameworks import Framework
from trainwreck.model.vocabulary import Kind

KEPT = 1 << 20
"""Bytes at the end of a log from which messages are proposed."""
LONGEST_TITLE = 100
"""Characters of a proposed title."""
WORDS_OF_AN_ID = 4
"""Words of a proposed id."""
_GAP = re.compile(PLACEHOLDER.pattern)
_SPACE = re.compile(r"[ \t\r\n]+")
_EXCEPTION = re.compile(r"^[\w.]*(?:Error|Exception): ")
_PLAIN_WORD = re.compile(r"[a-z0-9]+")
PATTERNS = {"gap": _GAP, "space": _SPACE, "exceptionName": _EXCEPTION, "plainWord": _PLAIN_WORD}
"""The rules by name, for the site: macros/scripts/shared_data.py writes them for browsers."""


@dataclass(frozen=True)
class FirstLook:
    """What is known of an error; nothing where there is no log."""

    lines: Sequence[Line] = ()
    """The end of the log, without what names people or is a credential."""
    known: tuple[Match, ...] = ()
    """The entries that explain why the job failed."""
    is_new: bool = False
    """Whether it shows a failure that no entry explains."""
    proposals: tuple[Proposal, ...] = ()
    """Messages that it may stand for, the likeliest first, those of other entries last."""

    def kind(self, messages: Collection[str]) -> Kind | None:
        """Return what happens to the job, as far as the lines of ``messages`` tell."""
        kinds = (proposal.kind for proposal in self.proposals if proposal.message in messages)
        return next(kinds, None)

    def sample(self, messages: Sequence[str]) -> str | None:
        """Return a few lines of the log that hold one of ``messages``; None where none does."""
        return proposals.sample(self.lines, messages)

    def frameworks(self, messages: Sequence[str]) -> tuple[Framework, ...]:
        """Return the software that ``messages`` and the lines around them name."""
        return proposals.frameworks("\n".join((*messages, self.sample(messages) or "")))


def first_look(
    diagnoser: Diagnoser, chunks: Iterable[bytes], names: Iterable[str] = ()
) -> FirstLook:
    """Read a log to its end.

    Args:
        diagnoser: knows the entries that there are.
        chunks: the log in pieces of any length.
        names: names of people to take out.

    """
    end = bytearray()
    diagnosis = diagnoser.diagnose(_watched(chunks, end), bare=False)
    said = tuple(lines(redacted(end.decode("utf-8", "replace"), names)))

    def is_known(proposal: Proposal) -> bool:
        return bool(telling(matches(diagnoser, [proposal.message])))

    found = sorted(proposals.proposals(said), key=is_known)
    causes = [match for match in diagnosis.matches if _is_cause(match)]
    known = tuple(match for match in causes if match.entry)
    return FirstLook(said, known, len(known) < len(causes), tuple(found))


def matches(diagnoser: Diagnoser, messages: Iterable[str]) -> tuple[Match, ...]:
    """Return the entries that already stand for one of ``messages``."""
    text = "\n".join(messages).encode("utf-8", "replace")
    return diagnoser.diagnose([text], suggest=False, bare=False).matches


def telling(found: Iterable[Match]) -> list[Match]:
    """Return those of ``found`` that are certain or likely, the surest first."""
    clear = [m for m in found if m.entry and m.confidence is not Confidence.POSSIBLE]
    return sorted(clear, key=lambda match: -match.weight)


def _is_cause(match: Match) -> bool:
    """Tell whether ``match`` may be why the job failed: no consequence, and nothing it survived."""
    return match.role is Role.CAUSE and match.went_on_to is None and not match.is_warning


def title_of(messages: Sequence[str]) -> str | None:
    """Return the first of ``messages`` as a title, cut at a word; None where there is none."""
    text = _SPACE.sub(" ", _GAP.sub("…", messages[0])).strip(" …") if messages else ""
    if len(text) > LONGEST_TITLE:
        text = text[:LONGEST_TITLE].rsplit(" ", 1)[0] + " …"
    return text or None


def id_like(title: str) -> str:
    """Return the first words of ``title`` as an id."""
    said = _EXCEPTION.sub("", title)
    return "-".join(_PLAIN_WORD.findall(said.lower())[:WORDS_OF_AN_ID])


def _watched(chunks: Iterable[bytes], end: bytearray) -> Iterator[bytes]:
    """Yield ``chunks``; keep the last of them in ``end``."""
    for chunk in chunks:
        end += chunk
        del end[:-KEPT]
        yield chunk
