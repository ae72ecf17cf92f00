"""Lines that only mention an error: options, rules, tips, tests and commands that look for it.

What stands before a message, or behind it on the same line, shows that nobody reports it there.
``browser/matching/mentions.js`` does the same.
"""

import re

REACH = 200
"""Characters before a message, and from where it begins, that are read."""
_QUOTED = r"['\"`](?:[A-Za-z][\w. ]{0,40}: ){0,2}"
_OPENING = rf"[ (\[]{{0,2}}(?:{_QUOTED}|(?:[A-Za-z][\w.]{{0,40}}(?:Error|Exception): )?)"
"""What may stand between a word and the message: a bracket, a quote, the exception."""
_WORDS = r"(?: [\w-]+){0,4}"

BEFORE: tuple[re.Pattern[str], ...] = (
    # the help text of an option, and a command that a shell echoes
    re.compile(r"^\s+(?:-\w, )?--[a-z][\w-]*(?:[ =][A-Z<{\[]\S{0,40})?\s{2,}\S.*$"),
    re.compile(r"^\+{1,4} \S.*$"),
    # what a script looks for
    re.compile(r"(?:^|[+;|&(!]|\b(?:if|elif|then|while|sudo))\s*(?:[efz]?grep|rg|awk|sed)\s.*$"),
    re.compile(r"\w\|$"),
    # an entry of a list of issues, and the count of what didn't occur
    re.compile(r"^\s*[-*] #\d{1,6} .*$"),
    re.compile(r"^\s*0\s{2,}$"),
    # the subject of a commit
    re.compile(
        r"^\s*[0-9a-f]{7,40} (?:Add|Avoid|Catch|Document|Don't|Fix|Handle|Ignore|Improve|Log"
        r"|Prevent|Report|Retry|Skip|Test)\b.*$"
    ),
    # advice, questions and what a program says it is going to do
    re.compile(
        rf"\b(?:if|when|whenever|in case) (?:you|your|users?)\b[^.;:]{{0,60}}{_OPENING}$",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?:if|when|whenever)(?: [\w-]+){{0,5}}{_OPENING}$", re.IGNORECASE),
    re.compile(
        r"\b(?:how (?:do|can|to|should)|what (?:does|is|causes)|why (?:do|does|did|is|am))\b"
        r".{0,60}$",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?:to|helps?) (?:avoid|prevent|handle|work around){_WORDS}{_OPENING}$"),
    re.compile(
        r"\b(?:stops?|aborts|exits|restarts|resumes|retr(?:y|ies)|skips?(?: [\w-]+){0,2} that)"
        rf" (?:after|if|when|on|with|fails?|die|raise)\b{_WORDS}{_OPENING}$",
        re.IGNORECASE,
    ),
    re.compile(rf"\bexpects{_OPENING}$"),
    # rules and settings
    re.compile(
        r"\b(?:retry|retryable|retried|ignored?|handled)"
        r"[ _-](?:on|errors?|exceptions?|patterns?|policy|rules?)\b.*$",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?:patterns|rules|regexe?s|signatures)(?: loaded)?\s*[:=]\s*[\[{].*$"),
    re.compile(
        r"^\s*(?:- )?['\"]?(?:match|pattern|regexp?|contains|signature|needle|expr|retry_on)"
        r"['\"]?: ['\"]?(?:[A-Za-z][\w. ]{0,40}: ){0,2}$"
    ),
)
"""What stands before a message, up to where it begins."""

BEHIND: tuple[re.Pattern[str], ...] = (
    re.compile(
        r".{0,120}?\b(?:handling|handler|detection|recovery|guard|retry|retries|protection)"
        r"(?:(?: is| are)? (?:enabled|disabled|installed|registered)"
        r"|(?: is| are) (?:on|off|active))\b",
        re.IGNORECASE,
    ),
    # tests that passed
    re.compile(r".* PASSED(?: +\[ *\d+%\])?\s*$"),
    re.compile(r".* \.\.\. ok\s*$"),
)
"""What a line says from where a message begins."""

HANDLED = re.compile(
    r".*?\b(?:will (?:re)?try|retrying|trying again|falling back to|falls back to"
    r"|using [\w .-]{1,40} instead|skipping (?:it|this|the)\b|from scratch\b|is optional\b)",
    re.IGNORECASE,
)
"""What a line says from where a message begins if the program goes on after it."""


def is_handled(line: str, column: int) -> bool:
    """Tell whether ``line`` says how the program goes on after its message, at ``column``."""
    return HANDLED.match(line[column : column + 2 * REACH]) is not None


def is_mention(line: str, column: int) -> bool:
    """Tell whether ``line`` only mentions what its message, which begins at ``column``, is about.

    >>> is_mention("INFO: CUDA out of memory handling is enabled", 6)
    True
    >>> is_mention("RuntimeError: CUDA out of memory", 14)
    False
    """
    before = line[max(0, column - REACH) : column]
    said = line[column : column + REACH]
    return any(rule.search(before) for rule in BEFORE) or any(rule.match(said) for rule in BEHIND)
