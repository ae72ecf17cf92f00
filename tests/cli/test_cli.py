"""The commands check, show and schema, and what all commands share."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.command import as_process, trainwreck
from tests.support.entries import ENTRY, changed, make_catalog
from tests.support.paths import ROOT
from trainwreck.cli.main import main

WRONG = changed(("severity: high", "severity: hihg"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make a catalog with two valid entries and one with a problem."""
    entries = {
        "memory/axle": changed(
            ("first_step: Tighten the nut.", "first_step: Tighten the nut.\ncaused_by: [nut]")
        ),
        "numerics/nut": ENTRY,
        "numerics/wheel": WRONG,
    }
    make_catalog(tmp_path, entries, clusters=("betzy", "lumi"))
    return tmp_path


def test_check_prints_problems_and_exits_with_1(project: Path) -> None:
    result = trainwreck("check", cwd=project)
    assert result.returncode == 1
    assert result.stdout == (
        'errors/numerics/wheel.yml:3: severity: "hihg" is not a valid severity;'
        ' did you mean "high"?\n'
    )
    assert result.stderr == "3 files checked, 1 problem\n"


@pytest.mark.parametrize("path", ["errors/memory", "errors/numerics/nut.yml"])
def test_check_of_a_part_ignores_problems_elsewhere(path: str, project: Path) -> None:
    result = trainwreck("check", path, cwd=project)
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == "1 file checked, 0 problems\n"


def test_check_of_a_part_follows_links_to_the_rest(project: Path) -> None:
    (project / "errors" / "numerics" / "nut.yml").unlink()
    result = trainwreck("check", "errors/memory/axle.yml", cwd=project)
    assert result.returncode == 1
    assert 'caused_by.0: "nut" is not an entry' in result.stdout


def test_check_works_from_inside_a_category(project: Path) -> None:
    result = trainwreck("check", ".", cwd=project / "errors" / "numerics")
    assert result.stdout.startswith("wheel.yml:3: severity:")


def test_check_of_the_catalog_covers_the_pages_of_clusters(project: Path) -> None:
    (project / "docs" / "clusters" / "lumi.md").write_text("# LUMI\n")
    result = trainwreck("check", "errors", cwd=project)
    assert "docs/clusters/lumi.md:1: does not say what the cluster is" in result.stdout


def test_check_as_json(project: Path) -> None:
    result = trainwreck("check", "--format", "json", cwd=project)
    assert result.returncode == 1
    assert json.loads(result.stdout) == {
        "files": 3,
        "problems": [
            {
                "file": "errors/numerics/wheel.yml",
                "line": 3,
                "field": "severity",
                "message": '"hihg" is not a valid severity',
                "fix": 'did you mean "high"?',
            }
        ],
    }


def test_check_as_github_annotations(project: Path) -> None:
    (project / "errors" / "numerics" / "wheel.yml").write_text(
        changed(("severity: high", "severity: 5%"))
    )
    result = trainwreck("check", "--format", "github", cwd=project)
    assert result.stdout == (
        '::error file=errors/numerics/wheel.yml,line=3::severity: "5%25" is not a valid severity;'
        " write one of critical, high, medium, low\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "nowhere"),
        ("check", "--format", "xml"),
        ("show",),
        ("show", "nut", "--catalog", "nowhere"),
        ("schema", "--check"),
        ("shwo",),
    ],
)
def test_unusable_arguments_exit_with_2(arguments: tuple[str, ...], project: Path) -> None:
    result = trainwreck(*arguments, cwd=project)
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


def test_misspelled_command_is_answered_with_the_right_one(project: Path) -> None:
    result = trainwreck("diagnos", cwd=project)
    assert '"diagnos" is not a command; did you mean "diagnose"?' in result.stderr


def test_check_refuses_what_is_no_entry(project: Path) -> None:
    (project / "train.log").write_text("all is well\n")
    result = trainwreck("check", "train.log", cwd=project)
    assert result.returncode == 2
    assert "train.log is not an entry or a table of codes" in " ".join(result.stderr.split())


