"""Code fences are found with their lines, and each kind of wrong code is reported."""

import pytest

from trainwreck.execution import code_checks
from trainwreck.execution.code_checks import flaws, flaws_of, shell_checker
from trainwreck.markdown.fences import Snippet, snippets

PAGE = """\
Text.

```python
x = 1
```

fix:
  - text: |
      Run this:

      ~~~~bash
      ls
      ~~~
      ~~~~
"""


def test_fences_are_found_with_line_language_and_code() -> None:
    assert list(snippets(PAGE)) == [
        Snippet(3, "python", "x = 1"),
        Snippet(11, "bash", "ls\n~~~"),
    ]


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("python", "loss.backward()\nreturn_value = await_it"),
        ("python", ">>> 1 + 1\n2\n>>> for i in ():\n...     pass"),
        ("bash", 'srun singularity exec "$SIF" ls /scratch/<project>/<user>'),
        ("bash", "#!/bin/bash\n#SBATCH --gpus-per-node=8\n#SBATCH --mem=60G\nhostname"),
        ("sh", "kill <pid>"),
        ("yaml", "a: [1, 2]"),
        ("toml", "[a]\nb = 1"),
        ("json", '{"a": 1}'),
        ("ini", "[a]\nb = 1"),
        ("console", "$ whatever ((("),
        ("text", "<*>"),
    ],
)
def test_valid_code_has_no_flaws(language: str, code: str) -> None:
    assert list(flaws(Snippet(1, language, code))) == []


@pytest.mark.parametrize(
    ("language", "code", "line", "problem"),
    [
        ("python", "x = 1\nif x\n    pass", 2, "does not compile: expected ':'"),
        ("python", ">>> x = (", 1, "does not compile: '(' was never closed"),
        ("python", ">>>x = 1", 1, "is not a valid doctest: line 1 of the docstring"),
        ("bash", "ls\nif true; then", 2, "SC1073"),
        ("bash", "cd /scratch\nrm -r data", 1, "SC2164"),
        ("bash", "#SBATCH --gpus-per-nod=8\nls", 1, '"--gpus-per-nod" is not an option of sbatch'),
        ("bash", "sbatch --exclde=node1 a.sh", 1, '"--exclde" is not an option of sbatch'),
        ("yaml", "a: [1", 1, "does not parse"),
        ("toml", "a =", 1, "does not parse"),
        ("json", "{'a': 1}", 1, "does not parse"),
        ("ini", "b = 1", 1, "does not parse"),
        ("phyton", "x", 0, '"phyton" is not a language that is checked'),
        ("", "x", 0, '"" is not a language that is checked'),
    ],
)
def test_flaw_is_reported_with_its_line(language: str, code: str, line: int, problem: str) -> None:
    found = list(flaws(Snippet(1, language, code)))
    assert found
    assert found[0][0] == line
    assert found[0][1].startswith(problem)


def test_many_fences_are_checked_at_once_and_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_checks, "_AT_ONCE", 3)
    snippets_ = [
        Snippet(1, "bash", f"echo {number}" if number % 4 else "if true; then")
        for number in range(10)
    ]
    found = flaws_of([*snippets_, Snippet(1, "python", "x = (")])
    assert [bool(flaws) for flaws in found] == [n % 4 == 0 for n in range(10)] + [True]


def test_bash_itself_checks_shell_code_where_shellcheck_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(code_checks, "shell_checker", lambda: "/bin/bash")
    found = flaws_of([Snippet(1, "bash", "ls\nif true; then"), Snippet(1, "bash", "ls")])
    assert [[(line, text[:15]) for line, text, _ in flaws] for flaws in found] == [
        [(3, "does not parse:")],
        [],
    ]


def test_shell_code_is_not_checked_where_nothing_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_checks, "shell_checker", lambda: None)
    assert flaws(Snippet(1, "bash", "if true; then")) == []
    assert shell_checker() is not None
