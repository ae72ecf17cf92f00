"""What readers see is plain American English: one word for one thing."""

import re
import subprocess
from pathlib import Path

from tests.support.paths import ROOT

READ = (
    "codes",
    "errors",
    "docs",
    "README.md",
    "CONTRIBUTING.md",
    "trainwreck",
    "macros",
    "browser",
)
SUFFIXES = frozenset({".yml", ".md", ".py", ".js", ".jinja"})
BETTER = (
    (r"[Tt]ime-outs?\b", "timeout"),
    (r"\b[Dd]ata sets?\b(?! to a tensor)", "dataset"),  # as in an error of PyTorch
    (r"\b[Ff]ile name\b", "filename"),
    (r"\b[Cc]ode base\b", "codebase"),
    (r"\b[Cc]ure[sd]?\b", "fix"),
    (r"\bmend(?:s|ed|ing)?\b", "fix"),
    (r"\bfor ever\b", "permanently"),
    (r"\bgravest\b", "most severe"),
    (
        r"\b(?:a|an) (?:line|object|item) (?:a|an) (?:log|line|error|file)\b|\ba line each\b",
        "one per",
    ),
    (r"\bstands? in (?:the|a) log\b", "the log contains"),
    (r"\bends? so\b(?! that)", "exits with, fails this way"),
    (r"\b[Tt]he reason stands\b", "the lines before show the cause"),
    (r"\b[Ll]icence\b", "license"),
    (r"\b[Cc]olours?\b", "color"),
    (r"\b[Nn]eighbours?(?:ing)?\b", "neighbor"),
    (r"\b[Bb]ehaviours?\b", "behavior"),
    (r"\b[Cc]atalogues?\b", "catalog"),
    (r"\b[Rr]ecognis\w+", "recogniz…"),
    (r"\b[Oo]ptimis(?:e|ed|es|er|ing|ation)\b", "optimiz…"),
    (r"\b[Ii]nitialis\w+", "initializ…"),
    (r"\b[Nn]ormalis\w+", "normaliz…"),
    (r"\b[Ss]erialis\w+", "serializ…"),
    (r"\blets? somebody in\b", "is a credential"),
)
"""Words that the project does not use, and what it says instead."""
QUOTED = ("became: [", '    text: "')
"""Parts of lines that quote others, such as headings of source documents and official strings."""


def test_no_text_uses_a_word_that_has_a_better_one() -> None:
    found = [problem for path in _texts() for problem in _problems(path)]
    assert found == []


def test_word_is_found_with_its_line_and_the_better_one(tmp_path: Path) -> None:
    path = tmp_path / "entry.yml"
    path.write_text("title: A wheel\ncause: The data set hits a time-out.\n", encoding="utf-8")
    said = [problem.removeprefix(str(tmp_path)) for problem in _problems(path)]
    assert said == [
        '/entry.yml:2: "time-out": write "timeout"',
        '/entry.yml:2: "data set": write "dataset"',
    ]


def _texts() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", *READ], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    return [ROOT / name for name in listed if Path(name).suffix in SUFFIXES]


def _problems(path: Path) -> list[str]:
    """Return each word with its place and the better one."""
    text = path.read_text(encoding="utf-8")
    shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return [
        f'{shown}:{number}: "{match[0]}": write "{better}"'
        for pattern, better in BETTER
        if re.search(pattern, text)
        for number, line in enumerate(text.splitlines(), 1)
        for match in re.finditer(pattern, line)
        if not any(quoted in line for quoted in QUOTED)
    ]
