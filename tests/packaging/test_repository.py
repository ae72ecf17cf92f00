"""What the repository's host reads: workflows, forms, owners, license and citation."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from tests.support.paths import ROOT
from trainwreck import SITE, __version__
from trainwreck.cli.main import main
from trainwreck.metadata import REPOSITORY
from trainwreck.model.vocabulary import Category

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = [
    path
    for path in sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
    if path.stem != "config"
]


def read(path: Path) -> dict[str, Any]:
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def steps(workflow: dict[str, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        *(("github-workflows", path) for path in WORKFLOWS),
        *(("github-issue-forms", path) for path in FORMS),
        ("github-issue-config", ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml"),
        ("dependabot", ROOT / ".github" / "dependabot.yml"),
        ("citation-file-format", ROOT / "CITATION.cff"),
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else value,
)
def test_file_fits_the_schema_of_its_kind(schema: str, path: Path) -> None:
    program = Path(sys.executable).with_name("check-jsonschema")
    command = [str(program), "--builtin-schema", f"vendor.{schema}", str(path)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_pins_actions_and_asks_for_little(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for step in steps(workflow):
        if "uses" in step:
            assert re.fullmatch(r"(?:actions|pypa)/[\w-]+@[0-9a-f]{40}", step["uses"])
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False
            assert set(step["with"]) <= {"persist-credentials", "fetch-depth", "ref"}
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())
    assert "secrets." not in path.read_text(encoding="utf-8")


def test_site_is_published_from_a_clone_with_the_history_that_the_feed_tells() -> None:
    checkout = steps(read(ROOT / ".github" / "workflows" / "pages.yml"))[0]
    assert checkout["with"]["fetch-depth"] == 0


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_calls_only_what_the_makefile_has(path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for step in steps(read(path)):
        if target := re.match(r"make ([\w-]+)$", step.get("run", "")):
            assert re.search(rf"^{target[1]}:", makefile, re.MULTILINE), target[1]


def test_what_the_makefile_installs_from_an_index_has_hashes() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    locked = re.findall(r"(?m)^LOCKED := .*--require-hashes", makefile)
    assert len(locked) == 1
    for line in re.findall(r".*\bpip install .*", makefile):
        if "--editable ." in line:  # the package itself
            continue
        assert "--require-hashes" in line or "$(LOCKED)" in line, line
        (name,) = re.findall(r"--requirement requirements/([\w-]+\.txt)", line)
        lock = (ROOT / "requirements" / name).read_text(encoding="utf-8")
        pins = re.findall(r"(?m)^[\w.\[\]-]+ ?==.*(?:\n +--hash=sha256:[0-9a-f]{64}.*)?", lock)
        assert pins
        assert all("--hash=sha256:" in pin for pin in pins), name


def test_site_is_published_only_after_ci() -> None:
    workflow = read(ROOT / ".github" / "workflows" / "pages.yml")
    # YAML 1.1 reads the word "on" as true.
    trigger = workflow[True]["workflow_run"]  # type: ignore[index]
    assert trigger["workflows"] == [read(ROOT / ".github" / "workflows" / "ci.yml")["name"]]
    build = workflow["jobs"]["build"]
    assert "conclusion == 'success'" in build["if"]
    assert build["steps"][0]["with"]["ref"] == "${{ github.event.workflow_run.head_sha }}"


def test_every_category_has_owners() -> None:
    owners = (ROOT / ".github" / "CODEOWNERS").read_text(encoding="utf-8")
    for category in Category:
        assert re.search(rf"^/errors/{category}/ +@", owners, re.MULTILINE)


def test_citation_and_site_tell_the_same_as_the_package() -> None:
    citation = read(ROOT / "CITATION.cff")
    assert citation["version"] == __version__
    assert citation["url"] == SITE
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"site_url: {SITE}\n" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_citation_has_the_day_of_release_once_the_changelog_has_it() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = read(ROOT / "CITATION.cff").get("date-released", "not released yet")
    assert re.findall(r"^## (.+)$", changelog, re.MULTILINE)[0] == f"{__version__}, {released}"


def test_changelog_names_what_there_is() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(?:trainwreck )?([\w.-]+)`", text))
    assert set(main.list_commands(click.Context(main))) - named == set()
    parts = ("JSON API", "Atom feed", "llms.txt", "twin", "make bundle", "withdrawn", "aliases")
    assert [part for part in parts if part not in text] == []
    assert re.findall(r"\d+ entries", text) == []  # which the next entry would make wrong


def test_readme_names_the_addresses_of_the_configuration() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    configuration = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    site, repository = (
        re.findall(rf"^{name}: (\S+)$", configuration, re.MULTILINE)[0]
        for name in ("site_url", "repo_url")
    )
    own = re.findall(r"https://[^\s\")]*trainwreck[^\s\")]*", readme)
    assert own
    assert [address for address in own if not address.startswith((site, repository))] == []
    assert (site, repository) == (SITE, REPOSITORY)


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", ".github/pull_request_template.md"]
)
def test_files_that_are_named_exist(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    named = set(re.findall(r"\bdocs/[\w/-]+\.md\b", text))
    assert {"docs/contributing.md", "docs/write-an-entry.md"} <= named
    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_every_module_is_checked_for_types() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    checked = tuple(config["tool"]["mypy"]["files"])
    listed = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    modules = [name for name in listed.stdout.split() if "/data/" not in name]
    assert [name for name in modules if not name.startswith(checked)] == []