def test_check_where_there_is_no_catalog_says_what_to_name(tmp_path: Path) -> None:
    result = trainwreck("check", cwd=tmp_path)
    assert result.returncode == 2
    assert "errors does not exist; name the entries to check" in result.stderr


def test_show_prints_what_a_reader_needs(project: Path) -> None:
    (project / "errors" / "numerics" / "wheel.yml").write_text(ENTRY)
    result = trainwreck("show", "nut", "--catalog", "errors", cwd=project)
    assert result.returncode == 0
    expected = ["RuntimeError: the wheel came off", "    RuntimeError: nut <*> came off"]
    expected += [
        "## First step\n\nTighten the nut.",
        "Severity: High",
        "1. Tighten the nut",
        "Leads to: axle",
        "Fix it first. A loose nut stays loose.",
    ]
    for text in expected:
        assert text in result.stdout
    assert "\033" not in result.stdout


def test_show_leaves_out_the_steps_of_other_clusters(project: Path) -> None:
    steps = "".join(
        f"  - title: Turn it on {cluster}\n    clusters: [{cluster}]\n"
        f"    text: Turn the nut on {cluster}, clockwise, until it squeaks.\n"
        for cluster in ("lumi", "betzy")
    )
    (project / "errors" / "numerics" / "wheel.yml").write_text(
        changed(("first_step:", f"{steps}first_step:"))
    )
    arguments = ("show", "wheel", "--catalog", "errors")
    assert "Turn it on betzy" in trainwreck(*arguments, cwd=project).stdout
    shown = trainwreck(*arguments, "--cluster", "lumi", cwd=project).stdout
    assert trainwreck(*arguments, "--cluster", "LUMI", cwd=project).stdout == shown
    assert "Turn it on betzy" not in shown
    assert "2. Turn it on lumi" in shown
    data = json.loads(trainwreck(*arguments, "--format", "json", cwd=project).stdout)
    assert [(step["number"], step["anchor"]) for step in data["fix"]] == [
        (1, "step-1"),
        (2, "step-2-lumi"),
        (2, "step-2-betzy"),
    ]
    wrong = trainwreck(*arguments, "--cluster", "lmui", cwd=project)
    assert wrong.returncode == 2
    assert 'no cluster "lmui"; did you mean "lumi"?' in wrong.stderr


def test_show_as_json_has_the_derived_links(project: Path) -> None:
    (project / "errors" / "numerics" / "wheel.yml").write_text(ENTRY)
    result = trainwreck("show", "nut", "--catalog", "errors", "--format", "json", cwd=project)
    data = json.loads(result.stdout)
    assert data["id"] == "nut"
    assert data["category"] == "numerics"
    assert data["causes"] == ["axle"]


def test_show_of_an_unknown_id_suggests_one(project: Path) -> None:
    (project / "errors" / "numerics" / "wheel.yml").write_text(ENTRY)
    result = trainwreck("show", "wheal", "--catalog", "errors", cwd=project)
    assert result.returncode == 2
    assert 'no entry "wheal"; did you mean "wheel"?' in result.stderr


def test_show_of_other_words_suggests_a_search() -> None:
    done = CliRunner().invoke(main, ["show", "nccl"])
    advice = "find it by its message or by words: trainwreck search WORDS"
    assert (done.exit_code, f'no entry "nccl"; {advice}' in done.stderr) == (2, True)


def test_show_ignores_case() -> None:
    done = CliRunner().invoke(main, ["show", "Nan-Loss"])
    assert (done.exit_code, "nan-loss |" in done.stdout) == (0, True)


def test_log_in_place_of_a_command_is_answered_with_the_command(tmp_path: Path) -> None:
    log = tmp_path / "slurm-1.out"
    log.touch()
    done = CliRunner().invoke(main, [str(log)])
    assert done.exit_code == 2
    assert f"to diagnose it: trainwreck diagnose {log}" in done.stderr


