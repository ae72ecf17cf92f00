"""Problems of entry files as text, as JSON for programs, and as GitHub annotations."""

import json
from collections.abc import Iterable
from dataclasses import asdict

from trainwreck.model.problems import Problem
from trainwreck.output.annotations import annotation


def as_text(problems: Iterable[Problem]) -> str:
    """Return one problem per line, as compilers print them."""
    return "\n".join(map(str, problems))


def as_json(problems: Iterable[Problem], files: int) -> str:
    """Return a JSON object with the number of ``files`` checked and the problems found."""
    report = {"files": files, "problems": [asdict(problem) for problem in problems]}
    return json.dumps(report, indent=2, ensure_ascii=False)


def as_github(problems: Iterable[Problem]) -> str:
    """Return workflow commands that annotate the lines in a GitHub pull request."""
    return "\n".join(
        annotation("error", problem.text, file=problem.file, line=str(problem.line))
        for problem in problems
    )
