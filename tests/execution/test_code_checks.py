"""Code fences are found with their lines, and each kind of wrong code is reported."""

import pytest

from trainwreck.execution.code_checks import flaws
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
def test_sound_code_has_no_flaws(language: str, code: str) -> None:
    assert list(flaws(Snippet(1, language, code))) == []


@pytest.mark.parametrize(
    ("language", "code", "line", "problem"),
    [
        ("python", "x = 1\nif x\n    pass", 2, "does not compile: expected ':'"),
        ("python", ">>> x = (", 1, "does not compile: '(' was never closed"),
        ("python", ">>>x = 1", 1, "is no doctest: line 1 of the docstring"),
        ("bash", "ls\nif true; then", 2, "SC1073"),
        ("bash", "cd /scratch\nrm -r data", 1, "SC2164"),
        ("bash", "#SBATCH --gpus-per-nod=8\nls", 1, '"--gpus-per-nod" is no option of sbatch'),
        ("yaml", "a: [1", 1, "does not parse"),
        ("toml", "a =", 1, "does not parse"),
        ("json", "{'a': 1}", 1, "does not parse"),
        ("ini", "b = 1", 1, "does not parse"),
        ("phyton", "x", 0, '"phyton" is no language that is checked'),
        ("", "x", 0, '"" is no language that is checked'),
    ],
)
def test_flaw_is_reported_with_its_line(language: str, code: str, line: int, problem: str) -> None:
    found = list(flaws(Snippet(1, language, code)))
    assert found
    assert found[0][0] == line
    assert found[0][1].startswith(problem)