READERS = {
    "show": ("show", "nut"),
    "search": ("search", "wheel"),
    "diagnose": ("diagnose", "train.log"),
    "serve-mcp": ("serve-mcp",),
}


@pytest.mark.parametrize("name", READERS)
def test_entry_with_problems_is_left_out_and_the_rest_is_read(name: str, project: Path) -> None:
    (project / "train.log").write_text("RuntimeError: nut 1 came off at 2 km/h")
    result = as_process(*READERS[name], "--catalog", "errors", cwd=project)
    assert result.returncode == 0
    assert result.stderr == (
        "1 of 3 entries left out because of problems; run: trainwreck check errors\n"
    )


@pytest.mark.parametrize("name", READERS)
def test_catalog_without_a_usable_entry_is_an_error(name: str, project: Path) -> None:
    (project / "train.log").write_text("")
    for id_ in ("memory/axle", "numerics/nut"):
        (project / "errors" / f"{id_}.yml").write_text("title: x")
    result = trainwreck(*READERS[name], "--catalog", "errors", cwd=project)
    assert (result.returncode, result.stdout) == (2, "")
    lines = result.stderr.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "errors/memory/axle.yml",
        "errors/numerics/nut.yml",
        "errors/numerics/wheel.yml",
    ]


@pytest.mark.parametrize("name", ["show", "diagnose"])
@pytest.mark.parametrize("variables", [{}, {"NO_COLOR": "1"}, {"NO_COLOR": ""}])
def test_terminal_is_written_to_in_color_unless_told_otherwise(
    name: str, variables: dict[str, str], project: Path
) -> None:
    (project / "train.log").write_text("RuntimeError: nut 1 came off at 2 km/h")
    command = [sys.executable, "-m", "trainwreck", *READERS[name], "--catalog", "errors"]
    reader, writer = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    with subprocess.Popen(command, cwd=project, stdout=writer, env=environment | variables):
        os.close(writer)
        shown = b""
        try:
            while part := os.read(reader, 4096):
                shown += part
        except OSError:  # the other end is closed
            os.close(reader)
    assert (b"\x1b[1m" in shown) == (not variables.get("NO_COLOR"))


def test_schema_is_written_and_checked(project: Path) -> None:
    arguments = ("schema", "--catalog", "errors", "--output", "errors/schema.json")
    assert trainwreck(*arguments, "--check", cwd=project).returncode == 1
    assert trainwreck(*arguments, cwd=project).returncode == 0
    assert trainwreck(*arguments, "--check", cwd=project).returncode == 0
    (project / "docs" / "clusters" / "saga.md").write_text(
        "---\ntitle: Saga\ndescription: A machine.\n---\n"
    )
    stale = trainwreck(*arguments, "--check", cwd=project)
    assert stale.returncode == 1
    assert "is not up to date; run trainwreck schema --output" in stale.stderr


def test_help_has_examples() -> None:
    for command in ("check", "show"):
        assert "Examples:" in trainwreck(command, "--help", cwd=Path.cwd()).stdout


def test_help_gives_each_command_in_full_on_a_line_of_its_own(project: Path) -> None:
    commands = trainwreck("--help", cwd=project).stdout.partition("Commands:")[2].splitlines()
    assert len([line for line in commands if line.strip()]) >= 8
    assert not [line for line in commands if line.endswith("...")]


def test_help_waits_for_no_command() -> None:
    program = (
        "import sys; from trainwreck.cli.main import main; main(['--help'], standalone_mode=False);"
        "sys.exit(any(name.startswith('trainwreck.cli.commands.') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0


def test_help_names_every_command(project: Path) -> None:
    said = trainwreck("--help", cwd=project).stdout.partition("Commands:")[2]
    files = (ROOT / "trainwreck" / "cli" / "commands").glob("[a-z]*.py")
    assert {line.split()[0] for line in said.splitlines() if line.strip()} == {
        file.stem.replace("_", "-") for file in files
    }
