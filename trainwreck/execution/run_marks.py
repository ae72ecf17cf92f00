"""Marks of code fences: which are run when the catalog is tested, and why the others are not.

A fence of Python or shell code says after its language ``runnable``, or ``not-run:`` and a reason
of :class:`~trainwreck.model.vocabulary.NotRun`; a doctest is always run. A reason must hold: each
has a test by which one that is not needed is found.
"""

import functools
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from trainwreck.execution import environment as needs
from trainwreck.execution.code_checks import PLACEHOLDER, Flaw
from trainwreck.markdown.dangerous_commands import dangerous_command
from trainwreck.markdown.fences import Snippet
from trainwreck.model.problems import did_you_mean
from trainwreck.model.vocabulary import NotRun

RUNNABLE = "runnable"
_NOT_RUN = re.compile(r"not-run:[ ]*([\w-]*)$")
_RUFF = str(Path(sys.executable).with_name("ruff"))
_UNDEFINED = [_RUFF, "check", "--isolated", "--select=F821,F706,F704", "--output-format=json", "-"]
_CLUSTER_WORDS = Path(__file__).with_name("cluster_words.txt")
_ACCELERATOR = re.compile(
    r"cuda|nccl|hip|rocm|rocr|miopen|xla|(?<![a-z])tpu|gpu|triton|nproc", re.IGNORECASE
)
_NETWORK = re.compile(
    r"https?://|\bpip3? (install|download|index)|\bconda |"
    r"\bgit (clone|push|fetch|pull|ls-remote)\b|"
    r"\b(ssh|scp|curl|wget|ping|getent|nc|huggingface-cli|rclone|gsutil|gcloud|aws|az)\b|\bwandb\b|"
    r"\bhf (auth|cache verify|download|upload)\b|\bopenssl s_client\b|\bwhoami\(\)|\bweights=\"|"
    r"\brsync\b.*\w:|/vsi(curl|s3|az)|\bapt(-get)? install"
)


def is_run(snippet: Snippet) -> bool:
    """Tell whether ``snippet`` is run when the catalog is tested."""
    return snippet.is_doctest or (snippet.is_program and snippet.mark == RUNNABLE)


def flaws(snippet: Snippet) -> Iterator[Flaw]:
    """Yield what is wrong with the mark of ``snippet``."""
    if not snippet.is_program or snippet.is_doctest:
        if snippet.mark:
            yield 0, f'is marked "{snippet.mark}", but not a program', "delete the mark"
        return
    if snippet.mark == RUNNABLE:
        return
    match = _NOT_RUN.match(snippet.mark)
    if not match:
        problem = f'is marked "{snippet.mark}"' if snippet.mark else "does not say whether it runs"
        yield 0, problem, f'write "{RUNNABLE}" after {snippet.language}, or "not-run: " and why'
    elif match[1] not in list(NotRun):
        yield 0, f'"{match[1]}" is not a reason not to run', did_you_mean(match[1], list(NotRun))
    elif not _HOLDS[NotRun(match[1])](snippet):
        label = NotRun(match[1]).definition
        remedy = f'mark it "{RUNNABLE}" or give the true reason'
        yield 0, f'is marked "{match[1]}", which does not hold: {label}', remedy


def reason(snippet: Snippet) -> NotRun | None:
    """Return why ``snippet`` is not run; None where no valid reason is given."""
    match = _NOT_RUN.match(snippet.mark)
    return NotRun(match[1]) if match and match[1] in list(NotRun) else None


def is_heavy(snippet: Snippet) -> bool:
    """Tell whether running ``snippet`` needs a package that the tests do not bring along."""
    return bool(_heavy_names().search(snippet.code))


@functools.cache
def _heavy_names() -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(sorted(needs.package_names()))}|torchrun)\b")


def _is_fragment(snippet: Snippet) -> bool:
    if snippet.language != "python":
        return False
    answer = subprocess.run(  # noqa: S603  the command is fixed, the code goes to its input
        _UNDEFINED, input=snippet.code, capture_output=True, text=True, check=False
    )
    return bool(json.loads(answer.stdout))


@functools.cache
def _cluster_words() -> re.Pattern[str]:
    words = _CLUSTER_WORDS.read_text(encoding="utf-8").split()
    return re.compile("|".join(rf"(?<![\w-]){re.escape(word)}(?![a-z])" for word in words))


def _found_by(pattern: re.Pattern[str]) -> Callable[[Snippet], bool]:
    return lambda snippet: bool(pattern.search(snippet.code))


_HOLDS: dict[NotRun, Callable[[Snippet], bool]] = {
    NotRun.FRAGMENT: _is_fragment,
    NotRun.PLACEHOLDER: _found_by(PLACEHOLDER),
    NotRun.CLUSTER: lambda snippet: bool(_cluster_words().search(snippet.code)),
    NotRun.ACCELERATOR: _found_by(_ACCELERATOR),
    NotRun.NETWORK: _found_by(_NETWORK),
    NotRun.DESTRUCTIVE: lambda snippet: dangerous_command(snippet.code) is not None,
    NotRun.PROJECT: lambda _: True,  # shown by running it: it must fail
}
