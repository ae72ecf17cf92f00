"""trainwreck new: from what a contributor knows to a file in which the rest is asked for."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.support.command import as_process, trainwreck
from tests.support.contributor import LOG, MESSAGE, make_project
from tests.support.entries import changed
from tests.support.site import BIN
from trainwreck.model.entry import SCHEMA_LINE, EntryFields

GIVEN = {
    "--id": "axle-refused",
    "--category": "numerics",
    "--severity": "high",
    "--time-to-diagnose": "hours",
    "--kind": "crash",
    "--framework": "pytorch",
    "--message": "RuntimeError: the axle refused the wheel",
}
TEMPLATE_FIELDS = [
    *("verdict", "symptom.summary", "confirm", "cause", "fix.0.title", "fix.0.text"),
    *("first_step", "action.reason", "reproduction.error", "reproduction.fix", "verified.versions"),
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return make_project(tmp_path)


def arguments(*extra: str, **changes: str | None) -> list[str]:
    """Return sound options, some of them changed or left out."""
    given = GIVEN | {"--" + name.replace("_", "-"): value for name, value in changes.items()}
    options = [part for name, value in given.items() if value is not None for part in (name, value)]
    return ["new", "--yes", *options, *extra]


def from_log(log: str = "train.log", *extra: str) -> list[str]:
    return arguments("--from-log", log, *extra, message=None, kind=None)


def test_entry_is_written_and_the_check_names_what_is_left(project: Path) -> None:
    result = trainwreck(*arguments(), cwd=project)
    assert (result.returncode, result.stderr) == (0, "")
    assert "written: errors/numerics/axle-refused.yml\n" in result.stdout
    assert "11 problems to fix:\n" in result.stdout
    assert "trainwreck check errors/numerics/axle-refused.yml\n" in result.stdout
    checked = trainwreck("check", "--format", "json", cwd=project)
    problems = json.loads(checked.stdout)["problems"]
    assert [problem["field"] for problem in problems] == TEMPLATE_FIELDS
    assert {problem["message"] for problem in problems} == {"still contains the prompt"}
    for problem in problems:
        place = f"{problem['file']}:{problem['line']}: {problem['field']}: "
        assert place in result.stdout


def test_entry_is_complete_once_the_prompts_are_written_over(project: Path) -> None:
    trainwreck(*arguments(), cwd=project)
    path = project / "errors" / "numerics" / "axle-refused.yml"
    text, count = re.sub(r"(?m)^verdict: .*", "verdict: lost a wheel", path.read_text()), 1
    while "<to write:" in text:
        before, _, rest = text.partition("<to write:")
        text = f"{before}Sentence {count} says what was asked for, in full.{rest.partition('>')[2]}"
        count += 1
    path.write_text(text)
    assert count == len(TEMPLATE_FIELDS)
    assert trainwreck("check", cwd=project).stdout == ""


def test_file_has_the_style_of_the_others(project: Path) -> None:
    trainwreck(*from_log(), cwd=project)
    text = (project / "errors" / "numerics" / "axle-refused.yml").read_text()
    assert text.startswith(f"{SCHEMA_LINE}\ntitle: ")
    assert "\nclusters: [any]\nframeworks: [pytorch]\nsymptom:\n  kind: crash\n" in text
    assert f'\n  messages:\n    - "{MESSAGE}"\n  samples:\n    - |\n      [rank3]: Trace' in text
    assert "\nconfirm: |\n  <to write: " in text
    fields = [name for name in EntryFields.model_fields if name in yaml.safe_load(text)]
    assert list(yaml.safe_load(text)) == fields


def test_log_gives_the_message_and_a_sample_without_names(project: Path) -> None:
    result = trainwreck(*from_log(), cwd=project)
    assert f"guessed: --message {MESSAGE}\n" in result.stdout
    entry = yaml.safe_load((project / "errors" / "numerics" / "axle-refused.yml").read_text())
    assert entry["symptom"]["messages"] == [MESSAGE]
    (sample,) = entry["symptom"]["samples"]
    assert "refused the wheel" in sample
    assert 'File "/home/<user>/code/train.py"' in sample
    for secret in ("alice", "hf_", "example.org"):
        assert secret not in sample


def test_log_comes_from_standard_input_too(project: Path) -> None:
    result = as_process(*from_log("-"), cwd=project, stdin=LOG)
    assert result.returncode == 0, result.stderr
    assert (project / "errors" / "numerics" / "axle-refused.yml").exists()


def test_known_error_is_shown_and_needs_force(project: Path) -> None:
    (project / "train.log").write_text("RuntimeError: wheel 3 came off at 90 km/h\n")
    refused = trainwreck(*from_log(), cwd=project)
    assert refused.returncode == 1
    assert "  wheel, certain: RuntimeError: the wheel came off\n" in refused.stdout
    assert "    1 | RuntimeError: wheel 3 came off at 90 km/h\n" in refused.stdout
    assert "run trainwreck show wheel, or add --force" in refused.stderr
    forced = trainwreck(*from_log("train.log", "--force"), cwd=project)
    assert forced.returncode == 0
    assert "  wheel, " in forced.stdout


ENDING = changed(
    (
        '    - "RuntimeError: wheel <*> came off at <*> km/h"',
        '    - text: "Exited with exit code"\n      secondary: true',
    ),
)
NEW_ERROR = """\
[rank3]: Traceback (most recent call last):
[rank3]:   File "train.py", line 3, in <module>
[rank3]: axle.AxleError: axle 17 refused the wheel for good
"""


@pytest.mark.parametrize(
    "log",
    [
        NEW_ERROR + "srun: error: nid005014: task 3: Exited with exit code 1\n",
        "axle 17 failed: it refused the wheel\n"
        "srun: error: nid005014: task 3: Exited with exit code 1\n",
    ],
    ids=["exception", "error without a traceback"],
)
def test_new_error_is_taken_from_a_log_that_leads_to_other_entries_too(
    log: str, project: Path
) -> None:
    (project / "errors" / "numerics" / "ended.yml").write_text(ENDING)
    (project / "train.log").write_text(log)
    result = trainwreck(*from_log(), cwd=project)
    assert result.returncode == 0, result.stderr
    assert "None" not in result.stdout
    assert "ended," not in result.stdout
    assert (project / "errors" / "numerics" / "axle-refused.yml").exists()


def test_log_whose_only_errors_are_of_an_entry_is_refused(project: Path) -> None:
    (project / "errors" / "numerics" / "ended.yml").write_text(ENDING)
    ending = "srun: error: nid005014: task 3: Exited with exit code 1\n"
    (project / "train.log").write_text("RuntimeError: wheel 3 came off at 90 km/h\n" + ending)
    refused = trainwreck(*from_log(), cwd=project)
    assert refused.returncode == 1
    assert "run trainwreck show wheel, or add --force" in refused.stderr


MISTAKES: dict[str, tuple[dict[str, str | None], str]] = {
    "id that is none": (
        {"id": "Axle_Refused"},
        "'--id': \"Axle_Refused\" is not an id;"
        ' use lower-case words joined by hyphens, such as "axle-refused"',
    ),
    "id that is taken": (
        {"id": "wheel"},
        '--id: "wheel" is the id of errors/numerics/wheel.yml;'
        " edit that file, or choose another id",
    ),
    "former id of another": (
        {"id": "old-wheel"},
        '--id: "old-wheel" is the id of errors/numerics/wheel.yml;',
    ),
    "category": (
        {"category": "numeric"},
        '\'--category\': "numeric" is not a valid category; did you mean "numerics"?',
    ),
    "severity": (
        {"severity": "hihg"},
        '\'--severity\': "hihg" is not a valid severity; did you mean "high"?',
    ),
    "kind": (
        {"kind": "crashed"},
        '\'--kind\': "crashed" is not a valid kind; did you mean "crash"?',
    ),
    "framework": (
        {"framework": "torch"},
        '\'--framework\': "torch" is not a valid framework; did you mean "pytorch"',
    ),
    "cluster": (
        {"cluster": "lmui"},
        '--cluster: "lmui" has no page in docs/clusters; did you mean "lumi"?',
    ),
    "message without fixed text": (
        {"message": "<*>: <*>"},
        "'--message': is too general: almost nothing in it is fixed text; quote at least",
    ),
    "message with the prefix of a rank": (
        {"message": "[rank3]: RuntimeError: the axle refused the wheel"},
        'a prefix that matching strips; write "RuntimeError: the axle refused the wheel"',
    ),
    "message with a home folder": (
        {"message": "cannot read /home/alice/axle.bin at all"},
        'a part that differs between users; write "cannot read /home/<*>/axle.bin at all"',
    ),
    "message of an entry": (
        {"message": "RuntimeError: wheel <*> came off at <*> km/h, who would have thought"},
        "this error is already in the catalog: run trainwreck show wheel, or add --force if"
        " yours has another cause",
    ),
    "title too long": (
        {"title": "x" * 121},
        "'--title': is 121 characters long; keep it within 120",
    ),
    "title with a name": (
        {"title": "Thing of jdoe@uni.no"},
        "'--title': \"jdoe@uni.no\" is an e-mail address; write <e-mail>",
    ),
    "title of two lines": (
        {"title": "one\ntwo"},
        "'--title': spans several lines; write it on one line",
    ),
    "id too long": (
        {"id": "x" * 300},
        "'--id': is 300 characters long; keep it within 60",
    ),
    "empty message": (
        {"message": ""},
        "'--message': is empty; write it, or delete the field if it is optional: What the log"
        " prints, one message per item; <*> stands for the part that varies.",
    ),
    "blank versions": (
        {"versions": "   "},
        "'--versions': is empty; write it, or delete the field if it is optional: Versions of",
    ),
    "versions of two lines": (
        {"versions": "PyTorch 2.13.0\nPython 3.11"},
        "'--versions': spans several lines; write it on one line",
    ),
    "too little said": (
        {"id": None, "severity": None},
        "these options are required when nothing is asked: --id, --severity",
    ),
    "no such log": (
        {"from-log": "tarin.log"},
        "tarin.log: cannot be read: No such file or directory",
    ),
    "folder for a log": ({"from-log": "docs"}, "docs: cannot be read: Is a directory"),
    "empty log": (
        {"from-log": "empty.log"},
        "empty.log: is empty; give a log that shows the error",
    ),
    "wrong folder": (
        {"catalog": "erors"},
        "folder erors does not exist; run this in a checkout of the catalog, or name its folder"
        " with --catalog; without a checkout, use the form at"
        " https://trainwreck-catalog.github.io/trainwreck/new-error/",
    ),
    "folder of a category": (
        {"catalog": "errors/numerics"},
        "errors/numerics is the folder of a category; name its parent folder",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_named_and_nothing_is_written(name: str, project: Path) -> None:
    (project / "empty.log").write_text("\n\n")
    (project / "errors" / "numerics" / "wheel.yml").write_text(
        changed(
            ("verified:", "aliases: [old-wheel]\nverified:"),
            ("at <*> km/h", "at <*> km/h, who would have thought"),
        )
    )
    changes, expected = MISTAKES[name]
    before = sorted(project.rglob("*"))
    result = trainwreck(*arguments(**changes), cwd=project)
    assert result.returncode in (1, 2)
    assert expected in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr
    assert sorted(project.rglob("*")) == before


@pytest.mark.parametrize(
    ("repeated", "expected"),
    [
        (
            ("--cluster", "any", "--cluster", "lumi"),
            '--cluster: lists "any" together with other clusters;'
            " write [any] or the clusters, not both",
        ),
        (
            ("--cluster", "lumi", "--cluster", "lumi"),
            '--cluster: lists "lumi" twice; list each value once',
        ),
        (("--framework", "pytorch"), '--framework: lists "pytorch" twice; list each value once'),
        (("--message", GIVEN["--message"]), f'--message: lists "{GIVEN["--message"]}" twice; list'),
    ],
)
def test_values_that_cannot_stand_together_are_refused(
    repeated: tuple[str, ...], expected: str, project: Path
) -> None:
    before = sorted(project.rglob("*"))
    result = trainwreck(*arguments(*repeated), cwd=project)
    assert result.returncode == 2
    assert expected in " ".join(result.stderr.split())
    assert sorted(project.rglob("*")) == before


def test_next_steps_begin_with_the_program_that_was_started(project: Path, tmp_path: Path) -> None:
    program = BIN / "trainwreck"
    environment = os.environ | {"PATH": str(tmp_path)}
    for command, shown in (
        ([program], str(program)),
        ([sys.executable, "-m", "trainwreck"], f"{sys.executable} -m trainwreck"),
    ):
        result = subprocess.run(
            [*command, *arguments("--force")],
            cwd=project,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stderr
        _, _, steps = result.stdout.partition("\nNext steps:\n")
        assert steps.splitlines() == [
            f"  {shown} check errors/numerics/axle-refused.yml",
            "  make .venv-reproduce/.ready   once: the libraries that raise the errors",
            f"  {shown} reproduce axle-refused --python .venv-reproduce/bin/python --record",
            "  make serve                    the page, on http://127.0.0.1:8000",
            "  make lint test                before the pull request",
        ]
        (project / "errors" / "numerics" / "axle-refused.yml").unlink()


def test_folder_that_cannot_be_written_is_named(project: Path) -> None:
    (project / "errors" / "memory").write_text("in the way")
    result = trainwreck(*arguments(category="memory"), cwd=project)
    assert result.returncode == 1
    assert "errors/memory/axle-refused.yml: cannot be written: File exists" in result.stderr


def test_other_drafts_in_the_catalog_are_no_obstacle(project: Path) -> None:
    trainwreck(*arguments(), cwd=project)
    (project / "errors" / "numerics" / "broken.yml").write_text("title: a: b\n")
    second = arguments(id="bolt-lost", message="ValueError: a bolt of the gearbox was lost")
    result = trainwreck(*second, cwd=project)
    assert result.returncode == 0
    assert "11 problems to fix:" in result.stdout
    assert "broken.yml" not in result.stdout


def test_message_that_captures_the_sample_of_another_entry_is_reported(project: Path) -> None:
    sample = "RuntimeError: wheel 3 came off at 90 km/h, and the axle refused the wheel"
    messages = f'at <*> km/h"\n  samples:\n    - |\n      {sample}'
    (project / "errors" / "numerics" / "wheel.yml").write_text(changed(('at <*> km/h"', messages)))
    taking = "RuntimeError: wheel <#> came off at <#> km/h, and the axle refused the wheel"
    result = trainwreck(*arguments("--force", message=taking), cwd=project)
    expected = "axle-refused.yml:13: symptom.messages.0: matches first in samples of wheel.yml:"
    assert expected in result.stdout
