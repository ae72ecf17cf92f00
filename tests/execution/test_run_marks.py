"""Each fence of code says whether it runs, and a reason not to run has to hold."""

import pytest

from trainwreck.execution import run_marks as marks
from trainwreck.execution.code_checks import lines_of_field
from trainwreck.markdown.fences import Snippet, snippets, without_marks
from trainwreck.model.vocabulary import NotRun

HOLDS = {
    NotRun.FRAGMENT: ("python", "loss.backward()"),
    NotRun.PLACEHOLDER: ("bash", "cd <project>"),
    NotRun.CLUSTER: ("bash", "squeue --me"),
    NotRun.ACCELERATOR: ("python", 'import torch\n\ntorch.ones(1, device="cuda")'),
    NotRun.NETWORK: ("bash", "pip install tifffile"),
    NotRun.DESTRUCTIVE: ("bash", "rm -r build"),
    NotRun.PROJECT: ("bash", "python train.py"),
}


def problems(language: str, code: str, mark: str) -> list[str]:
    return [problem for _, problem, _ in marks.flaws(Snippet(1, language, code, mark))]


def test_mark_is_read_from_behind_the_language() -> None:
    text = "```bash  not-run: cluster\nsqueue\n```\n\n```python runnable\nx = 1\n```\n"
    assert [snippet.mark for snippet in snippets(text)] == ["not-run: cluster", "runnable"]


def test_marks_are_taken_from_the_page_and_nothing_else() -> None:
    page = "```bash not-run: cluster\n``` x\n```\n  ~~~python runnable\n~~~\n```text title\n```"
    bare = "```bash\n``` x\n```\n  ~~~python\n~~~\n```text title\n```"
    assert without_marks(page) == bare


def test_marks_of_fences_that_are_shown_as_text_stay() -> None:
    page = "````yaml\ntext: |\n  ```bash runnable\n  ls\n  ```\n````\n"
    assert without_marks(page) == page


@pytest.mark.parametrize("reason", NotRun)
def test_reason_that_holds_is_accepted(reason: NotRun) -> None:
    language, code = HOLDS[reason]
    assert problems(language, code, f"not-run: {reason}") == []


@pytest.mark.parametrize("reason", [reason for reason in NotRun if reason is not NotRun.PROJECT])
def test_reason_that_does_not_hold_is_reported(reason: NotRun) -> None:
    (problem,) = problems("python", "print(1 + 1)", f"not-run: {reason}")
    assert problem.startswith(f'is marked "{reason}", which does not hold')


@pytest.mark.parametrize(
    ("language", "code", "mark", "problem"),
    [
        ("python", "x = 1", "", "does not say whether it runs"),
        ("bash", "ls", "skip", 'is marked "skip"'),
        ("bash", "ls", "not-run: clutser", '"clutser" is not a reason not to run'),
        ("bash", "ls", "not-run:", '"" is not a reason not to run'),
        ("text", "ls", "runnable", 'is marked "runnable", but not a program'),
        ("python", ">>> 1\n1", "not-run: fragment", "but not a program"),
    ],
)
def test_wrong_mark_is_reported(language: str, code: str, mark: str, problem: str) -> None:
    (found,) = problems(language, code, mark)
    assert problem in found


def test_doctests_and_runnable_programs_are_run() -> None:
    assert marks.is_run(Snippet(1, "python", ">>> 1\n1"))
    assert marks.is_run(Snippet(1, "bash", "ls", "runnable"))
    assert not marks.is_run(Snippet(1, "bash", "squeue", "not-run: cluster"))
    assert not marks.is_run(Snippet(1, "text", "ls"))


def test_code_that_names_a_heavy_package_is_heavy() -> None:
    assert marks.is_heavy(Snippet(1, "python", "import torch"))
    assert marks.is_heavy(Snippet(1, "bash", "torchrun --help"))
    assert not marks.is_heavy(Snippet(1, "python", "import json  # not torchless"))


def test_lines_of_a_field_end_where_the_next_begins() -> None:
    text = "title: x\nreproduction:\n  error: |\n    a\n\n  fix: b\nverified: y\n"
    assert lines_of_field(text, "reproduction") == range(2, 7)
    assert lines_of_field(text, "verified") == range(7, 8)
    assert not lines_of_field(text, "absent")
