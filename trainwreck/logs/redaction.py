"""Takes out of a log what names a person or is a credential, before a part of it is published.

Rules find what has a form: home folders, accounts, addresses of people, tokens. A name that stands
alone in a sentence is found only where one of the other forms shows it too.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

# The site reads these rules too: macros/script_data.py writes them for browsers.
PLACEHOLDERS = ("<user>", "<project>", "<token>", "<e-mail>")
"""What stands instead."""

_HOME = re.compile(r"(?P<before>[/\\](?:home|[Uu]sers)[/\\])(?P<name>[^/\\\s:;,'\"`<>()|*]+)")
_LOGIN = re.compile(
    r"(?P<before>\b(?:user(?:name|id)?|logname|login)[=:][ ]?['\"]?|\buid=\d+\()"
    r"(?P<name>[\w.-]*\w)",
    re.IGNORECASE,
)
_SHELL = re.compile(r"(?P<before>)(?P<name>\b[\w.-]{1,64})@[\w.-]{1,99}(?=[:\s][~/])")
_TILDE = re.compile(r"(?P<before>(?<![\w/])~)(?P<name>[A-Za-z][\w-]+)")
WHO = (_HOME, _LOGIN, _SHELL, _TILDE)
"""Find names: of each match the group ``name`` is one."""
NO_NAMES = {
    *("user", "users", "username", "root", "runner", "ubuntu", "jovyan", "admin", "nobody", "git"),
    *("shared", "data", "work", "workspace", "train", "project", "projects", "code", "models"),
    *(
        "none",
        "null",
        "true",
        "false",
        "example",
        "you",
        "name",
        "yourname",
        "your-name",
        "someone",
    ),
    *("conda", "build", "builder", "jenkins", "vscode"),
}
SHORTEST_NAME = 3

_SECRETS = (
    r"\b(?:hf|api_org|gh[opsur]|github_pat|glpat|sk|pk|xox[a-z]|pypi|dckr_pat)[_-][\w-]{10,}",
    r"\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b",
    r"\beyJ[\w-]{8,2000}\.[\w-]{8,}(?:\.[\w-]*)?",
    r"(?<=://)[^\s/@:]+:[^\s/@]+(?=@)",
    r"(?<![\w/.-])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{32,}={0,2}(?![\w./-])",
)
_SECRET = re.compile("|".join(_SECRETS))
_NAMED_SECRET = re.compile(
    r"(?P<before>(?:token|passw(?:or)?d|secret|(?:api|access|account|private)[_-]?key|\bsig(?:nature)?"
    r"|\bauthorization:\s*(?:bearer|basic)|\bbearer)\b['\"]?(?:\s*[=:]\s*|\s+(?=\S*\d))['\"]?)"
    r"(?P<value>[^\s'\"&<>,;]{6,})",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"\b(?!git@)[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[A-Za-z]{2,24}\b")
_ACCOUNT = re.compile(
    r"(?P<before>--account[= ]|\b(?:sbatch_|slurm_job_)?account[=:][ ]?|\s-A[ ]"
    r"|/(?:scratch|projappl|flash|projects?|work)/(?=project_|nn\d))(?P<name>[\w-]+)",
    re.IGNORECASE,
)
_PROJECT = re.compile(r"\bproject_\d{6,}\b|\bnn\d{4}k\b")

REPLACEMENTS = (
    (_NAMED_SECRET, r"\g<before><token>"),
    (_SECRET, "<token>"),
    (_SHELL, "<user>@<host>"),
    (_EMAIL, "<e-mail>"),
    (_ACCOUNT, r"\g<before><project>"),
    (_PROJECT, "<project>"),
    (_HOME, r"\g<before><user>"),
    (_LOGIN, r"\g<before><user>"),
    (_TILDE, r"\g<before><user>"),
)
"""What is replaced by what, in turn."""


@dataclass(frozen=True)
class Trace:
    """What must not be published, and how it is told from what stands for it in examples."""

    pattern: re.Pattern[str]
    """Finds it, in the group ``value`` or ``name`` where there is one."""
    telling: re.Pattern[str]
    """Begins at the start of what is no placeholder."""
    problem: str
    placeholder: str


_RANDOM = r"(?:.*[A-Za-z0-9]{16}|(?:.*[^A-Za-z0-9])?(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{6})"
_MADE_UP = r"(?!.*(?:xxxx|\*\*\*|\.\.\.|your|example|redacted|placeholder|[<>$(){}]|\[))"
_HEXADECIMAL = r"(?!(?:[0-9a-f]+|[0-9A-F]+)$)"
_NAMES_OF_NOBODY = "|".join(sorted(NO_NAMES))
TRACES = (
    Trace(
        _NAMED_SECRET,
        re.compile(_MADE_UP + _RANDOM, re.IGNORECASE),
        "looks like a credential",
        "<token>",
    ),
    Trace(
        _SECRET,  # a checksum is no secret
        re.compile(_HEXADECIMAL + _MADE_UP + _RANDOM, re.IGNORECASE),
        "looks like a credential",
        "<token>",
    ),
    Trace(
        _EMAIL,
        re.compile(
            rf"(?!(?:{_NAMES_OF_NOBODY}|noreply)@)(?!.*@(?:[\w-]+\.)*example\.[a-z]+$)"
            r"(?!.*\.(?:example|invalid|test|localhost)$)(?!.*@users\.noreply\.)",
            re.IGNORECASE,
        ),
        "is an email address",
        "<e-mail>",
    ),
    Trace(
        re.compile(rf"https?://\S*|{_HOME.pattern}"),  # a path on the web is no home folder
        re.compile(rf"(?!(?:{_NAMES_OF_NOBODY})[^\w-]*$)[A-Za-z][\w.-]{{2}}", re.IGNORECASE),
        "is the name of a person's home folder",
        "<user>",
    ),
)
"""What the check of an entry finds: less than is taken out of logs, where more does no harm."""


def traces(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line (from 0), what is wrong, and the placeholder for each trace of a person."""
    for trace in TRACES:
        for match in trace.pattern.finditer(text):
            groups = match.groupdict()
            value = groups.get("value", groups.get("name", match[0]))
            if value and trace.telling.match(value):
                line = text.count("\n", 0, match.start())
                yield line, f'"{value}" {trace.problem}', trace.placeholder


def redacted(text: str, names: Iterable[str] = ()) -> str:
    """Return ``text`` with placeholders for people, accounts and secrets; no line is added or lost.

    Args:
        text: a log or a part of one.
        names: names of people that are known, such as the one who runs the program.

    """
    found = {match["name"] for pattern in WHO for match in pattern.finditer(text)}
    for pattern, replacement in REPLACEMENTS:
        text = pattern.sub(replacement, text)
    telling = sorted(filter(_is_telling, {*found, *names}))
    if telling:
        anywhere = "|".join(map(re.escape, telling))
        text = re.sub(rf"(?<![\w-])(?:{anywhere})(?![\w-])", "<user>", text)
    return text


def _is_telling(name: str) -> bool:
    """Tell whether ``name`` is one that could be a person's wherever it stands."""
    return len(name) >= SHORTEST_NAME and name.lower() not in NO_NAMES and not name.isdecimal()
