"""From a log to the parts of an entry: its messages, a sample, the software that it names."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from trainwreck.logs.error_lines import FAILURE, WARNING
from trainwreck.logs.normalizer import Line, stream
from trainwreck.logs.placeholders import ANY, NUMBER
from trainwreck.logs.redaction import placeholders
from trainwreck.logs.templates import parse
from trainwreck.model.frameworks import Framework
from trainwreck.model.vocabulary import Kind

_EXCEPTION = re.compile(
    r"(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Timeout|Exceeded|Exit)\b:? "
)
# Lines that say that something ended, not what it died of; and the code that a traceback quotes.
_BYSTANDER = re.compile(
    r"Traceback \(most|During handling of|direct cause of"
    r"|File \"|raise\b|except\b|assert\b|return\b|[\^~ ]+$"
    r"|.*(?:ChildFailedError|exitcode ?:|error_file|Root Cause|To enable traceback|step aborted"
    r"|Exited with exit code|closing signal SIG|failed \(exitcode|HYDRA_FULL_ERROR"
    r"|STEP \S+ ON|Terminating StepId|elastic/multiprocessing/errors)",
)
_MOST = 5
_LONGEST_MESSAGE = 160
_SPECIFIC = 24
_LEAST = 12
_LINES_BEFORE = 3
_LONGEST_LINE = 500
_LONGEST_READ = 2_000
_LONGEST_NUMBER = 20

_PART = r"[\w.@%+=~<>-]+"
_HOSTS = "node|nid|gpu|cn|host|compute|login"
"""Names that with a number behind them are those of machines."""
_NO_HOSTS = "rank|step|epoch|line|cuda|sm|fp|bf|tf|int|float|bfloat"
"""What stands with a number behind "on" and is no machine."""
_VARYING = re.compile(
    "|".join(
        (
            "|".join(map(re.escape, placeholders())),
            r"\b[a-z][a-z0-9+]{1,9}://[^\s'\"]*[^\s'\".,;:)\]}]",
            r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?(?:Z\b|[+-]\d\d:?\d\d)?",
            r"\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?",
            r"\b0x[0-9a-fA-F]+\b",
            r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b",
            r"\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,}\b",
            r"\b\d{1,3}(?:\.\d{1,3}){3}\b(?::\d+)?",
            r"\b[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){3,7}(?:%\w+)?",
            r"\[[0-9a-f:]*::[0-9a-f:.]*\](?::\d+)?",
            rf"(?<![\w.<])(?:~|\.{{1,2}}|[A-Za-z]:)?(?:[/\\]{_PART}){{2,}}[/\\]?(?<![.])",
            r"(?<![\w./<])\w[\w.-]*(?:/[\w.+-]+)+\.\w{1,6}\b",
            r"(?<![\w.])(?![\w.-]+\.(?:cpp|cuh?|cc|hpp|h|c|py|rs|go):)[A-Za-z][\w.-]*:\d{4,5}\b",
            r"(?<![\w.])\d+(?:\.\d+)?\s?(?:[KMGT]i?B|[Bb]ytes|B)\b",
            r"(?<![\w.])v?\d+(?:\.\d+){2,}[\w+]*(?:-[\w.]+)?",
            r"(?<=_)\d+(?:\.\d+)+",
            r"(?<![\w.])\d+(?:x\d+)+\b",
            rf"\b(?:{_HOSTS})-?\d+(?:-\d+)*\b(?:\.\w[\w-]*)*",
            rf"(?:(?<=\bhost )|(?<=\bnode )|(?<=\bon )(?!(?:{_NO_HOSTS})[-_]?\d))"
            r"(?=[\w.-]*\d)[a-z][\w-]*(?:\.\w[\w-]*)*(?![\w(\[])",
            r"\b[a-z]{1,8}-?\d{3,}\b",
            r"(?P<labelled>(?<=[Rr]ank)\d+)",
            r"(?P<number>(?<![\w.])[-+]?\d+(?:[.,:/]\s?\d+)*(?:e[-+]?\d+)?(?=$|[^\w]|(?:ms|us|ns|s|m|h|x)\b))",
        )
    )
)
"""In a line of a log, what is another text the next time."""
_CODE = re.compile(
    r"(?:errno|error|code|status|signal|exit(?:ed with)?|http|xid)\W{0,3}$", re.IGNORECASE
)
"""What stands before a number that says which error it is."""
_SENTENCE = re.compile(r"(?<=\w[.!?])\s+(?=[A-Z])")
_SEVERAL = re.compile(r"<\*>(?:[\s:]*<[*#]>)+")
_EDGE = re.compile(r"^(?:<[*#]>|[\s:,;.)\]}>-])+(?=\S)|(?:<[*#]>|[\s:,;(\[{-])+$")

_SOFTWARE = re.compile(r"[a-z][a-z0-9]*(?:_(?:xla|lightning|attn))?")

PATTERNS = {
    "exception": _EXCEPTION,
    "failure": FAILURE,
    "warning": WARNING,
    "bystander": _BYSTANDER,
    "varying": _VARYING,
    "code": _CODE,
    "sentence": _SENTENCE,
    "several": _SEVERAL,
    "edge": _EDGE,
    "software": _SOFTWARE,
}
"""The rules by name, for the site: macros/scripts/shared_data.py writes them for browsers."""
LIMITS = {
    "proposals": _MOST,
    "longestMessage": _LONGEST_MESSAGE,
    "specific": _SPECIFIC,
    "least": _LEAST,
    "linesBefore": _LINES_BEFORE,
    "longestLine": _LONGEST_LINE,
    "longestRead": _LONGEST_READ,
    "longestNumber": _LONGEST_NUMBER,
}
"""The limits by name, for the site."""


@dataclass(frozen=True)
class Proposal:
    """A message that a log may stand for in the catalog."""

    message: str
    kind: Kind
    """What happened, as far as the line tells."""


def proposals(said: Sequence[Line]) -> list[Proposal]:
    """Return messages made of the lines of a log that look like errors, the likeliest first."""
    ranked: dict[tuple[str, ...], tuple[int, Proposal]] = {}
    for text in _telling(said):
        message = template(text)
        parsed = parse(message)
        if parsed.weight < _LEAST or " " not in message or not any(parsed.matches(stream(text))):
            continue
        rank = _rank(text)
        kind = Kind.WARNING if rank == len(_RANKS) - 1 else Kind.CRASH
        ranked.setdefault(parsed.pieces, (rank, Proposal(message, kind)))
    best = sorted(ranked.values(), key=lambda pair: pair[0])
    return [proposal for _, proposal in best[:_MOST]]


_RANKS = (_EXCEPTION.match, FAILURE.search, WARNING.search)


def _rank(text: str) -> int:
    return next((rank for rank, fits in enumerate(_RANKS) if fits(text + " ")), len(_RANKS))


def _telling(said: Sequence[Line]) -> Iterator[str]:
    """Yield the lines that look like errors, the code quoted in tracebacks left out."""
    quoted = False
    for line in said:
        text = line.text.strip()[:_LONGEST_READ]
        is_code = quoted and not _EXCEPTION.match(f"{text} ")
        if text and not is_code and not _BYSTANDER.match(text) and _rank(text) < len(_RANKS):
            yield text
        quoted = text.startswith('File "')


def template(text: str) -> str:
    """Return a line of a log as a message: gaps where it varies, no longer than it has to be."""
    message = _SEVERAL.sub(ANY, _VARYING.sub(_gap, " ".join(text.split())))
    sentences = _SENTENCE.split(message)
    length = next(
        (n for n in range(1, len(sentences)) if parse(" ".join(sentences[:n])).weight >= _SPECIFIC),
        len(sentences),
    )
    message = " ".join(sentences[:length])
    if len(message) > _LONGEST_MESSAGE:
        message = message[:_LONGEST_MESSAGE].rsplit(" ", 1)[0]
    return _EDGE.sub("", message).strip()


def _gap(match: re.Match[str]) -> str:
    if match["labelled"]:
        return NUMBER
    if not match["number"]:
        return ANY
    if _CODE.search(match.string, 0, match.start()):
        return match[0]
    return NUMBER if len(match[0]) <= _LONGEST_NUMBER else ANY


def sample(said: Sequence[Line], messages: Sequence[str]) -> str | None:
    """Return a few lines up to the first that holds one of ``messages``; None where none does."""
    parsed = [parse(message) for message in messages]
    for position, line in enumerate(said):
        if line.text.strip() and any(any(p.matches(stream(line.raw))) for p in parsed):
            before = [part for part in said[:position] if part.text.strip()][-_LINES_BEFORE:]
            shown = [part.raw.expandtabs(4)[:_LONGEST_LINE].rstrip() for part in (*before, line)]
            return "\n".join(shown)
    return None


def frameworks(text: str) -> tuple[Framework, ...]:
    """Return the software that ``text`` names, in the order of the vocabulary."""
    words = set(_SOFTWARE.findall(text.lower()))
    return tuple(term for term in Framework if not words.isdisjoint(term.words))
