"""The reference of the command line is what the commands say of themselves."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from macros.commands.reference import page
from tests.support.paths import ROOT
from trainwreck.cli.main import main

PAGE = ROOT / "docs" / "command-line.md"


def reference(*arguments: object, columns: int = 80) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "macros.commands.reference", *map(str, arguments)]
    environment = os.environ | {"COLUMNS": str(columns)}
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def test_committed_reference_is_up_to_date() -> None:
    result = reference("--check", PAGE)
    assert (result.returncode, result.stderr) == (0, "")


def test_stale_reference_is_named_with_the_remedy(tmp_path: Path) -> None:
    stale = tmp_path / "page.md"
    stale.write_text(PAGE.read_text(encoding="utf-8").replace("--help", "--hlep"))
    result = reference("--check", stale)
    assert result.returncode == 1
    assert "page.md: is not up to date; run: make reference" in result.stderr


@pytest.mark.parametrize("columns", [40, 200])
def test_reference_does_not_depend_on_the_terminal(columns: int, tmp_path: Path) -> None:
    reference(tmp_path / "page.md", columns=columns)
    assert (tmp_path / "page.md").read_bytes() == PAGE.read_bytes()


def test_every_command_has_a_section_with_its_exit_status() -> None:
    sections = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    titles = [section.partition("\n")[0] for section in sections]
    names = main.list_commands(click.Context(main))
    assert titles == ["trainwreck", *(f"trainwreck {name}" for name in names)]
    assert all("Exit status:" in section for section in sections[1:])


def test_help_that_the_site_would_run_is_refused() -> None:
    group = click.Group("trainwreck", help="Prints {{ secrets }}.")
    with pytest.raises(ValueError, match="reword it"):
        page(group)
